import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/database/generated/tables.ts';
import type { Column } from '../platform/database/row.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';

/** A place where units of a part go. */
export interface PutAwayPlace {
  readonly part_id: number;
  readonly location_id: number;
  readonly location: Column<'location', 'name'>;
}

/**
 * Proposes where units of parts are put at a site: the storage location in use that has most of the part, or that had it last.
 * A part that the site never had gets no proposal.
 */
export async function putAwayPlaces(
  database: Kysely<Tables>,
  siteId: number,
  partIds: readonly number[],
): Promise<Map<number, PutAwayPlace>> {
  const { rows } = await sql<PutAwayPlace>`
    -- Finds the place of each part. Rows of stock stay when they are empty.
    select distinct on (i.part_id) i.part_id, l.id as location_id, l.name as location
    from inventory i join location l on l.id = i.location_id
    where i.part_id = any(${partIds}::bigint[]) and l.site_id = ${siteId} and l.active
      and l.locationtype_id = ${sql.lit(locationType.storage)}
    order by i.part_id, i.qty desc, i.received_at desc, l.id`.execute(database);
  return new Map(rows.map((row) => [row.part_id, row]));
}

/** A place for the expected units of a line. */
export interface ProposedPlace {
  readonly line_id: number;
  readonly part_id: number;
  readonly part: Column<'part', 'number'>;
  readonly qty: number;
  /** Null where the site never had the part. */
  readonly location_id: number | null;
  readonly location: Column<'location', 'name'> | null;
}

/** Proposes places for the open lines of a receipt. @throws record.unknown */
export async function proposePlaces(database: Kysely<Tables>, receiptId: number): Promise<ProposedPlace[]> {
  const receipt = await database.selectFrom('receipt').select('site_id').where('id', '=', receiptId).executeTakeFirst();
  if (!receipt) throw noSuch('receipt', receiptId);
  const { rows } = await sql<Pick<ProposedPlace, 'line_id' | 'part_id' | 'part'> & { qty: string }>`
    -- Reads the open units.
    select l.id as line_id, l.part_id, p.number as part, l.qty - l.qty_received as qty
    from receiptline l join part p on p.id = l.part_id
    where l.receipt_id = ${receiptId} and l.qty > l.qty_received order by l.id`.execute(database);
  const partIds = [...new Set(rows.map(({ part_id }) => part_id))];
  const places = await putAwayPlaces(database, receipt.site_id, partIds);
  return rows.map((line) => {
    const { location_id = null, location = null } = places.get(line.part_id) ?? {};
    return { ...line, qty: Number(line.qty), location_id, location };
  });
}
