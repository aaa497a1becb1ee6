import { type RawBuilder, sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { inRange } from '../../platform/database/overflow.ts';
import type { Column } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { tooManyUnits, trim } from './quantity.ts';
import { whereThePartIs } from './where-the-part-is.ts';

/** Units that no order has, of one part and one lot or serial number. */
export interface FreeUnits {
  readonly part_id: number;
  /** Null for units from outside. */
  readonly from: number | null;
  /** Null for units that leave. */
  readonly to: number | null;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly qty: string;
  /** The expiry date of units from outside, `2027-01-31`. Others keep theirs. */
  readonly expires_on?: string | null;
  readonly reason: string;
  /** The order line that they once left with, for the ledger. */
  readonly order_id: number;
  readonly line_id: number;
}

const sameUnits = (one: string, other: string) =>
  sql.raw(`${one}.part_id = ${other}.part_id
  and ${one}.lot is not distinct from ${other}.lot and ${one}.serial is not distinct from ${other}.serial`);

/**
 * Moves free units: in from outside, from location to location, or out. Two statements write stock and ledger for any number of units,
 * because a location may give and take units of one part. The caller holds `lockStock` for the parts.
 * @throws stock.short where fewer units are free; record.exists where a serial number that comes in is in stock
 */
export async function moveFree(tx: Tx, actor: Actor, units: readonly FreeUnits[]): Promise<void> {
  const moves = units.filter(({ from, to }) => from !== to);
  if (moves.length === 0) return;
  await assertNotInStock(tx, moves);
  const unit = sql`
    jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as u(part_id bigint, "from" bigint, "to" bigint, lot text, serial text, qty numeric,
      expires_on date, reason text, order_id bigint, line_id bigint)`;
  if (moves.some(({ from }) => from !== null)) await lower(tx, unit);
  const arrival = sql`
    -- Puts the units where they belong, and writes the ledger.
    with unit as materialized (select * from ${unit}
    ), arrived as (
      insert into inventory as i (part_id, location_id, lot, serial, expires_on, received_at, qty)
      select u.part_id, u."to", u.lot, u.serial, min(coalesce(f.expires_on, u.expires_on)), coalesce(min(f.received_at), this_second()), sum(u.qty)
      from unit u left join inventory f on f.location_id = u."from" and ${sameUnits('f', 'u')}
      where u."to" is not null group by u.part_id, u."to", u.lot, u.serial
      on conflict (part_id, location_id, lot, serial) do update set qty = i.qty + excluded.qty,
        received_at = case when i.qty = 0 then excluded.received_at else least(i.received_at, excluded.received_at) end,
        expires_on = case when i.qty = 0 then excluded.expires_on else least(i.expires_on, excluded.expires_on) end
    )
    insert into inventorymovement (site_id, part_id, from_location_id, to_location_id, lot, serial, qty, reason, order_id, line_id, account_id)
    select l.site_id, u.part_id, u."from", u."to", u.lot, u.serial, u.qty, u.reason, u.order_id, u.line_id, ${actor.userId}::bigint
    from unit u join location l on l.id = coalesce(u."from", u."to")`;
  await inRange(arrival.execute(tx), () => tooManyUnits(moves[0]?.qty ?? '0'));
}

/** Lowers the stock that units leave. @throws stock.short */
async function lower(tx: Tx, unit: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ part_id: number; location_id: number; qty: string }>`
    -- Lowers the stock, and returns a place where fewer units are free.
    with leaving as (
      select part_id, "from" as location_id, lot, serial, sum(qty) as qty from ${unit} where "from" is not null group by 1, 2, 3, 4
    ), departed as (
      update inventory i set qty = i.qty - l.qty from leaving l
      where i.location_id = l.location_id and ${sameUnits('i', 'l')} and i.qty - i.qty_committed >= l.qty
      returning i.part_id, i.location_id, i.lot, i.serial
    )
    select l.part_id, l.location_id, l.qty from leaving l left join departed d on d.location_id = l.location_id and ${sameUnits('d', 'l')}
    where d.part_id is null limit 1`.execute(tx);
  const [short] = rows;
  if (!short) return;
  throw problem('stock.short', `${trim(short.qty)} units are no longer free where they arrived: somebody moved them.`, {
    part_id: short.part_id,
    location_id: short.location_id,
    next: [whereThePartIs(short.part_id)],
  });
}

/** Refuses serial numbers from outside that are in stock: each stands for one unit. @throws record.exists */
async function assertNotInStock(tx: Tx, units: readonly FreeUnits[]): Promise<void> {
  const incoming = units.filter(({ from, serial }) => from === null && serial !== null);
  if (incoming.length === 0) return;
  const { rows } = await sql<{ serial: string; location: Column<'location', 'name'> }>`
    -- Finds serial numbers that are in stock already.
    select i.serial, l.name as location
    from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) as u(part_id bigint, serial text)
    join inventory i on i.part_id = u.part_id and i.serial = u.serial and i.qty > 0 join location l on l.id = i.location_id limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (first) throw problem('record.exists', `Serial number ${first.serial} is in stock already, at ${first.location}.`);
}
