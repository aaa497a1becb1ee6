import { setTimeout as pause } from 'node:timers/promises';

/** Lets no more through than so many a second, whoever asks; the rate may change meanwhile. */
export class Pace {
  readonly #signal: AbortSignal;
  #millisecondsEach = 0;
  #freeAt = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @param rate a second; null for no limit */
  at(rate: number | null): void {
    this.#millisecondsEach = rate === null ? 0 : 1000 / rate;
  }

  /** Waits until it is one's turn; so many then count. The first has had its time before it: what came before may be others' doing. */
  async turn(count: number): Promise<void> {
    if (this.#millisecondsEach === 0) return;
    this.#freeAt = Math.max(this.#freeAt, Date.now()) + count * this.#millisecondsEach;
    // A changed rate holds from the next turn on; a pause in between is heard by who asks for the order then.
    await pause(this.#freeAt - Date.now(), undefined, { signal: this.#signal });
  }
}
