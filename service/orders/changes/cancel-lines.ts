import { sql } from 'kysely';
import { cancelPacked } from '../../fulfilment/packing/operations.ts';
import { cancelPicked, cancelUnpicked, pickedToCancel } from '../../fulfilment/picking/operations.ts';
import {
  type CanceledWork,
  canceledRows,
  canceledWork,
  lowerWork,
  type UnitsOfLine,
} from '../../fulfilment/work/canceled-work.ts';
import { endOf } from '../../fulfilment/work/undo.ts';
import { type LockedOrder, lockOrders, lockStock } from '../../inventory/stock/locks.ts';
import { assertWholeWork } from '../../inventory/stock/whole-units.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { planForMany } from '../../platform/database/plan-for-many.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { closeShort, voidOrder } from '../lifecycle/withdraw-order.ts';
import { assertOpen } from './open-quantities.ts';
import type { Unsettled } from './settle.ts';

/** A locked order, with those that share a pick with it: a pick may be finished with the last line. */
export interface WithNeighbours {
  readonly order: LockedOrder;
  readonly orders: readonly LockedOrder[];
}

export async function lockWithNeighbours(tx: Tx, orderId: number): Promise<WithNeighbours> {
  const orders = await lockOrders(
    tx,
    [orderId],
    sql`select order_id from pickline where pick_id = any(array(select distinct pick_id from pickline where order_id = ${orderId}))`,
  );
  return { order: firstOf(orders.filter(({ id }) => id === orderId)), orders };
}

interface Cancellation extends WithNeighbours {
  readonly lines: readonly UnitsOfLine[];
  /** Further parts whose stock is locked: it is to be reserved. */
  readonly alsoParts?: readonly number[];
}

/**
 * Cancels units of lines. The cheapest units go first: units that are short, then reserved ones, then those on a pick, then picked ones,
 * then packed ones. Picked and packed units return to where they were taken from, and people read it on their pick or pack. An order
 * with nothing left to deliver is void, or closed short if a part of it has left.
 * @returns the rest of the change, for `settle`; null for an order that ended
 * @throws order.state for units that are shipped; body.invalid, order.part-of-unit
 */
export async function cancelLines(
  context: OperationContext,
  { order, lines, alsoParts = [] }: Cancellation,
): Promise<Unsettled | null> {
  const { tx } = context;
  await planForMany(tx, lines.length);
  await assertOpen(tx, order, lines);
  const work = await canceledWork(tx, order.id, lines);
  const stocked = work.filter((one) => one.stocked);
  await assertWholeWork(tx, stocked);
  const left = await leftOf(tx, order.id, work);
  if (!left.goods && !left.services) {
    await end(context, order.id);
    return null;
  }
  if (!left.goods && left.hadGoods) throw servicesAlone(order);
  const partIds = [...new Set([...stocked.map(({ part_id }) => part_id), ...alsoParts])];
  await lockStock(tx, order.site_id, partIds);
  const unpicked = await cancelUnpicked(context, work, partIds);
  const picked = await pickedToCancel(tx, order, work, unpicked);
  const { units, changedCartons } = await cancelPacked(context, order, picked);
  await addCanceled(tx, lines);
  const pickIds = await cancelPicked(context, order, picked, units);
  await lowerWork(tx, order.id, work);
  return {
    partIds,
    pickIds: [...unpicked.map(({ pick_id }) => pick_id), ...pickIds],
    changedCartons,
    wasShort: unpicked.some(({ location_id }) => location_id === null),
  };
}

/** Returns whether goods and services are left to deliver. */
async function leftOf(tx: Tx, orderId: number, work: readonly CanceledWork[]) {
  const { rows } = await sql<{ goods: boolean; services: boolean; hadGoods: boolean }>`
    -- Finds the units left to pick up.
    with ${canceledRows(work)}
    select coalesce(bool_or(w.stocked and w.qty - w.qty_done > coalesce(c.qty, 0)), false) as goods,
      coalesce(bool_or(not w.stocked and w.qty - w.qty_done > coalesce(c.qty, 0)), false) as services,
      coalesce(bool_or(w.stocked), false) as "hadGoods"
    from work w left join canceled c on c.line_id = w.line_id and c.part_id = w.part_id
    where w.order_id = ${orderId} and w.task_id = ${sql.lit(task.pickup)}`.execute(tx);
  return firstOf(rows);
}

/** Ends an order without units left to deliver. */
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

async function addCanceled(tx: Tx, lines: readonly UnitsOfLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    -- Adds to the canceled quantities of the lines.
    update salesorderline l set qty_canceled = l.qty_canceled + c.qty, updated_at = this_second()
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c(line_id bigint, qty numeric) where l.id = c.line_id`.execute(
    tx,
  );
}
