import type { Wakeup } from './wakeups.ts';

/** Milliseconds between two looks for work that other processes left: at first, doubling to the second number. */
const [shortestPause, longestPause] = [50, 1_000];

export interface WaitingClaim<Work> {
  /** Claims work that is due; null where another look may find some at once. */
  readonly look: () => Promise<readonly Work[] | null>;
  /** Makes work due again whose worker disconnected before the answer. */
  readonly giveBack: (work: readonly Work[]) => Promise<void>;
  /** Milliseconds that the claim waits for work. */
  readonly wait: number;
  /** Aborted when the worker has gone. */
  readonly gone: AbortSignal;
}

/**
 * Claims of workers that wait for work, without a connection to the database. A commit in this process ends the wait; work of other
 * processes is found by looks.
 */
export class WaitingClaims {
  readonly #wakeup: Wakeup;
  readonly #waits = new Set<Wait>();
  #isStopped = false;

  constructor(wakeup: Wakeup) {
    this.#wakeup = wakeup;
  }

  /** Ends all claims that wait. */
  stop(): void {
    this.#isStopped = true;
    for (const wait of this.#waits) wait.wake();
  }

  /** Returns whether a claim must take nothing any more: its worker has gone, or the service stops. */
  areOver(gone: AbortSignal): boolean {
    return gone.aborted || this.#isStopped;
  }

  /** Waits for work. @returns none if there is none within the wait */
  async claim<Work>({ look, giveBack, wait: longest, gone }: WaitingClaim<Work>): Promise<readonly Work[]> {
    const ends = performance.now() + longest;
    for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
      const wait = new Wait(this.#wakeup, gone);
      this.#waits.add(wait);
      try {
        const work = this.areOver(gone) ? [] : await look();
        if (gone.aborted && work?.length) await giveBack(work);
        const left = ends - performance.now();
        if (work?.length || this.areOver(gone) || left <= 0) return work ?? [];
        if (work && (await wait.until(Math.min(pause, left)))) pause = shortestPause;
      } finally {
        this.#waits.delete(wait);
        wait.end();
      }
    }
  }
}

/** Waits for work. It counts from its construction on, so that nothing is missed between a look and the wait. */
class Wait {
  readonly #woken: Promise<true>;
  readonly #unregister: () => void;
  readonly #gone: AbortSignal;
  wake: () => void = () => undefined;

  constructor(wakeup: Wakeup, gone: AbortSignal) {
    this.#woken = new Promise((resolve) => {
      this.wake = () => resolve(true);
    });
    this.#gone = gone;
    this.#unregister = wakeup.on(this.wake);
    gone.addEventListener('abort', this.wake);
  }

  /** @param pause milliseconds @returns whether something woke it before the pause was over */
  async until(pause: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), pause);
    });
    try {
      return await Promise.race([this.#woken, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#unregister();
    this.#gone.removeEventListener('abort', this.wake);
  }
}
