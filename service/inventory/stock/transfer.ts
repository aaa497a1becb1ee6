import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { trim } from './quantity.ts';

/** Stock that is carried from one storage location to another. */
export interface Transfer {
  part_id: number;
  from: number;
  to: number;
  qty: string;
  lot?: string | null;
  serial?: string | null;
  reason: string;
  /** Orders whose reserved units go along where what is free is not enough. */
  orderIds: readonly number[];
}

/** Units that an order line has reserved, and that lie elsewhere now. */
export interface Moved {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

/**
 * Carries free units, and then those that orders have reserved, who would be served last first: stock, reservation and ledger in
 * one statement.
 * @returns what went along of orders, and the last movement
 * @throws stock.short where less than that can go
 */
export async function transfer(
  tx: Tx,
  actor: Actor,
  { part_id, from, to, qty, lot = null, serial = null, reason, orderIds }: Transfer,
): Promise<{ moved: Moved[]; movement: number }> {
  const { rows } = await sql<Moved & { movement: string }>`
    with source as (
      select id, lot, serial, expires_on, received_at, least(qty - qty_committed, ${qty}::numeric) as free,
        greatest(${qty}::numeric - (qty - qty_committed), 0) as over
      from inventory
      where part_id = ${part_id} and location_id = ${from} and qty > 0
        and case when ${serial}::text is null then lot is not distinct from ${lot}::text and serial is null
          else serial = ${serial} and lot is not distinct from coalesce(${lot}::text, lot) end
    ), have as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty, s.over,
        sum(r.qty) over (order by o.priority desc, o.issue_date desc nulls first, r.id desc) as upto
      from source s join reservation r on r.inventory_id = s.id and r.closed_at is null join salesorder o on o.id = r.order_id
      where r.order_id = any(${orderIds}::int[])
    ), reserved as (
      select id, order_id, line_id, part_id, qty as had, least(qty, over - (upto - qty)) as qty from have where upto - qty < over
    ), total as (
      select s.id, s.free + coalesce(r.qty, 0) as qty, coalesce(r.qty, 0) as committed
      from source s, (select sum(qty) as qty from reserved) r
    ), left_there as (
      update inventory i set qty = i.qty - t.qty, qty_committed = i.qty_committed - t.committed from total t where i.id = t.id
    ), emptied as (
      delete from reservation r using reserved m where r.id = m.id and m.qty = m.had
    ), shrunk as (
      update reservation r set qty = r.qty - m.qty from reserved m where r.id = m.id and m.qty < m.had
    ), target as (
      insert into inventory as i (part_id, location_id, lot, serial, expires_on, received_at, qty, qty_committed)
      select ${part_id}::int, ${to}::int, s.lot, s.serial, s.expires_on, s.received_at, t.qty, t.committed
      from source s join total t on t.id = s.id
      on conflict (part_id, location_id, lot, serial) do update set qty = i.qty + excluded.qty,
        qty_committed = i.qty_committed + excluded.qty_committed,
        received_at = case when i.qty = 0 then excluded.received_at else least(i.received_at, excluded.received_at) end,
        expires_on = case when i.qty = 0 then excluded.expires_on else least(i.expires_on, excluded.expires_on) end
      returning i.id
    ), arrived as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select m.order_id, m.line_id, m.part_id, t.id, m.qty from reserved m, target t
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), ledger as (
      insert into inventorymovement (part_id, from_location_id, to_location_id, lot, serial, qty, reason, order_id, line_id, account_id)
      select ${part_id}::int, ${from}::int, ${to}::int, s.lot, s.serial, m.qty, ${reason}::text, m.order_id, m.line_id, ${actor.userId}::int
      from source s, (
        select free as qty, null::int as order_id, null::int as line_id from source where free > 0
        union all select qty, order_id, line_id from reserved) m
      returning id, order_id, line_id, part_id, qty
    )
    select order_id, line_id, part_id, qty, max(id) over () as movement from ledger order by line_id nulls first`.execute(
    tx,
  );
  const { rows: sums } = await sql<{ sum: string; enough: boolean }>`
    select coalesce(sum(q), 0) as sum, coalesce(sum(q), 0) >= ${qty}::numeric as enough
    from unnest(${rows.map((row) => row.qty)}::numeric[]) q`.execute(tx);
  const { sum, enough } = sums[0]!;
  if (!enough) {
    const what = serial ? `serial number ${serial}` : lot ? `lot ${lot}` : 'it';
    const reserved =
      orderIds.length > 0 ? '' : ' What orders have reserved goes along within a site only, to a place in use.';
    throw problem(
      'stock.short',
      `Only ${trim(sum)} of ${what} can go, and ${trim(qty)} should.${reserved} GET /inventory?part_id=${part_id} says where which are.`,
      { part_id, location_id: from },
    );
  }
  return { moved: rows.filter((row) => row.order_id !== null), movement: Number(rows[0]!.movement) };
}
