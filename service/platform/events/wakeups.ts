import { commitHooks } from '../database/commit-hooks.ts';
import type { Tx } from '../database/operation.ts';

/** Wakes the listeners of this process after a transaction that left work for them. */
export class Wakeup {
  readonly #listeners = new Set<() => void>();
  readonly #wake = () => {
    for (const listener of this.#listeners) listener();
  };

  afterCommit(tx: Tx): void {
    commitHooks(tx).after.add(this.#wake);
  }

  /** Registers a listener. @returns a function that removes it */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Wakes the claims of relays. Use it after writing to the outbox. */
export const relayWakeup = new Wakeup();
/** Wakes the parts that evaluate the filters of webhooks. */
export const filterWakeup = new Wakeup();
/** Wakes the feed of events. */
export const eventWakeup = new Wakeup();
