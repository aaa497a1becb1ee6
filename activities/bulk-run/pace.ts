import { setTimeout as pause } from 'node:timers/promises';

/** Interval between two reads of the rate by a waiting caller, in milliseconds. */
const readEvery = 5_000;

/** Limits the orders that start in a second. The rate may change at any time. */
export class Pace {
  readonly #signal: AbortSignal;
  readonly #readRate: () => Promise<number | null>;
  #rate: number | null = null;
  #freeAt = 0;
  #turns: Promise<unknown> = Promise.resolve();

  /** @param readRate returns the current rate to callers that wait long; null where waiting is useless */
  constructor(signal: AbortSignal, readRate: () => Promise<number | null>) {
    this.#signal = signal;
    this.#readRate = readRate;
  }

  /** @param rate orders a second; null for no limit */
  setRate(rate: number | null): void {
    this.#rate = rate;
  }

  /** Waits until `count` orders may start. The first call waits too, since another worker may have started orders before. */
  turn(count: number): Promise<void> {
    if (this.#rate === null) return Promise.resolve();
    const calledAt = Date.now();
    const turn = this.#turns.then(() => this.#wait(count, calledAt));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #wait(count: number, calledAt: number): Promise<void> {
    const from = Math.max(this.#freeAt, calledAt);
    for (;;) {
      const due = this.#rate === null ? from : from + (count * 1000) / this.#rate;
      const left = due - Date.now();
      if (left <= 0) {
        this.#freeAt = due;
        return;
      }
      await pause(Math.min(left, readEvery), undefined, { signal: this.#signal });
      if (left > readEvery) this.#rate = await this.#readRate();
    }
  }
}
