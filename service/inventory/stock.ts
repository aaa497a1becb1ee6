import { sql } from 'kysely';
import type { Actor, Tx } from '../operation.ts';
import { problem } from '../problems.ts';

/**
 * Stock: the only module that writes `inventory`, `inventorymovement` and `reservation`. Every function changes a set of rows
 * in one statement, with the ledger in the same statement, and expects its caller to hold `lockStock` for the parts.
 *
 * Who needs how much (cumulated in the order of precedence) is laid beside who has how much (cumulated likewise); where two
 * intervals overlap, that much goes from the one to the other. So one join shares any needs out over any stock, exactly.
 */

/** Part of what an order line needs, reserved at one storage location. */
export interface Allotment {
  work_id: number;
  order_id: number;
  line_id: number;
  part_id: number;
  location_id: number;
  qty: string;
}

/**
 * Reserves what pick work is short of, as far as there is stock in storage at the site: orders by priority, then by time of
 * issue; stock that expires first, then what came in first.
 * @param workIds rows of `work` of the task Pick
 * @returns what was reserved, by work and location
 */
export async function reserve(tx: Tx, siteId: number, workIds: readonly number[]): Promise<Allotment[]> {
  const { rows } = await sql<Allotment>`
    with need as (
      select w.id, w.order_id, w.line_id, w.part_id, w.qty_short as qty,
        sum(w.qty_short) over (partition by w.part_id order by o.priority, o.issue_date nulls last, w.id) as upto
      from work w join salesorder o on o.id = w.order_id
      where w.id = any(${workIds}::int[]) and w.qty_short > 0
    ), have as (
      select i.id, i.part_id, i.location_id, i.qty - i.qty_committed as qty,
        sum(i.qty - i.qty_committed)
          over (partition by i.part_id order by i.expires_on nulls last, i.received_at, i.id) as upto
      from inventory i join location l on l.id = i.location_id
      where i.part_id in (select part_id from need) and i.qty > i.qty_committed
        and l.site_id + 0 = ${siteId} and l.locationtype_id = 1 and l.active
    ), share as (
      select n.id as work_id, n.order_id, n.line_id, n.part_id, h.id as inventory_id, h.location_id,
        least(n.upto, h.upto) - greatest(n.upto - n.qty, h.upto - h.qty) as qty
      from need n join have h on h.part_id = n.part_id
      where n.upto > h.upto - h.qty and h.upto > n.upto - n.qty
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.qty
      from (select inventory_id, sum(qty) as qty from share group by inventory_id) s where i.id = s.inventory_id
    ), reserved as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select order_id, line_id, part_id, inventory_id, qty from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), covered as (
      update work w set qty_short = w.qty_short - s.qty
      from (select work_id, sum(qty) as qty from share group by work_id) s where w.id = s.work_id
    )
    select work_id, order_id, line_id, part_id, location_id, sum(qty) as qty
    from share group by work_id, order_id, line_id, part_id, location_id
    order by work_id, location_id`.execute(tx);
  return rows;
}

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

/** What left the house: units of an order line. */
export interface TakenOut {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

/** Where units leave from. */
export interface Leaving {
  /** Locations of cartons: all that they hold. */
  cartonLocationIds: readonly number[];
  /** Orders without a pack step: what they hold at the moving location and the step before the pickup has let go. */
  orderIds: readonly number[];
  /** Of those orders, only so much of these lines (in units of the line); all of a line without a qty. */
  lines?: readonly { line_id: number; qty?: string | null }[] | null;
}

/** Takes out of stock what orders hold. The reservations are closed and kept: they say what a locked carton held. */
export async function takeOut(tx: Tx, actor: Actor, pickupId: number, from: Leaving): Promise<TakenOut[]> {
  const lines = from.lines ?? null;
  const { rows } = await sql<TakenOut>`
    with detail as (
      select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id int, qty numeric)
    ), allowed as (
      -- What another pick has brought here and nobody has finished yet stays.
      select w.line_id, w.part_id, least(before.qty_done - w.qty_done, d.qty * w.per_unit) as qty
      from work w
      cross join lateral (
        select b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < 4
        order by b.task_id desc limit 1) before
      left join detail d on d.line_id = w.line_id
      where w.order_id = any(${from.orderIds}::int[]) and w.task_id = 4 and w.stocked and before.qty_done > w.qty_done
        and (${lines === null} or d.line_id is not null)
    ), loose as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty, r.inventory_id, i.location_id, i.lot, i.serial,
        a.qty as allowed, sum(r.qty) over (partition by r.line_id, r.part_id order by i.expires_on nulls last, r.id) as upto
      from allowed a
      join reservation r on r.line_id = a.line_id and r.part_id = a.part_id and r.closed_at is null
      join inventory i on i.id = r.inventory_id join location l on l.id = i.location_id and l.locationtype_id = 2
    ), leaving as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty as had, r.qty, r.inventory_id, i.location_id, i.lot, i.serial
      from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
      where i.location_id = any(${from.cartonLocationIds}::int[])
      union all
      select id, order_id, line_id, part_id, qty, least(qty, allowed - (upto - qty)), inventory_id, location_id, lot, serial
      from loose where upto - qty < allowed
    ), stock as (
      update inventory i set qty = i.qty - s.qty, qty_committed = i.qty_committed - s.qty
      from (select inventory_id, sum(qty) as qty from leaving group by inventory_id) s where i.id = s.inventory_id
    ), closed as (
      update reservation r set closed_at = now() from leaving s where r.id = s.id and s.qty = s.had
    ), shrunk as (
      update reservation r set qty = r.qty - s.qty from leaving s where r.id = s.id and s.qty < s.had
    ), parted as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty, closed_at)
      select order_id, line_id, part_id, inventory_id, qty, now() from leaving where qty < had
    ), ledger as (
      insert into inventorymovement (part_id, from_location_id, lot, serial, qty, reason, order_id, line_id, pickup_id, account_id)
      select part_id, location_id, lot, serial, qty, 'pickup', order_id, line_id, ${pickupId}::int, ${actor.userId}::int from leaving
    )
    select order_id, line_id, part_id, sum(qty) as qty from leaving
    group by order_id, line_id, part_id order by line_id, part_id`.execute(tx);
  return rows;
}

/** Ends reservations of order lines in storage: the stock is free for others again. All lines of the orders unless said. */
export async function release(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  await sql`
    with freed as (
      delete from reservation r using inventory i, location l
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null
        and (${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[]))
        and i.id = r.inventory_id and l.id = i.location_id and l.locationtype_id = 1
      returning r.inventory_id, r.qty
    )
    update inventory i set qty_committed = i.qty_committed - f.qty
    from (select inventory_id, sum(qty) as qty from freed group by inventory_id) f where i.id = f.inventory_id`.execute(
    tx,
  );
}

/**
 * The reservation of units of a line follows what a person really takes: another place, other lots or serial numbers. What the
 * line has reserved there for others of its picklines stays as much as it was.
 * @param home where they are reserved now
 * @throws stock.short where not that much is free
 */
export async function reserveInstead(
  tx: Tx,
  of: { order_id: number; line_id: number; part_id: number },
  { home, from, total }: { home: number; from: number; total: string },
  shares: readonly { qty: string; lot?: string | null; serial?: string | null }[],
): Promise<void> {
  if (from !== home) await releaseAt(tx, { ...of, location_id: home, qty: total });
  const { rows } = await sql<{ held: string; rest: string; any: boolean; more: boolean }>`
    select held, rest, held > 0 as any, rest > 0 as more
    from (
      select coalesce(sum(r.qty), 0) as held, coalesce(sum(r.qty), 0) - case when ${from === home} then ${total}::numeric else 0 end as rest
      from reservation r join inventory i on i.id = r.inventory_id
      where r.line_id = ${of.line_id} and r.part_id = ${of.part_id} and i.location_id = ${from} and r.closed_at is null) there`.execute(
    tx,
  );
  const { held, rest, any, more } = rows[0]!;
  if (any) await releaseAt(tx, { ...of, location_id: from, qty: held });
  for (const share of shares) await reserveAt(tx, { ...of, location_id: from, ...share });
  if (more) await reserveAt(tx, { ...of, location_id: from, qty: rest });
}

/** Ends the reservation of `qty` units of a line at one storage location. */
async function releaseAt(
  tx: Tx,
  from: { line_id: number; part_id: number; location_id: number; qty: string },
): Promise<void> {
  await sql`
    with have as (
      select r.id, r.qty, r.inventory_id, sum(r.qty) over (order by r.id desc) as upto
      from reservation r join inventory i on i.id = r.inventory_id
      where r.line_id = ${from.line_id} and r.part_id = ${from.part_id} and i.location_id = ${from.location_id}
        and r.closed_at is null
    ), freed as (
      select id, inventory_id, qty as had, least(qty, ${from.qty}::numeric - (upto - qty)) as qty
      from have where upto - qty < ${from.qty}::numeric
    ), emptied as (
      delete from reservation r using freed f where r.id = f.id and f.qty = f.had
    ), shrunk as (
      update reservation r set qty = r.qty - f.qty from freed f where r.id = f.id and f.qty < f.had
    )
    update inventory i set qty_committed = i.qty_committed - f.qty
    from (select inventory_id, sum(qty) as qty from freed group by inventory_id) f where i.id = f.inventory_id`.execute(
    tx,
  );
}

/**
 * Reserves units of a line at a place of the caller's choice.
 * @throws stock.short where not that much is free there
 */
async function reserveAt(
  tx: Tx,
  at: {
    order_id: number;
    line_id: number;
    part_id: number;
    location_id: number;
    qty: string;
    lot?: string | null;
    serial?: string | null;
  },
): Promise<void> {
  const { rows } = await sql<{ qty: string | null }>`
    with have as (
      select i.id, i.qty - i.qty_committed as qty,
        sum(i.qty - i.qty_committed) over (order by i.expires_on nulls last, i.received_at, i.id) as upto
      from inventory i
      where i.part_id = ${at.part_id} and i.location_id = ${at.location_id} and i.qty > i.qty_committed
        and (${at.lot ?? null}::text is null or i.lot = ${at.lot ?? null})
        and (${at.serial ?? null}::text is null or i.serial = ${at.serial ?? null})
    ), share as (
      select id, least(qty, ${at.qty}::numeric - (upto - qty)) as qty from have where upto - qty < ${at.qty}::numeric
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.qty from share s where i.id = s.id
    ), reserved as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select ${at.order_id}::int, ${at.line_id}::int, ${at.part_id}::int, id, qty from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    )
    select sum(qty) as qty from share having coalesce(sum(qty), 0) < ${at.qty}::numeric`.execute(tx);
  if (rows.length > 0) {
    throw problem(
      'stock.short',
      `Only ${trim(rows[0]!.qty ?? '0')} of ${trim(at.qty)} are free at location ${at.location_id}.`,
      {
        part_id: at.part_id,
        location_id: at.location_id,
      },
    );
  }
}

/**
 * Brings units that orders hold at moving locations or in open and closed cartons back to where they were picked from. They
 * stay reserved for their lines; `release` frees them.
 */
export async function putBack(
  tx: Tx,
  actor: Actor,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  const { rows } = await sql<Carry>`
    select r.line_id, r.part_id, i.location_id as from_location_id, home.location_id as to_location_id, r.qty, i.lot, i.serial
    from reservation r
    join inventory i on i.id = r.inventory_id
    join location l on l.id = i.location_id and l.locationtype_id <> 1
    cross join lateral (
      select m.from_location_id as location_id from inventorymovement m join location s on s.id = m.from_location_id
      where m.order_id = r.order_id and m.line_id = r.line_id and m.part_id = r.part_id and s.locationtype_id = 1
      order by m.lot is not distinct from i.lot and m.serial is not distinct from i.serial desc, m.id desc limit 1) home
    where r.order_id = any(${orderIds}::int[]) and r.closed_at is null
      and (${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[]))
    order by r.id`.execute(tx);
  await carry(tx, actor, 'given back', rows);
}

/** Stock that comes in (qty above zero) or goes out (below), not for an order. */
export interface Adjustment {
  part_id: number;
  location_id: number;
  qty: string;
  reason: string;
  lot?: string | null;
  serial?: string | null;
  expires_on?: string | null;
}

/**
 * Puts stock in or takes it out. What is committed to orders can't be taken out.
 * @returns id of the movement
 * @throws stock.short where less than that is free
 */
export async function adjust(tx: Tx, actor: Actor, a: Adjustment): Promise<number> {
  const out = a.qty.trim().startsWith('-');
  const lot = a.lot ?? null;
  const serial = a.serial ?? null;
  const changed = out
    ? sql`update inventory set qty = qty + ${a.qty}::numeric
          where part_id = ${a.part_id} and location_id = ${a.location_id} and lot is not distinct from ${lot}::text
            and serial is not distinct from ${serial}::text and qty - qty_committed >= -(${a.qty}::numeric)
          returning id`
    : sql`insert into inventory as i (part_id, location_id, lot, serial, expires_on, qty)
          values (${a.part_id}, ${a.location_id}, ${lot}, ${serial}, ${a.expires_on ?? null}::date, ${a.qty}::numeric)
          on conflict (part_id, location_id, lot, serial)
            do update set qty = i.qty + excluded.qty, expires_on = coalesce(excluded.expires_on, i.expires_on)
          returning id`;
  if (serial !== null && !out) await refuseSecond(tx, a.part_id, serial);
  const { rows } = await sql<{ id: string }>`
    with changed as (${changed})
    insert into inventorymovement (part_id, from_location_id, to_location_id, lot, serial, qty, reason, account_id)
    select ${a.part_id}::int, ${out ? a.location_id : null}::int, ${out ? null : a.location_id}::int, ${lot}::text, ${serial}::text,
      abs(${a.qty}::numeric), ${a.reason}::text, ${actor.userId}::int
    from changed returning id`.execute(tx);
  if (rows[0]) return Number(rows[0].id);
  const free = await sql<{ qty: string }>`
    select coalesce(sum(qty - qty_committed), 0) as qty from inventory
    where part_id = ${a.part_id} and location_id = ${a.location_id} and lot is not distinct from ${lot}::text
      and serial is not distinct from ${serial}::text`.execute(tx);
  throw problem(
    'stock.short',
    `Only ${trim(free.rows[0]!.qty)} are free there: what is committed to orders can't be taken out. Void or unissue an order first.`,
  );
}

/** A serial number stands for one unit, wherever it is. */
async function refuseSecond(tx: Tx, partId: number, serial: string): Promise<void> {
  const { rows } = await sql<{ location: string }>`
    select l.name as location from inventory i join location l on l.id = i.location_id
    where i.part_id = ${partId} and i.serial = ${serial} and i.qty > 0 limit 1`.execute(tx);
  if (rows[0]) throw problem('record.exists', `Serial number ${serial} is in stock already, at ${rows[0].location}.`);
}

/** `12.500000` as people write it. */
export function trim(qty: string): string {
  return qty.includes('.') ? qty.replace(/\.?0+$/, '') : qty;
}
