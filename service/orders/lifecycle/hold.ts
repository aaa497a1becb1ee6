import { sql } from 'kysely';
import { createPick } from '../../fulfilment/picking/operations.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { orderStates } from '../states.ts';

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

/** Ends the hold of an order. The engine continues, and the pick that issue would have created is created now. */
export const release = operation('salesorder.release', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (order.held_at === null) return;
  const result = await sql<{ picks: boolean }>`
    -- Ends the hold, and tells whether the plan creates a pick and the order has none yet.
    update salesorder set held_at = null, hold_reason = null, updated_at = this_second() where id = ${orderId}
    returning status_id = ${sql.lit(orderStates.id.Issued)} and coalesce((plan ->> 'create_pick')::boolean, false) and exists (
      select 1 from pickline p where p.order_id = salesorder.id and p.location_id is not null)
      and not exists (select 1 from pickline p where p.order_id = salesorder.id and p.pick_id is not null) as picks`.execute(
    tx,
  );
  await recordEvent(context, { event: 'salesorder.released', id: orderId, orders: [orderId] });
  if (firstRow(result).picks) await createPick.within(context, { orderIds: [orderId] });
});
