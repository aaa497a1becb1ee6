import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which whoever waits for longer looks whether the rate is another one now. */
const lookEvery = 5_000;

/** Lets no more through than so many a second, whoever asks; the rate may change meanwhile. */
export class Pace {
  readonly #signal: AbortSignal;
  readonly #look: () => Promise<number | null>;
  #rate: number | null = null;
  #freeAt = 0;
  #turns: Promise<unknown> = Promise.resolve();

  /** @param look the rate of now, for those who wait long; null where it is no use to wait any more */
  constructor(signal: AbortSignal, look: () => Promise<number | null>) {
    this.#signal = signal;
    this.#look = look;
  }

  /** @param rate a second; null for no limit */
  at(rate: number | null): void {
    this.#rate = rate;
  }

  /** Waits until it is one's turn; so many then count. The first has had its time before it: what came before may be others' doing. */
  turn(count: number): Promise<void> {
    if (this.#rate === null) return Promise.resolve();
    const asked = Date.now();
    const turn = this.#turns.then(() => this.#wait(count, asked));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #wait(count: number, asked: number): Promise<void> {
    const from = Math.max(this.#freeAt, asked);
    for (;;) {
      const due = this.#rate === null ? from : from + (count * 1000) / this.#rate;
      const left = due - Date.now();
      if (left <= 0) {
        this.#freeAt = due;
        return;
      }
      await pause(Math.min(left, lookEvery), undefined, { signal: this.#signal });
      if (left > lookEvery) this.#rate = await this.#look();
    }
  }
}
