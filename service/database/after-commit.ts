import type { Tx } from '../operation.ts';

const waiting = new WeakMap<Tx, Set<() => void>>();

/** Has `then` called once the transaction is committed; never if it is rolled back. The same function is called once. */
export function afterCommit(tx: Tx, then: () => void): void {
  const calls = waiting.get(tx) ?? new Set();
  waiting.set(tx, calls.add(then));
}

export function committed(tx: Tx): void {
  for (const call of waiting.get(tx) ?? []) call();
}
