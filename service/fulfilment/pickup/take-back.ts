import { sql } from 'kysely';
import { bringBack } from '../../inventory/stock/bring-back.ts';
import { type LockedOrder, lockOrders, lockStockOf } from '../../inventory/stock/locks.ts';
import { makeInvoices } from '../../invoices/operations.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem, UnknownRecord } from '../../platform/problems/problems.ts';
import { cartonStates, orderStates } from '../../platform/states/states.ts';
import { expectNoLonger, lockReceiptsOf } from '../../receipts/operations.ts';
import { bookWork } from '../work/book-work.ts';
import { assertWholeKits } from '../work/kits/whole-kits.ts';
import { lockLines, ordersOn, type ReadyLine, readLinesOf } from './lines.ts';

export interface Undo {
  readonly pickupId: number;
  /** The pickuplines that did not leave; null for all of the pickup. */
  readonly pickuplineIds: readonly number[] | null;
  readonly reason: string;
}

/**
 * Takes back a pickup, or some of its lines: the units are in their cartons or at the moving location again and wait for pickup, the
 * orders are in progress, and a credit corrects the invoice of each. Labels do not change.
 * @returns the orders, which are locked
 * @throws pickup.undone, order.state, receipt.state, pickup.part-of-kit, record.exists; record.unknown
 */
export async function takeBack(
  context: OperationContext,
  { pickupId, pickuplineIds, reason }: Undo,
): Promise<LockedOrder[]> {
  const { tx, actor } = context;
  const wanted = await wantedLines(tx, pickupId, pickuplineIds);
  const known = await lockOrders(
    tx,
    wanted.flatMap((line) => line.order_ids),
  );
  const ids = wanted.map(({ id }) => id);
  const lines = (await lockLines(tx, ids)).filter((line) => line.pickup_id === pickupId);
  const orders = ordersOn(lines, known);
  if (lines.length < ids.length || orders.length === 0) throw alreadyUndone(pickupId);
  for (const order of orders) orderStates.demand('undoPickup', order);
  const orderIds = orders.map(({ id }) => id);
  const receiptIds = orders.some(({ kind }) => kind === 'transfer') ? await lockReceiptsOf(tx, pickupId, orderIds) : [];
  await lockStockOf(tx, firstOf(lines).site_id, orderIds);
  const back = await bringBack(tx, actor, {
    pickupId,
    cartonLocationIds: lines.flatMap((line) => line.location_id ?? []),
    orderIds: lines.flatMap((line) => line.order_id ?? []),
  });
  await assertGoods(tx, pickupId, orderIds);
  await reopenRecords(tx, pickupId, lines);
  const undone = back.map((line) => ({ ...line, qty: `-${line.qty}` }));
  await bookWork(tx, 'pickup', undone, orderIds);
  await reopenServices(tx, orderIds);
  await expectNoLonger(context, receiptIds, back);
  await assertWholeKits(tx, orderIds);
  const credits = await makeInvoices(tx, { why: 'undo', pickups: new Map(orderIds.map((id) => [id, pickupId])) });
  const cartons = lines.flatMap((line) => line.carton_id ?? []);
  await recordEvent(
    context,
    { event: 'pickup.undone', id: pickupId, orders: orderIds, detail: { reason, cartons } },
    ...lines.flatMap(({ carton_id: id, order_ids }) =>
      id === null ? [] : [{ event: 'carton.closed', id, orders: order_ids } as const],
    ),
    ...orders.flatMap((order) =>
      orderStates.stateOf(order) === 'Fulfilled'
        ? [{ event: 'salesorder.reopened', id: order.id, orders: [order.id] } as const]
        : [],
    ),
    ...credits.map(({ id, order_id }) => ({ event: 'invoice.created', id, orders: [order_id] }) as const),
  );
  return orders;
}

/** Reads the lines of a pickup that are to be taken back. @throws record.unknown, pickup.undone */
async function wantedLines(tx: Tx, pickupId: number, only: readonly number[] | null): Promise<ReadyLine[]> {
  const { rows } = await sql`select from pickup where id = ${pickupId}`.execute(tx);
  if (rows.length === 0) throw new UnknownRecord('pickup', [pickupId]);
  const lines = await readLinesOf(tx, pickupId);
  const missing = (only ?? []).filter((id) => !lines.some((line) => line.id === id));
  if (missing.length > 0) throw new UnknownRecord('pickupline', missing, {}, ` in pickup ${pickupId}`);
  if (lines.length === 0) throw alreadyUndone(pickupId);
  return only === null ? lines : lines.filter(({ id }) => only.includes(id));
}

const alreadyUndone = (pickupId: number) =>
  problem('pickup.undone', `Pickup ${pickupId} has no such lines any more: they were taken back before.`);

/** Refuses orders of services alone: nothing of them has left. @throws pickup.undone */
async function assertGoods(tx: Tx, pickupId: number, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    -- Finds the orders without goods.
    select o.number from salesorder o
    where o.id = any(${orderIds}::bigint[]) and not exists (select from work w where w.order_id = o.id and w.stocked) limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (first)
    throw problem('pickup.undone', `Order ${first.number} has no goods: nothing of pickup ${pickupId} can come back.`);
}

/**
 * Makes cartons and orders ready for pickup again. Only one line of an order without cartons can be ready, so the second one goes: the
 * other holds its units.
 */
async function reopenRecords(tx: Tx, pickupId: number, lines: readonly ReadyLine[]): Promise<void> {
  const ids = lines.map(({ id }) => id);
  const cartonIds = lines.flatMap((line) => line.carton_id ?? []);
  const orderIds = lines.flatMap((line) => line.order_id ?? []);
  await sql`
    -- Opens the lines of the pickup, its cartons and its ships again.
    with merged as (
      delete from pickupline p where p.id = any(${ids}::bigint[]) and p.order_id is not null
        and exists (select from pickupline o where o.order_id = p.order_id and o.pickup_id is null)
      returning p.id
    ), opened as (
      update pickupline set pickup_id = null, updated_at = this_second()
      where id = any(${ids}::bigint[]) and id not in (select id from merged)
    ), closed as (
      update carton set status_id = ${sql.lit(cartonStates.id.Closed)}, updated_at = this_second() where id = any(${cartonIds}::bigint[])
    )
    update shipline set pickup_id = null where pickup_id = ${pickupId} and order_id = any(${orderIds}::bigint[])`.execute(
    tx,
  );
}

/** Lines without stock are done with the last goods of their order, so they are open again. */
async function reopenServices(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    -- Opens the work of the lines without stock.
    with undone as (
      update work set qty_done = 0 where order_id = any(${orderIds}::bigint[]) and not stocked and qty_done > 0 returning line_id
    )
    update salesorderline set qty_picked_up = 0, updated_at = this_second() where id in (select line_id from undone)`.execute(
    tx,
  );
}
