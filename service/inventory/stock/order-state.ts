import { sql } from 'kysely';
import { type CommitHooks, commitHooks } from '../../platform/database/commit-hooks.ts';
import type { Tx } from '../../platform/database/operation.ts';

/** The orders that each transaction may have moved. */
const moved = new WeakMap<CommitHooks, Set<number>>();

/**
 * Has the transaction write the state of orders before it commits: their columns `state`, `step`, `reason` and `since`, which follow
 * from their records (view `order_state`). `lockOrders` calls this, because nothing moves an order without its lock. Stock that
 * arrives is the exception: an order that gets stock while somebody works on it is written by that other transaction.
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
    await sql`
      -- Writes the state of the orders that this transaction may have moved.
      select keep_order_state(${[...ids].sort((a, b) => a - b)}::bigint[])`.execute(tx);
  });
}
