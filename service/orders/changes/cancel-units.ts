import { sql } from 'kysely';
import { cancelPicked, cancelUnpicked, endPicks, pickedToCancel } from '../../fulfilment/picking/operations.ts';
import { allocateBackorders } from '../../fulfilment/work/allocate-backorders.ts';
import {
  type CanceledLine,
  type CanceledWork,
  canceledRows,
  canceledWork,
  lowerWork,
} from '../../fulfilment/work/canceled-work.ts';
import { readyOrders } from '../../fulfilment/work/ready.ts';
import { endOf } from '../../fulfilment/work/undo.ts';
import { type LockedOrder, lockOrders, lockStock } from '../../inventory/stock/locks.ts';
import { assertWholeWork } from '../../inventory/stock/whole-units.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';
import { retotal } from '../drafts/totals.ts';
import { closeShort, voidOrder } from '../lifecycle/withdraw-order.ts';
import { assertOpen } from './open-quantities.ts';

export interface Cancellation {
  readonly orderId: number;
  readonly lines: readonly CanceledLine[];
  readonly reason: string;
}

/**
 * Cancels units of lines of an issued order. What costs least goes first: units that are short, then reserved ones, then those on a pick, then
 * picked ones. Picked units return to where they were taken from, and people read it on their pick. An order with nothing left to deliver is
 * void, or closed short if a part of it has left.
 * @throws order.state for an order that is not open, and for units that are packed, shipped or picked up; body.invalid, order.part-of-unit
 */
export const cancelUnits = operation('salesorderline.cancel', async (context, cancellation: Cancellation) => {
  const { tx } = context;
  const { orderId, lines, reason } = cancellation;
  const orders = await lockWithNeighbours(tx, orderId);
  const order = firstOf(orders.filter(({ id }) => id === orderId));
  orderStates.demand('cancelUnits', order);
  await assertOpen(tx, order, lines);
  const work = await canceledWork(tx, orderId, lines);
  const stocked = work.filter((one) => one.stocked);
  await assertWholeWork(tx, stocked);
  const detail = { reason, canceled: lines.map(({ line_id, qty }) => ({ line_id, qty: Number(qty) })) };
  await recordEvent(context, { event: 'salesorder.modified', id: orderId, orders: [orderId], detail });
  const left = await leftOf(tx, orderId, work);
  if (!left.goods && !left.services) return end(context, orderId);
  if (!left.goods && left.hadGoods) throw servicesAlone(order);
  const partIds = stocked.map(({ part_id }) => part_id);
  await lockStock(tx, order.site_id, partIds);
  const unpicked = await cancelUnpicked(context, work, partIds);
  const picked = await pickedToCancel(tx, order, work, unpicked);
  await addCanceled(tx, lines);
  const pickIds = await cancelPicked(context, order, picked);
  await lowerWork(tx, orderId, work);
  await allocateBackorders(context, order.site_id, partIds);
  await endPicks(context, orders, [...unpicked.map(({ pick_id }) => pick_id), ...pickIds]);
  if (!order.required.includes('pack') && !order.required.includes('ship')) await readyOrders(tx, readyIds(order));
  await retotal(tx, orderId);
  if (unpicked.some(({ location_id }) => location_id === null) && (await isStocked(tx, orderId)))
    await recordEvent(context, { event: 'salesorder.stocked', id: orderId, orders: [orderId] });
});

/** Locks the order, and those that share a pick with it: the pick may be finished with the last line. */
const lockWithNeighbours = (tx: Tx, orderId: number): Promise<LockedOrder[]> =>
  lockOrders(
    tx,
    [orderId],
    sql`select n.order_id from pickline l join pickline n on n.pick_id = l.pick_id where l.order_id = ${orderId}`,
  );

const readyIds = (order: LockedOrder): number[] => (orderStates.stateOf(order) === 'In Progress' ? [order.id] : []);

/** Returns whether goods and services are left to deliver. */
async function leftOf(tx: Tx, orderId: number, work: readonly CanceledWork[]) {
  const { rows } = await sql<{ goods: boolean; services: boolean; hadGoods: boolean }>`
    -- Finds what is left to pick up.
    with ${canceledRows(work)}
    select coalesce(bool_or(w.stocked and w.qty - w.qty_done > coalesce(c.qty, 0)), false) as goods,
      coalesce(bool_or(not w.stocked and w.qty - w.qty_done > coalesce(c.qty, 0)), false) as services,
      coalesce(bool_or(w.stocked), false) as "hadGoods"
    from work w left join canceled c on c.line_id = w.line_id and c.part_id = w.part_id
    where w.order_id = ${orderId} and w.task_id = ${sql.lit(task.pickup)}`.execute(tx);
  return firstOf(rows);
}

/** Ends an order of which nothing is left to deliver. */
async function end(context: OperationContext, orderId: number): Promise<void> {
  const { isPickedUp } = await endOf(context.tx, orderId);
  if (isPickedUp) await closeShort.within(context, orderId);
  else await voidOrder.within(context, { orderId });
}

const servicesAlone = ({ id, number }: LockedOrder): Problem =>
  problem(
    'order.state',
    `Order ${number} would keep lines without goods alone. Cancel those lines first, then this one ends the order.`,
    { order_id: id },
  );

async function addCanceled(tx: Tx, lines: readonly CanceledLine[]): Promise<void> {
  await sql`
    -- Adds to the canceled quantities of the lines.
    update salesorderline l set qty_canceled = l.qty_canceled + c.qty, updated_at = this_second()
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c(line_id bigint, qty numeric) where l.id = c.line_id`.execute(
    tx,
  );
}

async function isStocked(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from work where order_id = ${orderId} and qty_short > 0 limit 1`.execute(tx);
  return rows.length === 0;
}
