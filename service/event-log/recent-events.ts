import type { Database } from '../platform/database/database.ts';
import type { Wakeup } from '../platform/events/wakeups.ts';
import { type LoggedEvent, readEvents } from './read.ts';
import type { SettledEvents } from './settled-events.ts';

export interface LookSettings {
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** The same after an event of this process. */
  readonly shortest: number;
  /** Tells about events of this process. */
  readonly wakeup: Wakeup;
}

interface Batch {
  readonly events: readonly LoggedEvent[];
  /** The last id before the next batch. */
  readonly to: number;
}

/** Events that stay in memory: some seconds at full speed. A stream that is further behind reads the log itself. */
const kept = 2_000;
const eventsOfRead = 500;

/** The newest events of the log, read once for all streams of the process. */
export class RecentEvents {
  /** The id of the last event that streams may have; null until the first look. */
  #end: number | null = null;
  /** The last id before `#events`. */
  #start = 0;
  #events: LoggedEvent[] = [];
  /** The server whose log this is; null until the first look. */
  #server: string | null = null;
  readonly #database: Database;
  readonly #log: SettledEvents;
  readonly #settings: LookSettings;
  readonly #unsubscribe: () => void;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #isStopped = false;

  constructor(database: Database, log: SettledEvents, settings: LookSettings) {
    this.#database = database;
    this.#log = log;
    this.#settings = settings;
    this.#unsubscribe = settings.wakeup.on(() => this.#lookSoon());
    void this.#look();
  }

  /** The id of the last event that streams may have. */
  get end(): number {
    return this.#end ?? 0;
  }

  get server(): string | null {
    return this.#server;
  }

  /** Returns the events after an id that exist now. */
  async after(id: number): Promise<Batch> {
    if (id >= this.end) return { events: [], to: id };
    if (id >= this.#start) {
      const from = this.#events.findIndex((event) => event.id > id);
      return { events: from < 0 ? [] : this.#events.slice(from), to: this.end };
    }
    const upTo = this.end;
    const events = await readEvents(this.#database, { after: id, upTo, limit: eventsOfRead });
    return { events, to: events.length < eventsOfRead ? upTo : (events.at(-1)?.id ?? upTo) };
  }

  /** Waits until there are events after an id, at most for some milliseconds, or until a signal. */
  async changed(id: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.end > id || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting = this.#waiting.filter((one) => one !== done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds).unref();
      signal.addEventListener('abort', done);
      this.#waiting.push(done);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  /** Events of this process do not wait for the next look. Those of one moment share it. */
  #lookSoon(): void {
    if (this.#isLooking || this.#isStopped) return;
    const { shortest } = this.#settings;
    this.#schedule(Math.max(0, this.#lookedAt + shortest - performance.now()));
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#lookedAt = performance.now();
    let isBehind = true;
    try {
      const settled = await this.#log.look();
      if (this.#log.server !== this.#server) this.#begin();
      // The first look at a log may find no settled id, while a transaction is in progress.
      if (settled > 0 || this.#log.marked === 0) await this.#take(settled);
      isBehind = this.#log.marked > this.end;
    } catch {
      // The database is away: requests report it, and the next look tries again.
    } finally {
      this.#isLooking = false;
    }
    const { interval, shortest } = this.#settings;
    if (!this.#isStopped) this.#schedule(isBehind ? shortest : interval);
  }

  /** Starts again with the log of another server. The streams of the one before end. */
  #begin(): void {
    this.#server = this.#log.server;
    this.#end = null;
    this.#start = 0;
    this.#events = [];
    for (const done of [...this.#waiting]) done();
  }

  async #take(settled: number): Promise<void> {
    const before = this.end;
    if (this.#end === null) {
      this.#start = settled;
      this.#end = settled;
    }
    await this.#readUpTo(settled);
    if (this.end > before) for (const done of [...this.#waiting]) done();
  }

  async #readUpTo(settled: number): Promise<void> {
    while (this.end < settled) {
      const events = await readEvents(this.#database, { after: this.end, upTo: settled, limit: eventsOfRead });
      this.#events.push(...events);
      this.#end = events.length < eventsOfRead ? settled : (events.at(-1)?.id ?? settled);
    }
    const surplus = this.#events.length - kept;
    if (surplus > 0) {
      this.#start = this.#events[surplus - 1]?.id ?? this.#start;
      this.#events = this.#events.slice(surplus);
    }
  }
}
