import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';

/** Units that leave a place, for no order. */
export interface Departure {
  readonly part_id: number;
  readonly location_id: number;
  /** Above zero. */
  readonly qty: string;
  readonly lot: string | null;
  readonly serial: string | null;
}

/**
 * Takes free units of many places out of stock, and writes the ledger: one statement for all of them. A place with fewer free units
 * is not changed. The caller holds `lockStock` for the parts, and names each place once.
 * @returns the departures whose place has fewer free units
 */
export async function takeFree<D extends Departure>(
  tx: Tx,
  actor: Actor,
  reason: string,
  departures: readonly D[],
): Promise<D[]> {
  if (departures.length === 0) return [];
  const rows = departures.map((departure, position) => ({ position, ...departure }));
  const { rows: taken } = await sql<{ position: number }>`
    -- Takes the units out where enough are free, and writes the movements.
    with departure as (
      select d.position, i.id, d.qty, l.site_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(position int, part_id bigint, location_id bigint, qty numeric,
        lot text, serial text)
      join location l on l.id = d.location_id
      join inventory i on i.part_id = d.part_id and i.location_id = d.location_id and i.lot is not distinct from d.lot
        and i.serial is not distinct from d.serial
    ), changed as (
      update inventory i set qty = i.qty - d.qty from departure d where i.id = d.id and i.qty - i.qty_committed >= d.qty
      returning d.position, d.site_id, d.qty, i.part_id, i.location_id, i.lot, i.serial
    ), ledger as (
      insert into inventorymovement (site_id, part_id, from_location_id, lot, serial, qty, reason, account_id)
      select site_id, part_id, location_id, lot, serial, qty, ${reason}::text, ${actor.userId}::bigint from changed order by position
    )
    select position from changed`.execute(tx);
  const done = new Set(taken.map(({ position }) => position));
  return departures.filter((_, position) => !done.has(position));
}
