import { sql } from 'kysely';
import { type LockedOrder, lockOrders, lockRecord, lockStock, lockStockOf } from '../database/locks.ts';
import { type Carry, carry, trim } from '../inventory/stock.ts';
import { type OperationContext, operation } from '../operation.ts';
import { mayBeWorkedOn } from '../orders/guards.ts';
import { bookWork } from '../orders/work.ts';
import { happened } from '../outbox/happened.ts';
import { readyOrders } from '../pickup/ready.ts';
import { problem } from '../problems.ts';
import { movingLocationOf } from './moving-location.ts';
import { ofParts } from './of-parts.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { shortOf } from './shortage.ts';

const status = { open: 1, finished: 2, void: 3 } as const;

/** Part of an order to be worked on: this much of a line, in units of the line; all that is open where no qty is said. */
export interface LineDetail {
  line_id: number;
  qty?: string | null;
}

export interface PickChoice {
  orderIds: readonly number[];
  /** Only lines of these parts. */
  partIds?: readonly number[] | null;
  lines?: readonly LineDetail[] | null;
}

/**
 * Makes one pick of what is reserved for the orders and on no pick yet (spec 4.4, design page §5).
 * @returns id of the pick
 * @throws stock.short where there is open work, but no stock for any of it; pick.nothing-left where there is none
 */
export const createPick = operation('pick.create', async (context, choice: PickChoice) => {
  const orders = await lockOrders(context.tx, choice.orderIds);
  const { siteId } = mayBeWorkedOn(orders);
  const pickId = await takePicklines(context, siteId, choice);
  if (pickId === null) throw await nothingToPick(context, orders);
  return pickId;
});

/** @returns id of the new pick, or null where nothing is left to take */
export async function takePicklines(
  context: OperationContext,
  siteId: number,
  { orderIds, partIds = null, lines = null }: PickChoice,
): Promise<number | null> {
  const { tx, actor } = context;
  const { rows } = await sql<{ id: number; order_id: number }>`
    with detail as (
      select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id int, qty numeric)
    ), free as (
      select p.*, w.per_unit, sum(p.qty) over (partition by p.work_id order by p.id) as upto
      from pickline p join work w on w.id = p.work_id
      where p.order_id = any(${orderIds}::int[]) and p.pick_id is null and p.location_id is not null
        and (${partIds}::int[] is null or ${ofParts(partIds)})
    ), wanted as (
      select f.*, case when d.qty is null then f.qty else least(f.qty, d.qty * f.per_unit - (f.upto - f.qty)) end as take
      from free f left join detail d on d.line_id = f.line_id
      where (${lines === null} or d.line_id is not null) and (d.qty is null or f.upto - f.qty < d.qty * f.per_unit)
    ), made as (
      insert into pick (site_id, created_by) select ${siteId}::int, ${actor.userId}::int where exists (select 1 from wanted)
      returning id
    ), rest as (
      insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
      select work_id, order_id, line_id, part_id, location_id, qty - take from wanted where take < qty
    )
    update pickline p set pick_id = made.id, qty = w.take, updated_at = now()
    from made, wanted w where p.id = w.id
    returning made.id, p.order_id`.execute(tx);
  const pickId = rows[0]?.id;
  if (pickId === undefined) return null;
  await happened(context, { event: 'pick.created', id: pickId, orders: [...new Set(rows.map((row) => row.order_id))] });
  return pickId;
}

async function nothingToPick({ tx }: OperationContext, orders: readonly LockedOrder[]) {
  const short = await shortOf(
    tx,
    orders.map((order) => order.id),
  );
  return (
    short ?? problem('pick.nothing-left', `Nothing is left to pick of order ${orders.map((o) => o.number).join(', ')}.`)
  );
}

/**
 * Finishes a pick: what was committed is booked, uncommitted lines go back to their orders. Repeating it changes nothing.
 */
export const finishPick = operation('pick.finish', async (context, pickId: number) => {
  const orderIds = await ordersOfPick(context.tx, pickId);
  const orders = await lockOrders(context.tx, orderIds);
  const pick = await lockRecord(context.tx, 'pick', pickId);
  if (pick.status_id === status.finished) return;
  if (pick.status_id === status.void)
    throw problem('pick.state', `Pick ${pickId} is Void: its orders were taken off it.`);
  await finishPicks(context, [pickId], orders);
});

/** Finishes open picks whose orders are locked. */
export async function finishPicks(
  context: OperationContext,
  pickIds: readonly number[],
  orders: readonly LockedOrder[],
): Promise<void> {
  const { tx } = context;
  const { rows: lines } = await sql<{
    pick_id: number;
    order_id: number;
    line_id: number;
    part_id: number;
    qty: string;
    back: boolean;
  }>`
    with was as (
      select id, pick_id, qty_committed = 0 as back from pickline where pick_id = any(${pickIds}::int[])
    ), closed as (
      update pick set status_id = ${status.finished}, finished_at = now(), updated_at = now() where id = any(${pickIds}::int[])
    )
    update pickline p set finished = not w.back, pick_id = case when w.back then null else p.pick_id end, updated_at = now()
    from was w where p.id = w.id
    returning w.pick_id, order_id, line_id, part_id, qty_committed as qty, w.back`.execute(tx);
  const rows = lines.filter((line) => !line.back);
  await bookWork(tx, 'pick', rows);
  const picked = new Set(rows.map((row) => row.order_id));
  const straightOut = orders.filter(
    (o) => picked.has(o.id) && !o.required.includes('pack') && !o.required.includes('ship'),
  );
  if (straightOut.length > 0)
    await readyOrders(
      tx,
      straightOut.map((order) => order.id),
    );
  await happened(
    context,
    ...pickIds.map((id) => {
      const own = lines.filter((line) => line.pick_id === id);
      const event = { event: 'pick.finished', id, orders: own.map((line) => line.order_id) } as const;
      return { ...event, detail: { lines: own.filter((line) => !line.back).length } };
    }),
  );
}

/** Commits every open line of picks from where it is reserved. The stock of their parts is locked. */
async function commitAll(
  { tx, actor }: OperationContext,
  movingLocationId: number,
  pickIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number; line_id: number; part_id: number; location_id: number; qty: string }>`
    update pickline set qty_committed = qty, updated_at = now()
    where pick_id = any(${pickIds}::int[]) and qty_committed = 0
    returning id, line_id, part_id, location_id, qty`.execute(tx);
  const carries: Carry[] = rows.map((row) => ({
    line_id: row.line_id,
    part_id: row.part_id,
    from_location_id: row.location_id,
    to_location_id: movingLocationId,
    qty: row.qty,
    pickline_id: row.id,
  }));
  await carry(tx, actor, 'pick', carries);
}

/** Does the Pick task for orders at once: makes the pick, commits it from where it is reserved, finishes it. */
export interface PerformPick {
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Pick what is there and leave the rest open; otherwise a shortage of anything refuses it. */
  partial?: boolean;
}

/**
 * @returns id of the pick
 * @throws stock.short naming every part that is short, unless `partial`
 */
export const performPick = operation('task.pick', async (context, input: PerformPick) => {
  const { tx } = context;
  const orders = await lockOrders(tx, input.orderIds);
  const { siteId } = mayBeWorkedOn(orders);
  const ids = orders.map((order) => order.id);
  const begun = await begunPicks(tx, ids);
  if (begun.short && !input.partial) {
    const short = await shortOf(tx, ids, input.lines);
    if (short) throw short;
  }
  const made = await takePicklines(context, siteId, input);
  const pickIds = [...(input.lines ? [] : begun.picks), ...(made === null ? [] : [made])];
  if (pickIds.length === 0) {
    const elsewhere = [...begun.shared, ...begun.picks];
    if (elsewhere.length > 0) {
      const others = begun.shared.length > 0 ? ' together with other orders' : '';
      throw problem(
        'pick.state',
        `What is left to pick is on pick ${elsewhere.join(', ')}${others}. Finish or delete it first.`,
      );
    }
    throw await nothingToPick(context, orders);
  }
  await lockStockOf(tx, siteId, ids);
  await commitAll(context, movingLocationOf(orders[0]!), pickIds);
  await finishPicks(context, pickIds, orders);
  return pickIds.at(-1)!;
});

/** Open picks of the orders: those that hold nothing else, and those they share with others. */
async function begunPicks(tx: OperationContext['tx'], orderIds: readonly number[]) {
  const { rows } = await sql<{ picks: number[]; shared: number[]; short: boolean }>`
    with open as (
      select p.id, bool_and(l.order_id = any(${orderIds}::int[])) as own
      from pick p join pickline l on l.pick_id = p.id
      where p.status_id = ${status.open}
        and p.id in (select pick_id from pickline where order_id = any(${orderIds}::int[]) and not finished)
      group by p.id
    )
    select coalesce(array_agg(id order by id) filter (where own), '{}') as picks,
      coalesce(array_agg(id order by id) filter (where not own), '{}') as shared,
      exists (select 1 from work where order_id = any(${orderIds}::int[]) and qty_short > 0) as short
    from open`.execute(tx);
  return rows[0]!;
}

/**
 * Deletes a pick and gives back everything: committed units return to where they were taken from, lines to their orders.
 * @throws pick.state where some of it went on into a pack, a ship or a pickup
 */
export const deletePick = operation('pick.delete', async (context, pickId: number) => {
  const { tx, actor } = context;
  const orderIds = await ordersOfPick(tx, pickId);
  await lockOrders(tx, orderIds);
  const pick = await lockRecord(tx, 'pick', pickId);
  const lines = await sql<{
    id: number;
    order_id: number;
    line_id: number;
    part_id: number;
    qty: string;
    finished: boolean;
  }>`
    select id, order_id, line_id, part_id, qty_committed as qty, finished from pickline where pick_id = ${pickId} order by id`.execute(
    tx,
  );
  const committed = lines.rows.filter((line) => Number(line.qty) > 0);
  if (pick.status_id === status.finished) await refuseIfGoneOn(tx, pickId);

  await lockStock(
    tx,
    pick.site_id,
    committed.map((line) => line.part_id),
  );
  const back = await sql<Carry>`
    select m.line_id, m.part_id, m.to_location_id as from_location_id, m.from_location_id as to_location_id,
      m.qty, m.lot, m.serial, m.pickline_id
    from inventorymovement m
    where m.reason = 'pick' and m.pickline_id = any(${committed.map((line) => line.id)}::int[])
      -- Only its last commit: a line whose pick was deleted before has older ones.
      and m.id > coalesce((select max(b.id) from inventorymovement b where b.pickline_id = m.pickline_id and b.reason = 'given back'), 0)
    order by m.id`.execute(tx);
  await carry(tx, actor, 'given back', back.rows);
  if (pick.status_id === status.finished) {
    await bookWork(
      tx,
      'pick',
      committed.map((line) => ({ ...line, qty: `-${line.qty}` })),
      orderIds,
    );
    await sql`delete from pickupline u where u.order_id = any(${orderIds}::int[]) and u.pickup_id is null
      and (select sum(w.qty_done) filter (where w.task_id = 1) = sum(w.qty_done) filter (where w.task_id = 4)
        from work w where w.order_id = u.order_id and w.stocked)`.execute(tx);
  }
  await sql`update pickline set pick_id = null, qty_committed = 0, finished = false, updated_at = now() where pick_id = ${pickId}`.execute(
    tx,
  );
  await sql`delete from pick where id = ${pickId}`.execute(tx);
  await happened(context, { event: 'pick.deleted', id: pickId, orders: orderIds });
});

/** What was picked later can stay; what is already used up by a later step cannot be given back. */
async function refuseIfGoneOn(tx: OperationContext['tx'], pickId: number): Promise<void> {
  const { rows } = await sql<{ part: string; qty: string; step: 'pack' | 'ship' | 'pickup'; on: number | null }>`
    with own as (
      select order_id, line_id, part_id, sum(qty_committed) as qty from pickline where pick_id = ${pickId} and finished
      group by order_id, line_id, part_id
    ), used as (
      select o.part_id, p.qty_done - o.qty as left, w.task_id, w.qty_done,
        (select sum(k.qty) from packline k where k.work_id = w.id) as packed,
        (select min(k.pack_id) from packline k where k.work_id = w.id) as pack_id,
        (select min(s.id) from shipline l join ship s on s.id = l.ship_id where l.order_id = o.order_id and s.status_id = 1) as ship_id
      from own o
      join work p on p.line_id = o.line_id and p.part_id = o.part_id and p.task_id = 1
      join work w on w.line_id = o.line_id and w.part_id = o.part_id and w.task_id > 1
    )
    select p.number as part, greatest(u.qty_done, u.packed) as qty, lower(t.name) as step,
      case u.task_id when 2 then u.pack_id when 3 then u.ship_id end as on
    from used u join part p on p.id = u.part_id join task t on t.id = u.task_id
    where greatest(u.qty_done, u.packed) > u.left or (u.task_id = 3 and u.ship_id is not null)
    order by u.task_id desc, p.id`.execute(tx);
  if (!rows[0]) return;
  const { step, on, qty, part } = rows[0];
  const why = {
    pickup: `${trim(qty)} of part ${part} were picked up`,
    ship:
      on === null
        ? `${trim(qty)} of part ${part} were shipped. Delete the ship first`
        : `it goes with ship ${on}. Delete the ship first`,
    pack: `${trim(qty)} of part ${part} are on pack ${on}. Delete the pack first`,
  }[step];
  throw problem('pick.state', `Pick ${pickId} can't be deleted: ${why}.`);
}
