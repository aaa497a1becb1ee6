import { commitHooks } from '../database/commit-hooks.ts';
import type { Tx } from '../database/operation.ts';

const listeners = new Set<() => void>();

/** Wakes the relays of this process once the transaction is committed: something for the engine lies in the outbox. */
export function ringAfter(tx: Tx): void {
  commitHooks(tx).after.add(ring);
}

function ring(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that ends it */
export function onRing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
