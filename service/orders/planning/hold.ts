import { sql } from 'kysely';
import { pickOrders } from '../../fulfilment/picking/operations.ts';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import { groupsWithout } from '../../platform/access/group-members.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { orderStates } from '../../platform/states/states.ts';

/** Puts an order on hold: new work is refused, and open work may be finished. Repeating it with another reason changes the reason. */
export const hold = operation('salesorder.hold', async (context, input: { orderId: number; reason: string }) => {
  const { tx } = context;
  const order = await lockOrder(tx, input.orderId);
  orderStates.demand('hold', order);
  if (order.held_at !== null && order.hold_reason === input.reason) return;
  await sql`update salesorder set held_at = coalesce(held_at, this_second()), hold_reason = ${input.reason}, updated_at = this_second()
    where id = ${order.id}`.execute(tx);
  await recordEvent(context, {
    event: 'salesorder.held',
    id: order.id,
    orders: [order.id],
    detail: { reason: input.reason },
  });
});

/**
 * Ends the hold of a locked order. The engine continues, and the pick that issue would have created is created now. Who may do so is
 * decided before.
 */
export async function endHold(context: OperationContext, orderId: number): Promise<void> {
  const { tx } = context;
  const result = await sql<{ picks: boolean }>`
    -- Ends the hold, and tells whether the plan creates a pick and the order has none yet.
    update salesorder set held_at = null, hold_reason = null, released_by = '{}', updated_at = this_second() where id = ${orderId}
    returning status_id = ${sql.lit(orderStates.id.Issued)} and coalesce((plan ->> 'create_pick')::boolean, false) and exists (
      select 1 from pickline p where p.order_id = salesorder.id and p.location_id is not null)
      and not exists (select 1 from pickline p where p.order_id = salesorder.id and p.pick_id is not null) as picks`.execute(
    tx,
  );
  await recordEvent(context, { event: 'salesorder.released', id: orderId, orders: [orderId] });
  if (firstRow(result).picks) await pickOrders.within(context, [orderId]);
}

/**
 * Checks that the actor is in all groups that the hold names. Administrators (`*`) may release every order: they could put themselves
 * into each group.
 * @throws order.release-by-group
 */
export async function assertRelease({ tx, actor }: OperationContext, order: LockedOrder): Promise<void> {
  const missing = await groupsWithout(tx, actor.userId, order.released_by);
  if (missing.length === 0) return;
  const groups = missing.join(' and ');
  const detail = `Order ${order.number} is held (${order.hold_reason}), and only members of the user group ${groups} may release it.`;
  throw problem('order.release-by-group', detail, { order_id: order.id, groups: missing });
}
