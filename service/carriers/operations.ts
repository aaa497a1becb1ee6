import { sql } from 'kysely';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstOf } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { noSuch } from '../platform/records/refusals.ts';
import type { ServicelevelBody, ServicelevelChange } from './schema.ts';

/** Ends the present default, because at most one carrier is the default. */
export async function endDefault(tx: Tx, except: number | null): Promise<void> {
  await sql`
    update carrier set "default" = false, updated_at = this_second()
    where "default" and id is distinct from ${except}::bigint`.execute(tx);
}

/** Operations of service levels. Each records the event `carrier.modified`. */
export const servicelevelOperations: ChildOperations<ServicelevelBody, ServicelevelChange> = {
  create: operation('carrierservicelevel.create', async (context, { parentId, body }) => {
    const { rows } = await sql<Row<'carrierservicelevel', 'id'>>`
      -- Inserts the service level if the carrier exists.
      insert into carrierservicelevel (carrier_id, name) select id, ${body.name} from carrier where id = ${parentId}
      returning id`.execute(context.tx);
    if (!rows[0]) throw noSuch('carrier', parentId);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
    return rows[0].id;
  }),

  change: operation('carrierservicelevel.change', async (context, { parentId, id, body }) => {
    const { rows } = await sql`
      update carrierservicelevel set name = coalesce(${body.name ?? null}, name), updated_at = this_second()
      where id = ${id} and carrier_id = ${parentId} returning id`.execute(context.tx);
    if (rows.length === 0) throw noSuch('service level', id);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
  }),

  remove: operation('carrierservicelevel.delete', async (context, { parentId, id }) => {
    const { rows } = await sql`
      delete from carrierservicelevel where id = ${id} and carrier_id = ${parentId} returning id`.execute(context.tx);
    if (rows.length === 0) throw noSuch('service level', id);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
  }),
};

/** A carrier and one of its service levels, as a body names them. */
export interface CarrierChoice {
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
}

/**
 * Returns details with carrier and service level that belong together: a service level sets its carrier, and another carrier
 * clears the service level.
 * @throws reference.unknown where one of them does not exist; body.invalid where they do not belong together
 */
export async function resolveCarrier<Details extends CarrierChoice>(tx: Tx, details: Details): Promise<Details> {
  const { carrier_id: carrierId, carrierservicelevel_id: levelId } = details;
  if (carrierId == null && levelId == null) return details;
  const { rows } = await sql<{ known: boolean; level_carrier_id: number | null }>`
    select exists (select 1 from carrier where id = ${carrierId ?? null}::bigint) as known,
      (select carrier_id from carrierservicelevel where id = ${levelId ?? null}::bigint) as level_carrier_id`.execute(
    tx,
  );
  const { known, level_carrier_id: owner } = firstOf(rows);
  if (carrierId != null && !known) throw unfit('reference.unknown', 'carrier_id', `there is no carrier ${carrierId}`);
  if (levelId == null) return levelId === undefined ? { ...details, carrierservicelevel_id: null } : details;
  if (owner === null) {
    throw unfit('reference.unknown', 'carrierservicelevel_id', `there is no service level ${levelId}`);
  }
  if (carrierId != null && carrierId !== owner) {
    throw unfit('body.invalid', 'carrierservicelevel_id', 'is a service level of another carrier');
  }
  return { ...details, carrier_id: owner };
}

const unfit = (code: 'reference.unknown' | 'body.invalid', field: string, detail: string): Problem =>
  problem(code, `${field}: ${detail}.`, { errors: [{ pointer: `/${field}`, detail }] });
