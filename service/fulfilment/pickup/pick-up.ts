import { sql } from 'kysely';
import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import { takeOut } from '../../inventory/stock/take-out.ts';
import { type LockedOrder, lockStockOf } from '../../platform/database/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { cartonStates } from '../packing/states.ts';
import { shipStates } from '../shipping/states.ts';
import { bookWork } from '../work/book-work.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { inWords } from '../work/open-lists.ts';
import { readyOrders } from '../work/ready.ts';
import { makeInvoices } from './invoices.ts';
import type { ReadyLine } from './lines.ts';

export const nothingReady = (orders: readonly LockedOrder[], lines: readonly LineDetail[] | null = null) =>
  problem(
    'pickup.nothing-left',
    `Nothing of ${inWords(orders, lines)} stands ready for pickup. GET /salesorder/${orders[0]!.id}/progress says what is to be done first.`,
  );

/**
 * Takes what stands ready out of the house. Its orders and pickuplines are locked.
 * @param details of orders without a pack step, only so much of these lines
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
  mayBeWorkedOn(orders, 'pickup');
  const orderIds = orders.map((order) => order.id);
  const cartonIds = lines.flatMap((line) => line.carton_id ?? []);
  const wholeOrders = lines.flatMap((line) => line.order_id ?? []);
  const cartonLocationIds = lines.flatMap((line) => line.location_id ?? []);

  await lockStockOf(tx, siteId, orderIds);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into pickup (site_id, created_by) values (${siteId}, ${actor.userId}) returning id
    ), marked as (
      update pickupline p set pickup_id = made.id, updated_at = now()
      from made where p.id = any(${lines.map((line) => line.id)}::int[])
    ), locked as (
      update carton set status_id = ${sql.lit(cartonStates.id.Locked)}, updated_at = now() where id = any(${cartonIds}::int[])
    ), shipped as (
      update shipline l set pickup_id = made.id from made, ship s
      where l.order_id = any(${wholeOrders}::int[]) and l.pickup_id is null and s.id = l.ship_id
        and s.status_id = ${sql.lit(shipStates.id.Finished)}
    )
    select id from made`.execute(tx);
  const pickupId = rows[0]!.id;
  const taken = await takeOut(tx, actor, pickupId, { cartonLocationIds, orderIds: wholeOrders, lines: details });
  if (details !== null && taken.length === 0 && !(await anyWithoutStock(tx, wholeOrders)))
    throw nothingReady(orders, details);
  const fulfilled = await bookWork(tx, 'pickup', taken, orderIds);
  // What was left out stands ready still.
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

/** Whether one of the orders is of services alone: all its lines go together, whichever are named. */
async function anyWithoutStock(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select 1 from unnest(${orderIds}::int[]) as o(id)
      where not exists (select 1 from work w where w.order_id = o.id and w.stocked)) as any`.execute(tx);
  return rows[0]!.any;
}
