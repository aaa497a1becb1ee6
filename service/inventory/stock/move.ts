import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { trim } from './quantity.ts';

/** Units of an order line to be carried from one place to another. */
export interface Carry {
  line_id: number;
  part_id: number;
  from_location_id: number;
  to_location_id: number;
  qty: string | number;
  /** Only units of this lot or with this serial number; any that are reserved where both are null. */
  lot?: string | null;
  serial?: string | null;
  pickline_id?: number | null;
  pack_id?: number | null;
}

/**
 * Carries units that belong to order lines to another place: stock, reservation and ledger in one statement.
 * No place may be both a source and a target in one call.
 * @throws stock.short where a line has not that much at the place it is to be taken from
 */
export async function carry(tx: Tx, actor: Actor, reason: string, carries: readonly Carry[]): Promise<void> {
  for (let at = 0; at < carries.length; at += atOnce)
    await carryAtOnce(tx, actor, reason, carries.slice(at, at + atOnce));
}

/** The statement lays each need beside each unit: its time grows with the square, 0.1 s for 250 and 1.1 s for 1,000. */
const atOnce = 100;

async function carryAtOnce(tx: Tx, actor: Actor, reason: string, carries: readonly Carry[]): Promise<void> {
  const needs = JSON.stringify(carries.map((c, position) => ({ position, ...c })));
  const { rows } = await sql<{ line_id: number; part: string; location: string; qty: string; there: string }>`
    with asked as (
      select n.*, n.lot is not null or n.serial is not null as tracked,
        case when n.lot is null and n.serial is null then ''
          else coalesce(n.lot, '') || chr(31) || coalesce(n.serial, '') end as identity
      from jsonb_to_recordset(${needs}::jsonb) as n(position int, line_id int, part_id int, from_location_id int,
        to_location_id int, qty numeric, lot text, serial text, pickline_id int, pack_id int)
    ), need as (
      select a.*, sum(a.qty) over (partition by line_id, part_id, from_location_id, identity order by position) as upto
      from asked a
    ), place as (
      select distinct line_id, part_id, from_location_id, tracked from asked
    ), own as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty, i.id as inventory_id, i.location_id, i.lot, i.serial, i.expires_on,
        case when p.tracked then coalesce(i.lot, '') || chr(31) || coalesce(i.serial, '') else '' end as identity
      from place p
      join reservation r on r.line_id = p.line_id and r.part_id = p.part_id and r.closed_at is null
      -- The + 0 keeps the planner from going over all that lies at the place.
      join inventory i on i.id = r.inventory_id and i.location_id + 0 = p.from_location_id
    ), have as (
      select o.*, sum(o.qty) over (partition by line_id, part_id, location_id, identity order by expires_on nulls last, id) as upto
      from own o
    ), share as (
      select n.position, n.to_location_id, n.pickline_id, n.pack_id, h.id as reservation_id, h.order_id, h.line_id, h.part_id,
        h.inventory_id, h.location_id, h.lot, h.serial, h.expires_on,
        least(n.upto, h.upto) - greatest(n.upto - n.qty, h.upto - h.qty) as qty
      from need n join have h on h.line_id = n.line_id and h.part_id = n.part_id
        and h.location_id = n.from_location_id and h.identity = n.identity
      where n.upto > h.upto - h.qty and h.upto > n.upto - n.qty
    ), target as (
      insert into inventory as t (part_id, location_id, lot, serial, expires_on, qty, qty_committed)
      select part_id, to_location_id, lot, serial, min(expires_on), sum(qty), sum(qty)
      from share group by part_id, to_location_id, lot, serial
      on conflict (part_id, location_id, lot, serial)
        do update set qty = t.qty + excluded.qty, qty_committed = t.qty_committed + excluded.qty_committed
      returning id, part_id, location_id, lot, serial
    ), source as (
      update inventory i set qty = i.qty - s.qty, qty_committed = i.qty_committed - s.qty
      from (select inventory_id, sum(qty) as qty from share group by inventory_id) s where i.id = s.inventory_id
    ), used as (
      select reservation_id, sum(qty) as qty from share group by reservation_id
    ), shrunk as (
      update reservation r set qty = r.qty - u.qty from used u where r.id = u.reservation_id and r.qty > u.qty
    ), emptied as (
      delete from reservation r using used u where r.id = u.reservation_id and r.qty = u.qty
    ), arrived as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select s.order_id, s.line_id, s.part_id, t.id, sum(s.qty)
      from share s join target t on t.part_id = s.part_id and t.location_id = s.to_location_id
        and t.lot is not distinct from s.lot and t.serial is not distinct from s.serial
      group by s.order_id, s.line_id, s.part_id, t.id
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), ledger as (
      insert into inventorymovement (part_id, from_location_id, to_location_id, lot, serial, qty, reason, order_id, line_id,
        pickline_id, pack_id, account_id)
      select part_id, location_id, to_location_id, lot, serial, qty, ${reason}::text, order_id, line_id,
        pickline_id, pack_id, ${actor.userId}::int
      from share
    )
    select n.line_id, p.number as part, l.name as location, n.qty, coalesce(s.qty, 0) as there
    from asked n
    left join (select position, sum(qty) as qty from share group by position) s on s.position = n.position
    join part p on p.id = n.part_id join location l on l.id = n.from_location_id
    where coalesce(s.qty, 0) < n.qty order by n.position`.execute(tx);
  if (rows.length > 0) {
    const first = rows[0]!;
    throw problem(
      'stock.short',
      `Of part ${first.part}, ${trim(first.qty)} were asked for at ${first.location}, but the order line has ${trim(first.there)} there.`,
      { short: rows.map(({ qty, there, ...line }) => ({ ...line, qty: Number(qty), there: Number(there) })) },
    );
  }
}
