import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';

/**
 * The label of a carton that is kept.
 * @throws record.unknown with where else it is to be had
 */
export async function labelOf(database: Database, cartonId: number): Promise<{ bytes: Buffer; mediaType: string }> {
  const { rows } = await sql<{
    label: Buffer | null;
    label_type: string | null;
    label_url: string | null;
    booked: boolean;
  }>`
    select b.label, b.label_type, c.label_url, b.id is not null as booked
    from carton c left join booking b on b.carton_id = c.id and b.state = 'booked' where c.id = ${cartonId}`.execute(
    database.kysely,
  );
  const [found] = rows;
  if (!found) throw noSuch('carton', cartonId);
  if (found.label && found.label_type) return { bytes: found.label, mediaType: found.label_type };
  const elsewhere = found.label_url ? ` The carrier keeps it at ${found.label_url}.` : '';
  const ask = found.booked ? ` Fetch it from the carrier: POST /carton/${cartonId}/fetchlabel.` : '';
  throw problem('record.unknown', `No label of carton ${cartonId} is kept here.${elsewhere}${ask}`);
}
