import { sql } from 'kysely';
import { type LockedOrder, lockOrder, lockStock } from '../database/locks.ts';
import { serveWaiting } from '../inventory/arrival.ts';
import { putBack, release } from '../inventory/stock.ts';
import { type OperationContext, operation } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { problem } from '../problems.ts';
import { isOpen, statusName } from './guards.ts';
import { withdraw } from './withdraw.ts';
import { orderStatus } from './work.ts';

/**
 * Takes an issued order back to draft: everything it had taken is given back, its plan and work are forgotten.
 * @throws order.state once something of it was picked (delete the pick first) or the order is no longer open
 */
export const unissue = operation('salesorder.unissue', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (order.status_id === orderStatus.draft) return;
  if (!isOpen(order))
    throw problem('order.state', `Order ${order.number} is ${statusName(order)} and can't go back to draft.`);
  await refuse(tx, order, 'unissued', ['pick', 'pack', 'ship', 'pickup']);
  await freeEverything(context, order);
  await withdraw(tx, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`
    update salesorder set status_id = ${orderStatus.draft}, plan = null, ruleset = null, attention = null, issue_date = null,
      priority = coalesce((plan -> 'before' ->> 'priority')::int, priority),
      carrier_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrier_id')::int else carrier_id end,
      carrierservicelevel_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrierservicelevel_id')::int
        else carrierservicelevel_id end,
      updated_at = now()
    where id = ${orderId}`.execute(tx);
  await happened(context, { event: 'salesorder.unissued', id: orderId, orders: [orderId] });
});

/**
 * Voids an order. What was picked and packed goes back to storage.
 * @throws order.state after a pickup
 */
export const voidOrder = operation('salesorder.void', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (order.status_id === orderStatus.void) return;
  if (order.status_id !== orderStatus.draft && !isOpen(order)) {
    throw problem('order.state', `Order ${order.number} is ${statusName(order)} and can't be voided.`);
  }
  await refuse(tx, order, 'voided', ['pickup']);
  await freeEverything(context, order);
  await withdraw(tx, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`update salesorderline set qty_canceled = qty, qty_picked = 0, qty_packed = 0, qty_shipped = 0, updated_at = now()
    where salesorder_id = ${orderId}`.execute(tx);
  await sql`update salesorder set status_id = ${orderStatus.void}, attention = null, updated_at = now() where id = ${orderId}`.execute(
    tx,
  );
  await happened(context, { event: 'salesorder.voided', id: orderId, orders: [orderId] });
});

/**
 * Closes an order with what was delivered, be it nothing: the rest is canceled and given back.
 * @throws order.state for a draft, and where nothing is left to cancel
 */
export const closeShort = operation('salesorder.closeshort', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (order.status_id === orderStatus.closedShort) return;
  if (!isOpen(order))
    throw problem('order.state', `Order ${order.number} is ${statusName(order)} and can't be closed short.`);
  await freeEverything(context, order);
  await withdraw(tx, orderId);
  await sql`
    with undone as (
      update work set qty = w.picked_up, qty_done = w.picked_up, qty_short = 0
      from (select a.id, coalesce(max(p.qty_done), 0) as picked_up from work a
        left join work p on p.line_id = a.line_id and p.part_id = a.part_id and p.task_id = 4
        where a.order_id = ${orderId} group by a.id) w
      where work.id = w.id
    )
    update salesorderline set qty_canceled = qty - qty_picked_up, qty_picked = qty_picked_up,
      qty_packed = least(qty_packed, qty_picked_up), qty_shipped = least(qty_shipped, qty_picked_up), updated_at = now()
    where salesorder_id = ${orderId} and linetype_id in (1, 9)`.execute(tx);
  await sql`update salesorder set status_id = ${orderStatus.closedShort}, attention = null, updated_at = now() where id = ${orderId}`.execute(
    tx,
  );
  await happened(context, { event: 'salesorder.closedshort', id: orderId, orders: [orderId] });
});

/** Refuses where one of the steps has begun for the order, naming it. */
async function refuse(
  tx: OperationContext['tx'],
  order: LockedOrder,
  done: string,
  steps: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ step: string }>`
    select lower(t.name) as step from work w join task t on t.id = w.task_id
    where w.order_id = ${order.id} and w.qty_done > 0 and lower(t.name) = any(${steps}::text[])
    order by t.id desc limit 1`.execute(tx);
  if (!rows[0]) return;
  const todo =
    rows[0].step === 'pickup' ? 'Close it short instead.' : `Delete the ${rows[0].step} first, or void the order.`;
  throw problem('order.state', `Order ${order.number} can't be ${done}: its ${rows[0].step} has begun. ${todo}`);
}

/** Stock in storage is free again; what was picked or packed goes back to storage first. Orders that wait get it. */
async function freeEverything(context: OperationContext, order: LockedOrder): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ part_id: number }>`
    select distinct part_id from work where order_id = ${order.id} and stocked`.execute(tx);
  const partIds = rows.map((row) => row.part_id);
  // All parts of its work, reserved or not: stock that arrives now must not be reserved for it any more.
  await lockStock(tx, order.site_id, partIds);
  await putBack(tx, actor, [order.id]);
  await release(tx, [order.id]);
  // Its own shortages end here: it is not to be served with what it gives back.
  await sql`update work set qty_short = 0 where order_id = ${order.id}`.execute(tx);
  await serveWaiting(context, order.site_id, partIds);
}
