import { sql } from 'kysely';
import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { setDetails } from '../work/carton-details.ts';
import { assertStart } from '../work/guards.ts';
import type { StepTask } from '../work/step.ts';
import { lockLines, lockOpenLines, ordersOn } from './lines.ts';
import { makePickups, nothingReady, pickUp } from './pick-up.ts';

/**
 * Performs the Pickup task: picks up everything of the orders that is ready.
 * @returns id of the pickup
 */
export const performPickup = operation('task.pickup', async (context, input: StepTask) => {
  const { tx } = context;
  const { orderIds, lines: details = null } = input;
  const { rows: ready } = await sql<Row<'pickupline', 'id'> & { order_ids: number[] }>`
    -- Finds the open pickuplines of the orders, each with all of its orders.
    select p.id, array_agg(all_of.order_id) as order_ids
    from pickupline p join pickupline_order all_of on all_of.pickupline_id = p.id
    where p.pickup_id is null
      and p.id in (select pickupline_id from pickupline_order where order_id = any(${orderIds}::bigint[]))
      ${details === null ? sql`` : sql`and ${holdsLines(details)}`}
    group by p.id`.execute(tx);
  const orders = await lockOrders(tx, [...orderIds, ...ready.flatMap((row) => row.order_ids)]);
  const ownOrders = orders.filter((order) => orderIds.includes(order.id));
  const siteId = assertStart(context, ownOrders, 'pickup');
  const lineIds = ready.map((row) => row.id);
  const locked = await lockLines(tx, lineIds);
  const lines = locked.filter((line) => line.pickup_id === null);
  if (lines.length === 0) throw await nothingReady(tx, orders, details);
  const cartons = lines.flatMap(({ carton_id, order_ids }) => (carton_id === null ? [] : { id: carton_id, order_ids }));
  if (input.details) await setDetails(context, cartons, input.details);
  return pickUp(context, siteId, lines, ordersOn(lines, orders), details);
});

/**
 * Picks up locked orders of one site, each with a pickup of its own (`apart`). It leaves out orders that share a carton or have
 * nothing ready.
 * @returns the pickup of each order
 */
export async function pickUpLocked(
  context: OperationContext,
  orders: readonly LockedOrder[],
): Promise<Map<number, number>> {
  const { tx } = context;
  const { site_id: siteId } = firstOf(orders);
  const orderIds = orders.map(({ id }) => id);
  const open = await lockOpenLines(tx, orderIds);
  const shared = new Set(open.flatMap(({ order_ids }) => (order_ids.length > 1 ? order_ids : [])));
  const lines = open.filter(({ order_ids }) => !order_ids.some((id) => shared.has(id)));
  if (lines.length === 0) return new Map();
  return makePickups(context, { siteId, lines, orders: ordersOn(lines, orders), details: null, apart: true });
}

/** SQL: the carton of the pickupline `p` has units of the lines, or its order has one of the lines. */
const holdsLines = (lines: readonly LineDetail[]) => sql`(exists (
  select 1 from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
  where c.id = p.carton_id and r.line_id = any(${lineIdsOf(lines)}::bigint[]))
  or exists (select 1 from salesorderline l where l.salesorder_id = p.order_id and l.id = any(${lineIdsOf(lines)}::bigint[])))`;
