import { sql } from 'kysely';
import { pickOrders } from '../fulfilment/picking/operations.ts';
import { closedOrHeld } from '../fulfilment/work/guards.ts';
import { lockOrders } from '../inventory/stock/locks.ts';
import type { ActionSubject } from '../orders/lifecycle/operations.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { orderStates } from '../platform/states/states.ts';
import { done, nothingToDo, refused, type Verdict } from './verdict.ts';

/**
 * Creates one pick for the orders that can be picked, and returns a verdict for each order. An order that someone held or
 * picked in the meantime does not stop the others.
 * @throws Problem if the rest cannot be picked; RulesPending if deferred rules must be evaluated first
 */
export async function pickTogether(
  context: OperationContext,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Verdict>> {
  const { tx } = context;
  const existing = await existingIds(tx, orderIds);
  const orders = existing.length === 0 ? [] : await lockOrders(tx, existing);
  const stock = await stockOf(tx, existing);
  const verdicts = new Map<number, Verdict>();
  for (const id of orderIds) {
    const order = orders.find((each) => each.id === id);
    const verdict = order
      ? pickRefusal(order, stock.get(id))
      : refused(problem('record.unknown', `There is no sales order ${id}.`));
    if (verdict) verdicts.set(id, verdict);
  }
  const rest = orderIds.filter((id) => !verdicts.has(id));
  if (rest.length === 0) return verdicts;
  const { id: pickId } = await pickOrders.within(context, rest);
  for (const id of rest) verdicts.set(id, { ...done, pickId });
  return verdicts;
}

/** What is left to pick of an order. */
export interface OrderStock {
  /** A pickline of the order has a location and no pick. */
  readonly ready: boolean;
  /** A pickline of the order has no stock. */
  readonly short: boolean;
}

/** Returns why an order cannot be picked; null if it can. */
export function pickRefusal(order: ActionSubject, stock: OrderStock | undefined): Verdict | null {
  if (orderStates.stateOf(order) === 'Fulfilled') return nothingToDo(`Order ${order.number} is Fulfilled already.`);
  const refusal = closedOrHeld(order);
  if (refusal) return refused(refusal);
  if (stock?.ready) return null;
  return stock?.short
    ? refused(problem('stock.short', `Nothing that is left to pick of order ${order.number} is in stock.`))
    : nothingToDo(`Nothing is left to pick of order ${order.number}.`);
}

async function existingIds(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const query = sql<Row<'salesorder', 'id'>>`select id from salesorder where id = any(${orderIds}::bigint[])`;
  return (await query.execute(tx)).rows.map((row) => row.id);
}

/** Reads what is left to pick of orders. Orders of which nothing is left are absent. */
export async function stockOf(tx: Tx, orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderStock>> {
  const { rows } = await sql<OrderStock & Row<'pickline', 'order_id'>>`
    -- Selects whether each order has picklines with stock, and without, that are on no pick.
    select order_id, bool_or(location_id is not null) as ready, bool_or(location_id is null) as short
    from pickline where order_id = any(${orderIds}::bigint[]) and pick_id is null group by order_id`.execute(tx);
  return new Map(rows.map((row) => [row.order_id, row]));
}
