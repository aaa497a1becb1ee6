import type { Attention, OrderProgress } from './messages.ts';

/** Activity or wait of an order at its step. A `booking` lasts as long as the carrier takes. */
export type ProgressState = 'working' | 'booking' | 'waiting' | 'attention' | 'held';

const noWait = { waitingFor: null, since: null, attention: null } as const;

/** Tracks the activity or wait of an order at its step, with its begin. */
export class ProgressTracker {
  state: ProgressState = 'working';
  /** The wait as the query `progress` shows it. */
  wait: Pick<OrderProgress, keyof typeof noWait> = noWait;
  /** Begin of each wait at this step. Another failed try does not begin a new wait. */
  readonly #begins: Map<string, string>;

  /** @param begins those of the former history */
  constructor(begins: Readonly<Record<string, string>> = {}) {
    this.#begins = new Map(Object.entries(begins));
  }

  get begins(): Record<string, string> {
    return Object.fromEntries(this.#begins);
  }

  /** Resets the state after something succeeded: no wait and no attention is left. */
  reset(): void {
    this.state = 'working';
    this.wait = noWait;
    this.#begins.clear();
  }

  /** @param at milliseconds since 1970 */
  enter(state: ProgressState, waitingFor: string | null, attention: Attention | null, at: number): void {
    const key = attention?.detail ?? `${state} ${waitingFor}`;
    const since = this.#begins.get(key) ?? new Date(at).toISOString();
    this.#begins.set(key, since);
    this.state = state;
    this.wait = { waitingFor, since, attention };
  }

  /** The code of the reason why the order is blocked, for lists; undefined if it can continue, or only waits in a queue. */
  get reason(): string | undefined {
    return this.wait.attention?.code ?? (this.state === 'held' ? 'order.held' : undefined);
  }
}
