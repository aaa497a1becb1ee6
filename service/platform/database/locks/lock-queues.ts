/** The right of one transaction to wait for a locked record with its connection. */
export interface Turn {
  /** Hands the turn to the next transaction. */
  end(): void;
}

interface Waiter {
  readonly name: string;
  readonly take: (turn: Turn | null) => void;
}

/** Requests that wait in memory for one record. Further ones are refused at once: the queue would outlast their time limit. */
const longestQueue = 50;

/**
 * The queues of the records that are locked for long, in memory. A transaction that waits for a lock holds a
 * connection. So it waits only for a moment, gives the connection back, and waits here in a queue. The first ones of
 * the queues wait with a connection: for one record a quarter of the pool, and for all records together half of it.
 */
export class LockQueues {
  readonly #most: number;
  readonly #mostOfRecord: number;
  readonly #turns = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  /** @param connections the connections of the pool */
  constructor(connections: number) {
    this.#most = Math.max(1, Math.floor(connections / 2));
    this.#mostOfRecord = Math.max(1, Math.floor(connections / 4));
  }

  /** Returns whether transactions wait for a record, so that a further one has to wait behind them. */
  isContended(name: string): boolean {
    return this.#turns.has(name) || this.#waitingFor(name) > 0;
  }

  /**
   * Waits in the queue.
   * @param milliseconds the longest wait
   * @returns null if the wait was too long, or if too many wait already
   */
  turn(name: string, milliseconds: number): Promise<Turn | null> {
    if (this.#waitingFor(name) >= longestQueue) return Promise.resolve(null);
    return new Promise((resolve) => {
      const waiter = {
        name,
        take: (turn: Turn | null) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(turn);
        },
      };
      const timer = setTimeout(() => waiter.take(null), milliseconds);
      this.#waiting.add(waiter);
      this.#handOut();
    });
  }

  #waitingFor(name: string): number {
    let count = 0;
    for (const waiter of this.#waiting) if (waiter.name === name) count += 1;
    return count;
  }

  /** Gives the free turns to the transactions that have waited longest. */
  #handOut(): void {
    for (const waiter of this.#waiting) {
      if (this.#taken >= this.#most) return;
      const ofRecord = this.#turns.get(waiter.name) ?? 0;
      if (ofRecord >= this.#mostOfRecord) continue;
      this.#taken += 1;
      this.#turns.set(waiter.name, ofRecord + 1);
      waiter.take({ end: () => this.#end(waiter.name) });
    }
  }

  #end(name: string): void {
    this.#taken -= 1;
    const left = (this.#turns.get(name) ?? 1) - 1;
    if (left > 0) this.#turns.set(name, left);
    else this.#turns.delete(name);
    this.#handOut();
  }
}
