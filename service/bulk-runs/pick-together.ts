import { sql } from 'kysely';
import { createPick } from '../fulfilment/picking/operations.ts';
import { lockOrders } from '../inventory/stock/locks.ts';
import type { ActionSubject } from '../orders/lifecycle/operations.ts';
import { isOpen, orderStates } from '../orders/states.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import { problem } from '../platform/problems/problems.ts';
import { done, nothingToDo, refused, type Verdict } from './verdict.ts';

/**
 * Makes one pick for orders, as far as they can be picked; of the others says why not. One that was held or taken by somebody
 * since does not keep the others back.
 * @throws Problem where no pick can be made of the rest; RulesPending where rules have to speak first
 */
export async function pickTogether(
  context: OperationContext,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Verdict>> {
  const { tx } = context;
  const there = await thatExist(tx, orderIds);
  const orders = there.length === 0 ? [] : await lockOrders(tx, there);
  const stock = await stockOf(tx, there);
  const verdicts = new Map<number, Verdict>();
  for (const id of orderIds) {
    const order = orders.find((each) => each.id === id);
    const verdict = order
      ? inTheWay(order, stock.get(id))
      : refused(problem('record.unknown', `There is no sales order ${id}.`));
    if (verdict) verdicts.set(id, verdict);
  }
  const rest = orderIds.filter((id) => !verdicts.has(id));
  if (rest.length === 0) return verdicts;
  const pickId = await createPick.within(context, { orderIds: rest });
  for (const id of rest) verdicts.set(id, { ...done, pickId });
  return verdicts;
}

/** Why orders would not be picked, as they are now; nothing of those that would. */
export async function foreseePicks(tx: Tx, orders: readonly ActionSubject[]): Promise<ReadonlyMap<number, Verdict>> {
  const stock = await stockOf(
    tx,
    orders.map(({ id }) => id),
  );
  const verdicts = new Map<number, Verdict>();
  for (const order of orders) {
    const verdict = inTheWay(order, stock.get(order.id));
    if (verdict) verdicts.set(order.id, verdict);
  }
  return verdicts;
}

interface Stock {
  /** Something is reserved for it and on no pick yet. */
  readonly ready: boolean;
  readonly short: boolean;
}

function inTheWay(order: ActionSubject, stock: Stock | undefined): Verdict | null {
  if (orderStates.stateOf(order) === 'Fulfilled') return nothingToDo(`Order ${order.number} is Fulfilled already.`);
  if (!isOpen(order)) return refused(orderStates.refuse('work', order));
  if (order.held_at !== null) {
    return refused(problem('order.held', `Order ${order.number} is on hold: ${order.hold_reason}. Release it first.`));
  }
  if (stock?.ready) return null;
  return stock?.short
    ? refused(problem('stock.short', `Of what is left to pick of order ${order.number} nothing is in stock.`))
    : nothingToDo(`Nothing is left to pick of order ${order.number}.`);
}

async function thatExist(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from salesorder where id = any(${orderIds}::int[])`.execute(tx);
  return rows.map((row) => row.id);
}

async function stockOf(tx: Tx, orderIds: readonly number[]): Promise<ReadonlyMap<number, Stock>> {
  const { rows } = await sql<Stock & { order_id: number }>`
    select order_id, bool_or(location_id is not null) as ready, bool_or(location_id is null) as short
    from pickline where order_id = any(${orderIds}::int[]) and pick_id is null group by order_id`.execute(tx);
  return new Map(rows.map((row) => [row.order_id, row]));
}
