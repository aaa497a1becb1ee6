import { Problem, type ProblemCode } from '../problems/problems.ts';

export interface ShareLimits {
  /** The limited resource, for the refusal: `streams of events`. */
  readonly what: string;
  /** Limit of one caller at a time. */
  readonly atOnce: number;
  /** Further requests of the caller in the queue. */
  readonly waiting: number;
  /** The longest wait in milliseconds. */
  readonly longestWait: number;
  /** Default: `caller.too-many-requests`. */
  readonly code?: ProblemCode;
}

/** The requests of one caller. */
interface Share {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * The share of each caller in something that all callers use: connections, threads, streams. One caller would otherwise take it from
 * everybody. Further requests of a caller wait, each caller's in a queue of its own, and beyond a number of them they are refused.
 */
export class CallerShares {
  readonly #limits: ShareLimits;
  readonly #shares = new Map<number, Share>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for the turn of a request.
   * @param signal ends the wait when the caller is gone
   * @returns a function that ends the request. It may be called several times
   * @throws 429 with the code of the limits
   */
  async take(userId: number, signal?: AbortSignal): Promise<() => void> {
    const share = this.#shares.get(userId) ?? { running: 0, waiting: new Set() };
    if (share.running >= this.#limits.atOnce) await this.#turn(share, signal);
    else share.running += 1;
    this.#shares.set(userId, share);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#pass(userId, share);
    };
  }

  /** Waits until a request of the caller ends and passes its place on. */
  #turn(share: Share, signal: AbortSignal | undefined): Promise<void> {
    if (share.waiting.size >= this.#limits.waiting) throw this.#refusal(share);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        share.waiting.delete(begin);
        settle();
      };
      const begin = () => end(resolve);
      const leave = () => end(() => reject(this.#refusal(share)));
      const timer = setTimeout(leave, this.#limits.longestWait).unref();
      signal?.addEventListener('abort', leave, { once: true });
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
    const { what, atOnce, code = 'caller.too-many-requests' } = this.#limits;
    const more = waiting.size > 0 ? `, and ${waiting.size} more wait` : '';
    const detail = `You have ${atOnce} ${what} at once${more}. Try again in a second.`;
    return new Problem(code, detail, {}, { 'retry-after': '1' });
  }
}
