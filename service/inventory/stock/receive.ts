import { sql } from 'kysely';
import { isDay } from '../../../lib/expressions/instant.ts';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { inRange } from '../../platform/database/overflow.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { tooManyUnits } from './quantity.ts';

/** Units that come in at a storage location. */
export interface Arrival {
  readonly part_id: number;
  readonly location_id: number;
  readonly qty: string;
  readonly lot: string | null;
  readonly serial: string | null;
  /** A day, or a time at the site of the location. */
  readonly expires_on: string | null;
}

/**
 * Puts the units of many places into stock, and writes the ledger: one statement for all of them. Units that come into an empty row
 * are new stock, as in `adjust`. The caller holds `lockStock` for the parts.
 * @returns the ids of the movements, in the order of the arrivals
 * @throws record.exists where a serial number is in stock already
 */
export async function receive(
  tx: Tx,
  actor: Actor,
  reason: string,
  arrivals: readonly Arrival[],
): Promise<Row<'inventorymovement', 'id'>['id'][]> {
  await assertNewSerials(tx, arrivals);
  const rows = arrivals.map(({ expires_on, ...arrival }, position) => ({
    ...arrival,
    position,
    day: expires_on !== null && isDay(expires_on) ? expires_on : null,
    moment: expires_on !== null && !isDay(expires_on) ? expires_on : null,
  }));
  const statement = sql<Row<'inventorymovement', 'id'>>`
    -- Adds the units to the stock, and writes the movements.
    with arrival as (
      select a.position, a.part_id, a.location_id, l.site_id, a.qty, a.lot, a.serial,
        coalesce(a.day, (a.moment at time zone zone_of_site(l.site_id))::date) as expires_on
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(position int, part_id bigint, location_id bigint, qty numeric,
        lot text, serial text, day date, moment timestamptz)
      join location l on l.id = a.location_id
    ), stocked as (
      insert into inventory as i (part_id, location_id, lot, serial, expires_on, qty)
      select part_id, location_id, lot, serial, min(expires_on), sum(qty) from arrival group by part_id, location_id, lot, serial
      on conflict (part_id, location_id, lot, serial)
        do update set qty = i.qty + excluded.qty,
          received_at = case when i.qty = 0 then excluded.received_at else i.received_at end,
          expires_on = case when i.qty = 0 then excluded.expires_on else coalesce(excluded.expires_on, i.expires_on) end
    )
    insert into inventorymovement (site_id, part_id, to_location_id, lot, serial, qty, reason, account_id)
    select site_id, part_id, location_id, lot, serial, qty, ${reason}::text, ${actor.userId}::bigint from arrival order by position
    returning id`;
  const { rows: movements } = await inRange(statement.execute(tx), () => tooManyUnits(arrivals[0]?.qty ?? '0'));
  return movements.map(({ id }) => id);
}

/** Refuses serial numbers that are in stock: each stands for one unit, at any location. */
async function assertNewSerials(tx: Tx, arrivals: readonly Arrival[]): Promise<void> {
  const named = arrivals.filter(({ serial }) => serial !== null);
  if (named.length === 0) return;
  const { rows } = await sql<{ serial: string; location: Column<'location', 'name'> }>`
    -- Finds a serial number that is in stock.
    select i.serial, l.name as location
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as a(part_id bigint, serial text)
    join inventory i on i.part_id = a.part_id and i.serial = a.serial and i.qty > 0 join location l on l.id = i.location_id
    order by i.id limit 1`.execute(tx);
  const [first] = rows;
  if (first) throw problem('record.exists', `Serial number ${first.serial} is in stock already, at ${first.location}.`);
}
