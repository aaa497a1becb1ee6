import { type PriorityKey, priorityKeys } from '../../../workflows/contract/priority.ts';

/** Numbers of calls, and times in milliseconds. */
export interface AdmissionLimits {
  /** Calls of bulk work that the service does at once while nobody else is there, and as many of deliveries. */
  readonly alone: number;
  /** Calls of deliveries at once while others are there. */
  readonly deliveries: number;
  /** Calls of bulk work at once while programs are there. */
  readonly besidePrograms: number;
  /** While people are there, the time from the end of one call of bulk work to the start of the next. */
  readonly besidePeople: number;
  /** The time after a call of others in which they count as there: between two steps of an order there is no call. */
  readonly linger: number;
  /** The time after the last call of others from which on bulk work counts as alone. A person pauses between two orders. */
  readonly quiet: number;
}

/** `npm run bench -- beside` measures them; the decision record about bulk work has the figures of other values. */
const defaultLimits: AdmissionLimits = {
  alone: 4,
  deliveries: 2,
  besidePrograms: 1,
  besidePeople: 100,
  linger: 80,
  quiet: 10_000,
};

/** The priority and the kind of a call. */
export interface AdmittedCall {
  /** Undefined for calls of no workflow, which neither wait nor make others wait. */
  readonly priority: PriorityKey | undefined;
  /** False for a read of a person or a program: it makes nobody wait. */
  readonly counts: boolean;
}

/** Milliseconds between two looks whether a waiting call may start. */
const look = 10;

/**
 * Makes the calls of bulk work and deliveries wait while the service has orders of people and programs to work on. Temporal's
 * priorities alone do not suffice: they order tasks that wait for a worker, but calls wait for connections and processors. Beside
 * programs one call of bulk work is always in progress, and beside people one in each interval, so bulk work never stops. Deliveries
 * do not share these places: a shop whose people make ten events a second needs as many deliveries, all day long.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #people: Presence;
  readonly #programs: Presence;
  readonly #bulk: Turns;
  readonly #deliveries: Turns;

  constructor(limits: Partial<AdmissionLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    const { alone, deliveries, besidePrograms, besidePeople, linger } = this.#limits;
    const people = new Presence(linger);
    const programs = new Presence(linger);
    this.#people = people;
    this.#programs = programs;
    this.#bulk = new Turns(({ running, endedAt }) => {
      if (people.lasts()) return running === 0 && performance.now() - endedAt >= besidePeople;
      return running < (programs.lasts() ? besidePrograms : alone);
    });
    this.#deliveries = new Turns(({ running }) => running < (people.lasts() || programs.lasts() ? deliveries : alone));
  }

  /** Does a call when its turn comes. @returns what `work` returns */
  admit<Result>({ priority, counts }: AdmittedCall, work: () => Promise<Result>): Promise<Result> {
    if (priority === undefined) return work();
    if (priority >= priorityKeys.bulk) return this.#bulk.take(work);
    if (priority >= priorityKeys.webhook) return this.#deliveries.take(work);
    if (!counts) return work();
    return (priority <= priorityKeys.person ? this.#people : this.#programs).during(work);
  }

  /** Returns whether nobody has worked on orders for so long that bulk work may fill all processors. */
  isQuiet(): boolean {
    const { linger, quiet } = this.#limits;
    return !this.#people.lasted(quiet - linger) && !this.#programs.lasted(quiet - linger);
  }
}

/** The calls of a kind in progress, and when the last one ended. */
interface Progress {
  readonly running: number;
  readonly endedAt: number;
}

/** Calls of one kind, which start in the sequence in which they came. */
class Turns {
  readonly #allows: (progress: Progress) => boolean;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** @param allows returns whether a further call may start now */
  constructor(allows: (progress: Progress) => boolean) {
    this.#allows = allows;
  }

  /** Does a call when its turn comes. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && this.#mayStart()) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#endedAt = performance.now();
      this.#admitWaiting();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admitWaiting();
    });
  }

  /** Starts the calls that have waited longest, as far as they may, and looks again while others wait. */
  #admitWaiting(): void {
    while (this.#mayStart()) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
    if (this.#timer || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#admitWaiting();
    }, look).unref();
  }

  #mayStart(): boolean {
    return this.#allows({ running: this.#running, endedAt: this.#endedAt });
  }
}

/** The calls of one kind of callers in progress. */
class Presence {
  readonly #linger: number;
  #calls = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** @param linger milliseconds by which the presence outlasts a call */
  constructor(linger: number) {
    this.#linger = linger;
  }

  /** Returns whether a call is in progress, or ended a moment ago. */
  lasts(): boolean {
    return this.lasted(0);
  }

  /** Returns whether `lasts` was true at some time in the last milliseconds. */
  lasted(milliseconds: number): boolean {
    return this.#calls > 0 || performance.now() < this.#until + milliseconds;
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      this.#until = performance.now() + this.#linger;
    }
  }
}
