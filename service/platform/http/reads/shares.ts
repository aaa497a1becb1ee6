import { Problem } from '../../problems/problems.ts';

export interface ReadShareLimits {
  /** Reads of one caller that the service answers at once. */
  readonly atOnce: number;
  /** Further reads of the caller that wait for their turn. */
  readonly waiting: number;
  /** The longest wait in milliseconds. */
  readonly longestWait: number;
}

/** The reads of one caller. */
interface Share {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * The share of each caller in the connections for reads. Eight expensive lists at once would otherwise stop the reads of
 * everybody. A read counts until its answer has left the process, so a caller who does not read answers takes memory for his
 * share alone. The next reads of a caller wait, and beyond a number of them they are refused.
 */
export class ReadShares {
  readonly #limits: ReadShareLimits;
  readonly #shares = new Map<number, Share>();

  /** @param connections the connections for reads. A caller gets half of them */
  constructor(connections: number, limits: Partial<ReadShareLimits> = {}) {
    this.#limits = { atOnce: Math.max(1, Math.floor(connections / 2)), waiting: 100, longestWait: 10_000, ...limits };
  }

  /**
   * Waits for the turn of a read.
   * @param signal ends the wait, when nobody waits for the answer
   * @returns a function that ends the read. It may be called several times
   * @throws 429 `caller.too-many-reads`
   */
  async take(userId: number, signal: AbortSignal): Promise<() => void> {
    const share = this.#shares.get(userId) ?? { running: 0, waiting: new Set() };
    this.#shares.set(userId, share);
    if (share.running < this.#limits.atOnce) share.running += 1;
    else await this.#turn(share, signal);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#pass(userId, share);
    };
  }

  /** Waits until a read of the caller ends and passes its place on. */
  #turn(share: Share, signal: AbortSignal): Promise<void> {
    if (share.waiting.size >= this.#limits.waiting) throw this.#refusal(share);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        share.waiting.delete(begin);
        settle();
      };
      const begin = () => end(resolve);
      const leave = () => end(() => reject(this.#refusal(share)));
      const timer = setTimeout(leave, this.#limits.longestWait).unref();
      signal.addEventListener('abort', leave, { once: true });
      share.waiting.add(begin);
    });
  }

  #pass(userId: number, share: Share): void {
    const [next] = share.waiting;
    if (next) {
      next();
      return;
    }
    share.running -= 1;
    if (share.running === 0) this.#shares.delete(userId);
  }

  #refusal({ waiting }: Share): Problem {
    const detail = `You read ${this.#limits.atOnce} answers at once, and ${waiting.size} more wait. Try again in a second.`;
    return new Problem('caller.too-many-reads', detail, {}, { 'retry-after': '1' });
  }
}
