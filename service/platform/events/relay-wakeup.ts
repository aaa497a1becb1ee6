import { commitHooks } from '../database/commit-hooks.ts';
import type { Tx } from '../database/operation.ts';

const listeners = new Set<() => void>();

/** Wakes the relays of this process after the transaction has committed. Call it after writing to the outbox. */
export function wakeRelayAfterCommit(tx: Tx): void {
  commitHooks(tx).after.add(wakeRelays);
}

function wakeRelays(): void {
  for (const listener of listeners) listener();
}

/**
 * Registers a listener for new rows in the outbox.
 * @returns a function that removes the listener
 */
export function onRelayWakeup(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
