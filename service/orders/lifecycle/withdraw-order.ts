import { sql } from 'kysely';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { carriedLines, task } from '../../platform/states/kinds.ts';
import { orderStates } from '../states.ts';
import { freeEverything } from './free-stock.ts';
import { withdraw } from './leave-lists.ts';

/**
 * Takes an issued order back to draft: everything it had taken is given back, its plan and work are forgotten.
 * @throws order.state once something of it was picked (delete the pick first) or the order is no longer open
 */
export const unissue = operation('salesorder.unissue', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.stateOf(order) === 'In Progress') await refuseIfStarted(tx, order, 'unissued');
  if (orderStates.repeated('unissue', order)) return;
  await freeEverything(context, order);
  await withdraw(context, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`
    update salesorder set status_id = ${sql.lit(orderStates.id.Draft)}, plan = null, ruleset = null, wave = null, attention = null, issue_date = null,
      priority = coalesce((plan -> 'before' ->> 'priority')::int, priority),
      carrier_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrier_id')::int else carrier_id end,
      carrierservicelevel_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrierservicelevel_id')::int
        else carrierservicelevel_id end,
      updated_at = now()
    where id = ${orderId}`.execute(tx);
  await recordEvent(context, { event: 'salesorder.unissued', id: orderId, orders: [orderId] });
});

export interface Voiding {
  orderId: number;
  /** Who decides it, where that is not the caller. */
  by?: string | null;
}

/**
 * Voids an order. What was picked and packed goes back to storage.
 * @throws order.state after a pickup
 */
export const voidOrder = operation('salesorder.void', async (context, { orderId, by = null }: Voiding) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.repeated('void', order)) return;
  await refuseIfStarted(tx, order, 'voided');
  await freeEverything(context, order);
  await withdraw(context, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`update salesorderline set qty_canceled = qty, qty_picked = 0, qty_packed = 0, qty_shipped = 0, updated_at = now()
    where salesorder_id = ${orderId}`.execute(tx);
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id.Void)}, attention = null, updated_at = now() where id = ${orderId}`.execute(
    tx,
  );
  const detail = by === null ? {} : { by };
  await recordEvent(context, { event: 'salesorder.voided', id: orderId, orders: [orderId], detail });
});

/**
 * Closes an order with what was delivered, be it nothing: the rest is canceled and given back.
 * @throws order.state for a draft, and where nothing is left to cancel
 */
export const closeShort = operation('salesorder.closeshort', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.repeated('closeShort', order)) return;
  await freeEverything(context, order);
  await withdraw(context, orderId);
  await sql`
    with undone as (
      update work set qty = w.picked_up, qty_done = w.picked_up, qty_short = 0
      from (select a.id, coalesce(max(p.qty_done), 0) as picked_up from work a
        left join work p on p.line_id = a.line_id and p.part_id = a.part_id and p.task_id = ${sql.lit(task.pickup)}
        where a.order_id = ${orderId} group by a.id) w
      where work.id = w.id
    )
    update salesorderline set qty_canceled = qty - qty_picked_up, qty_picked = qty_picked_up,
      qty_packed = least(qty_packed, qty_picked_up), qty_shipped = least(qty_shipped, qty_picked_up), updated_at = now()
    where salesorder_id = ${orderId} and linetype_id in (${carriedLines})`.execute(tx);
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id['Closed Short'])}, attention = null, updated_at = now() where id = ${orderId}`.execute(
    tx,
  );
  await recordEvent(context, { event: 'salesorder.closedshort', id: orderId, orders: [orderId] });
});

/** Says which step is in the way: once something was picked it has to go back, and what was picked up is delivered. */
async function refuseIfStarted(tx: Tx, order: LockedOrder, done: 'unissued' | 'voided'): Promise<void> {
  const least = done === 'voided' ? task.pickup : task.pick;
  const { rows } = await sql<{ task_id: number; step: string }>`
    select w.task_id, lower(t.name) as step from work w join task t on t.id = w.task_id
    where w.order_id = ${order.id} and w.task_id >= ${least}::int and w.qty_done > 0 order by w.task_id desc limit 1`.execute(
    tx,
  );
  const begun = rows[0];
  if (!begun) return;
  const instead =
    begun.task_id === task.pickup
      ? `Close it short instead: POST /salesorder/${order.id}/closeshort.`
      : `Delete the ${begun.step} first, or void the order.`;
  throw problem('order.state', `Order ${order.number} can't be ${done}: its ${begun.step} has begun. ${instead}`, {
    order_id: order.id,
    state: orderStates.stateOf(order),
  });
}
