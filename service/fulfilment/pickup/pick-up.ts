import { sql } from 'kysely';
import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockStockOf } from '../../inventory/stock/locks.ts';
import { takeOut } from '../../inventory/stock/take-out.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { cartonStates } from '../packing/states.ts';
import { shipStates } from '../shipping/states.ts';
import { bookWork } from '../work/book-work.ts';
import { assertWorkable } from '../work/guards.ts';
import { scopeName } from '../work/open-lists.ts';
import { onOpenPicks } from '../work/open-picks.ts';
import { readyOrders } from '../work/ready.ts';
import { makeInvoices } from './invoices.ts';
import type { ReadyLine } from './lines.ts';

/** Returns the problem that nothing of the orders, or of these lines, is ready for pickup. It names the open picks of the orders. */
export async function nothingReady(
  tx: Tx,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
): Promise<Problem> {
  const orderIds = orders.map((order) => order.id);
  const nothing = `Nothing of ${scopeName(orders, lines)} is ready for pickup.${await onOpenPicks(tx, orderIds)}`;
  return problem(
    'pickup.nothing-left',
    `${nothing} GET /salesorder/${firstOf(orders).id}/progress says what to do first.`,
  );
}

/**
 * Picks up ready cartons and orders: units leave the stock, and invoices are made. Orders and pickuplines are locked.
 * @param details of orders without a pack step, only these quantities of these lines
 * @returns id of the pickup
 */
export async function pickUp(
  context: OperationContext,
  siteId: number,
  lines: readonly ReadyLine[],
  orders: readonly LockedOrder[],
  details: readonly LineDetail[] | null = null,
): Promise<number> {
  const { tx, actor } = context;
  assertWorkable(orders, 'pickup');
  const orderIds = orders.map((order) => order.id);
  const cartonIds = lines.flatMap((line) => line.carton_id ?? []);
  const wholeOrders = lines.flatMap((line) => line.order_id ?? []);
  const cartonLocationIds = lines.flatMap((line) => line.location_id ?? []);

  await lockStockOf(tx, siteId, orderIds);
  const { rows } = await sql<{ id: number }>`
    -- Makes the pickup, and marks its lines, cartons and ships.
    with new_pickup as (
      insert into pickup (site_id, created_by) values (${siteId}, ${actor.userId}) returning id
    ), marked as (
      update pickupline p set pickup_id = n.id, updated_at = this_second()
      from new_pickup n where p.id = any(${lines.map((line) => line.id)}::bigint[])
    ), locked as (
      update carton set status_id = ${sql.lit(cartonStates.id.Locked)}, updated_at = this_second() where id = any(${cartonIds}::bigint[])
    ), shipped as (
      update shipline l set pickup_id = n.id from new_pickup n, ship s
      where l.order_id = any(${wholeOrders}::bigint[]) and l.pickup_id is null and s.id = l.ship_id
        and s.status_id = ${sql.lit(shipStates.id.Finished)}
    )
    select id from new_pickup`.execute(tx);
  const pickupId = firstOf(rows).id;
  const pickedUp = await takeOut(tx, actor, pickupId, { cartonLocationIds, orderIds: wholeOrders, lines: details });
  if (details !== null && pickedUp.length === 0 && !(await anyWithoutStock(tx, wholeOrders)))
    throw await nothingReady(tx, orders, details);
  const fulfilled = await bookWork(tx, 'pickup', pickedUp, orderIds);
  // The lines that were left out are still ready.
  if (details !== null && wholeOrders.length > 0) await readyOrders(tx, wholeOrders);
  const invoices = await makeInvoices(tx, pickupId, orderIds);
  await recordEvent(
    context,
    { event: 'pickup.created', id: pickupId, orders: orderIds, detail: { cartons: cartonIds.length } },
    ...lines.flatMap((line) =>
      line.carton_id === null ? [] : [{ event: 'carton.locked', id: line.carton_id, orders: line.order_ids } as const],
    ),
    ...invoices.map((invoice) => ({ event: 'invoice.created', id: invoice.id, orders: [invoice.order_id] }) as const),
    ...fulfilled.map((id) => ({ event: 'salesorder.fulfilled', id, orders: [id] }) as const),
  );
  return pickupId;
}

/** Returns whether one of the orders has services alone. All of its lines are picked up together. */
async function anyWithoutStock(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${orderIds}::bigint[]) as o(id)
    where not exists (select 1 from work w where w.order_id = o.id and w.stocked) limit 1`.execute(tx);
  return rows.length > 0;
}
