import { sql } from 'kysely';
import { orderPath } from '../../../records/sales-order.ts';
import { allocateBackorders } from '../../fulfilment/work/allocate-backorders.ts';
import { endOf } from '../../fulfilment/work/undo.ts';
import { type LockedOrder, lockOrder, lockStock } from '../../inventory/stock/locks.ts';
import { putBack, release } from '../../inventory/stock/release.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { carriedLines, task } from '../../platform/states/kinds.ts';
import { isWaitingDraft } from '../../platform/states/open.ts';
import { cartonStates, orderStates } from '../../platform/states/states.ts';
import { withdrawRequest } from './issue-request.ts';
import { leaveLists } from './leave-lists.ts';
import { notePutBack } from './note-put-back.ts';
import { wayBack } from './way-back.ts';

/**
 * Returns an issued order to draft: its reservations are released, and its plan and work are deleted. A waiting draft becomes a draft
 * that nobody asks to be issued.
 * @throws order.state for an order of which something is picked, or that is not open
 */
export const unissue = operation('salesorder.unissue', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.stateOf(order) === 'In Progress')
    throw orderStates.refuse('unissue', order, await wayBack(tx, order, 'without goods on the way'));
  if (isWaitingDraft(order)) {
    await withdrawRequest(context, order);
    await recordEvent(context, { event: 'salesorder.unissued', id: orderId, orders: [orderId] });
    return;
  }
  if (orderStates.repeated('unissue', order)) return;
  await notePutBack(context, orderId, { why: 'unissue' });
  await returnStock(context, order);
  await leaveLists(context, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`
    -- Makes the order a draft again, with the priority and the carrier from before its issue.
    update salesorder set status_id = ${sql.lit(orderStates.id.Draft)}, plan = null, ruleset = null, wave = null, attention = null, issue_date = null,
      priority = coalesce((plan -> 'before' ->> 'priority')::int, priority),
      carrier_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrier_id')::bigint else carrier_id end,
      carrierservicelevel_id = case when plan -> 'before' ? 'carrier_id' then (plan -> 'before' ->> 'carrierservicelevel_id')::bigint
        else carrierservicelevel_id end,
      updated_at = this_second()
    where id = ${orderId}`.execute(tx);
  await recordEvent(context, { event: 'salesorder.unissued', id: orderId, orders: [orderId] });
});

export interface Voiding {
  orderId: number;
  /** Name of the person who decides. Null for the caller. */
  by?: string | null;
}

/**
 * Voids an order. Its picked and packed goods return to storage.
 * @throws order.state for an order of which something is picked up
 */
export const voidOrder = operation('salesorder.void', async (context, { orderId, by = null }: Voiding) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.repeated('void', order)) return;
  if (isWaitingDraft(order)) await withdrawRequest(context, order);
  await assertNotPickedUp(tx, order);
  await notePutBack(context, orderId, { why: 'void', by });
  await returnStock(context, order);
  await leaveLists(context, orderId);
  await sql`delete from work where order_id = ${orderId}`.execute(tx);
  await sql`update salesorderline set qty_canceled = qty, qty_picked = 0, qty_packed = 0, qty_shipped = 0, updated_at = this_second()
    where salesorder_id = ${orderId}`.execute(tx);
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id.Void)}, attention = null, updated_at = this_second() where id = ${orderId}`.execute(
    tx,
  );
  const detail = by === null ? {} : { by };
  // The workflow of a draft exists only while the draft waits to be issued.
  const signals = orderStates.stateOf(order) !== 'Draft' || isWaitingDraft(order);
  await recordEvent(context, { event: 'salesorder.voided', id: orderId, orders: [orderId], signals, detail });
});

/**
 * Closes an order with the quantities that were delivered, which may be none. The rest is canceled and returns to storage.
 * @throws order.state for a draft, and for an order with nothing left to cancel
 */
export const closeShort = operation('salesorder.closeshort', async (context, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (orderStates.repeated('closeShort', order)) return;
  await notePutBack(context, orderId, { why: 'closeshort' });
  await returnStock(context, order);
  await leaveLists(context, orderId);
  // Sets the work to the quantities that were picked up, and cancels the rest of each line.
  await sql`
    -- Lowers work and order lines to what is picked up. The rest is canceled.
    with closed as (
      update work set qty = w.picked_up, qty_done = w.picked_up, qty_short = 0
      from (select a.id, coalesce(max(p.qty_done), 0) as picked_up from work a
        left join work p on p.line_id = a.line_id and p.part_id = a.part_id and p.task_id = ${sql.lit(task.pickup)}
        where a.order_id = ${orderId} group by a.id) w
      where work.id = w.id
    )
    update salesorderline set qty_canceled = qty - qty_picked_up, qty_picked = qty_picked_up,
      qty_packed = least(qty_packed, qty_picked_up), qty_shipped = least(qty_shipped, qty_picked_up), updated_at = this_second()
    where salesorder_id = ${orderId} and linetype_id in (${carriedLines})`.execute(tx);
  await sql`update salesorder set status_id = ${sql.lit(orderStates.id['Closed Short'])}, attention = null, updated_at = this_second() where id = ${orderId}`.execute(
    tx,
  );
  await recordEvent(context, { event: 'salesorder.closedshort', id: orderId, orders: [orderId] });
});

/** Goods that are picked up are delivered. @throws order.state */
async function assertNotPickedUp(tx: Tx, order: LockedOrder): Promise<void> {
  const { isPickedUp, call } = await endOf(tx, order.id);
  if (!isPickedUp) return;
  throw problem(
    'order.state',
    `Order ${order.number} can't be voided: its pickup has begun. Close it short instead: POST ${orderPath(order)}/closeshort.`,
    { order_id: order.id, state: orderStates.stateOf(order), next: [call] },
  );
}

/** Returns picked and packed goods to storage, releases all reservations of the order, and allocates the stock to backorders. */
async function returnStock(context: OperationContext, order: LockedOrder): Promise<void> {
  const { tx, actor } = context;
  // The stocked parts of the order's work.
  const { rows } = await sql<Row<'work', 'part_id'>>`
    select distinct part_id from work where order_id = ${order.id} and stocked`.execute(tx);
  const partIds = rows.map((row) => row.part_id);
  // All parts of its work are locked, reserved or not: stock that arrives now must not be reserved for this order.
  await lockStock(tx, order.site_id, partIds);
  await lightenCartons(tx, order.id);
  await putBack(tx, actor, [order.id]);
  await release(tx, [order.id]);
  // Its own shortages end here, so that it does not get the stock that it returns.
  await sql`update work set qty_short = 0 where order_id = ${order.id}`.execute(tx);
  await allocateBackorders(context, order.site_id, partIds);
}

/**
 * Subtracts the weight of an order's units from the closed cartons that it shares with other orders: labels are booked by the
 * weight of the carton. The units are still in the cartons. Parts without a weight are left out.
 */
async function lightenCartons(tx: Tx, orderId: number): Promise<void> {
  await sql`
    -- Subtracts the weight of the order's units from the closed cartons that hold them.
    with held as (
      select i.location_id, round(sum(r.qty * p.weight_g)) as weight_g
      from reservation r join inventory i on i.id = r.inventory_id join part p on p.id = r.part_id
      where r.order_id = ${orderId} and r.closed_at is null group by i.location_id
    )
    update carton c set weight_g = c.weight_g - h.weight_g, updated_at = this_second()
    from held h where c.location_id = h.location_id and c.status_id = ${sql.lit(cartonStates.id.Closed)} and c.weight_g > h.weight_g`.execute(
    tx,
  );
}
