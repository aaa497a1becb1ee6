import { sql } from 'kysely';
import { type CommitHooks, commitHooks } from '../../platform/database/commit-hooks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { openOrders } from '../../platform/states/open.ts';

/** The orders that each transaction may have moved. */
const moved = new WeakMap<CommitHooks, Set<number>>();

/**
 * Has the transaction write the state of orders before it commits: their columns `state`, `step`, `reason` and `since`, which follow
 * from their records (view `order_state`). `lockOrders` calls this, because nothing moves an order without its lock.
 *
 * Stock that arrives is the exception. Orders come before stock in the order of locks, so its transaction must not wait for an
 * order: the other one may wait for the stock. A transaction of its own then writes the state of such an order.
 */
export function keepOrderState(tx: Tx, orderIds: readonly number[]): void {
  const hooks = commitHooks(tx);
  const known = moved.get(hooks);
  if (known) {
    for (const id of orderIds) known.add(id);
    return;
  }
  const ids = new Set(orderIds);
  moved.set(hooks, ids);
  hooks.before.push(async () => {
    moved.delete(hooks);
    if (ids.size === 0) return;
    const leftOut = await writeStates(tx, [...ids]);
    if (leftOut.length > 0) hooks.next.push((next) => lockAndWrite(next, leftOut));
  });
}

/** Tells that a statement of the transaction has written the state of orders, and that nothing after it moves them. */
export function orderStateIsWritten(tx: Tx, orderIds: readonly number[]): void {
  const ids = moved.get(commitHooks(tx));
  for (const id of orderIds) ids?.delete(id);
}

/**
 * The function reads the views of state and readiness by lateral subqueries. A plain join of both has more tables than PostgreSQL
 * reorders (`join_collapse_limit`), and read all 200,000 orders in 2 s.
 * @returns the orders that another transaction has locked
 */
async function writeStates(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const result = await sql<{ left_out: number[] }>`
    -- Writes the state of the orders that this transaction may have moved.
    select keep_order_state(${ids}::bigint[]) as left_out`.execute(tx);
  return firstRow(result).left_out;
}

async function lockAndWrite(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    -- Waits for orders, in the order of their ids.
    select id from salesorder where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
  await writeStates(tx, ids);
}

/**
 * Writes the state of orders that are said to wait for stock and do not. A service that dies between the arrival of stock and
 * the transaction that follows leaves them so.
 */
export async function keepStockedOrders(tx: Tx): Promise<void> {
  await sql`
    -- Writes the state of the orders that are no longer short of stock. An index has the open orders.
    select keep_order_state(array(
      select o.id from salesorder o
      where o.status_id in (${openOrders}) and o.reason = 'stock'
        and not exists (select 1 from work w where w.order_id = o.id and w.qty_short > 0)))`.execute(tx);
}
