import { type PriorityKey, priorityKeys } from '../../../workflows/contract/priority.ts';

export interface AdmissionLimits {
  /** Calls of bulk work that the service does at once while nobody else is there. */
  readonly atOnce: number;
  /** The same while others are there. */
  readonly beside: number;
  /** Milliseconds after a call of others in which they count as there: between two steps of an order there is no call. */
  readonly linger: number;
}

/** Estimates from the calls of an order and the eight connections. `npm run bench -- beside` measures their effect. */
const defaultLimits: AdmissionLimits = { atOnce: 4, beside: 1, linger: 150 };

/** The priority and the kind of a call. */
export interface AdmittedCall {
  /** Undefined for calls of no workflow, which neither wait nor make others wait. */
  readonly priority: PriorityKey | undefined;
  /** False for a read of a person or a program: it makes nobody wait. */
  readonly counts: boolean;
}

/**
 * Makes the calls of bulk runs and webhooks wait while the service has orders of people and programs to work on. Temporal's
 * priorities alone do not suffice: they order tasks that wait for a worker, but calls wait for connections and processors.
 * One call of bulk work is always in progress, so a bulk run never stops.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #others = 0;
  #othersUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Does a call when its turn comes. @returns what `work` returns */
  async admit<Result>({ priority, counts }: AdmittedCall, work: () => Promise<Result>): Promise<Result> {
    if (priority === undefined) return work();
    if (priority >= priorityKeys.bulkRun) return this.#inTurn(work);
    if (!counts) return work();
    this.#others += 1;
    try {
      return await work();
    } finally {
      this.#others -= 1;
      this.#othersUntil = performance.now() + this.#limits.linger;
      this.#admitLater();
    }
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limit()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        this.#admitLater();
      });
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#admitWaiting();
    }
  }

  #limit(): number {
    const isBeside = this.#others > 0 || performance.now() < this.#othersUntil;
    return isBeside ? this.#limits.beside : this.#limits.atOnce;
  }

  /** Hands free places to the calls that have waited longest. */
  #admitWaiting(): void {
    while (this.#running < this.#limit()) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }

  /** Raises the limit when the others are gone. No call may end at that moment, so a timer does it. */
  #admitLater(): void {
    if (this.#timer || this.#others > 0 || this.#waiting.length === 0) return;
    const left = Math.max(1, this.#othersUntil - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#admitWaiting();
      this.#admitLater();
    }, left).unref();
  }
}
