import type { Attention, OrderProgress } from './messages.ts';

/** Activity or wait of an order at its step. A `booking` lasts as long as the carrier takes. */
export type ProgressState = 'working' | 'booking' | 'waiting' | 'attention' | 'held';

/** Tracks the activity or wait of an order at its step, with its begin. */
export class ProgressTracker {
  #state: ProgressState = 'working';
  #waitingFor: string | null = null;
  #attention: Attention | null = null;
  /** Begin of each wait at this step, in milliseconds since 1970. Another failed try does not begin a new wait. */
  readonly #begins = new Map<string, number>();

  get state(): ProgressState {
    return this.#state;
  }

  /** Resets the state after something succeeded: no wait and no attention is left. */
  reset(): void {
    this.#state = 'working';
    this.#waitingFor = null;
    this.#attention = null;
    this.#begins.clear();
  }

  /** @param at milliseconds since 1970 */
  enter(state: ProgressState, waitingFor: string | null, attention: Attention | null, at: number): void {
    this.#state = state;
    this.#waitingFor = waitingFor;
    this.#attention = attention;
    if (!this.#begins.has(this.#key())) this.#begins.set(this.#key(), at);
  }

  /** Returns the wait as the query `progress` shows it. */
  wait(): Pick<OrderProgress, 'waitingFor' | 'since' | 'attention'> {
    const begin = this.#begins.get(this.#key());
    const since = begin === undefined ? null : new Date(begin).toISOString();
    return { waitingFor: this.#waitingFor, since, attention: this.#attention };
  }

  /**
   * The code of the reason why the order is blocked, for lists; undefined if it can continue, or only waits in a
   * queue.
   */
  get reason(): string | undefined {
    return this.#attention?.code ?? (this.#state === 'held' ? 'order.held' : undefined);
  }

  #key(): string {
    return this.#attention?.detail ?? `${this.#state} ${this.#waitingFor}`;
  }
}
