import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../platform/access/caller.ts';
import type { Credentials } from '../platform/access/credentials.ts';
import type { Database } from '../platform/database/database.ts';
import { eventWakeup } from '../platform/events/wakeups.ts';
import { problem } from '../platform/problems/problems.ts';
import { type LoggedEvent, mayRead, readEvents } from './read.ts';
import { RecentEvents } from './recent-events.ts';
import { SettledEvents } from './settled-events.ts';

/** Numbers, and times in milliseconds. */
export interface FeedSettings {
  /** The pause between two looks for events of other processes, while somebody reads a stream. */
  readonly interval: number;
  /** The pause between two looks at most, while this process has events. Several events then share a look. */
  readonly shortest: number;
  /** The pause until a silent stream sends a heartbeat, and checks whether its caller may still read. */
  readonly heartbeat: number;
  /** The longest duration of a stream. Clients open the next one automatically. */
  readonly longest: number;
  /** How many streams a process has at once. */
  readonly streams: number;
  /** How long a page waits for the transactions of its last events. */
  readonly patience: number;
}

const usualSettings: FeedSettings = {
  interval: 400,
  shortest: 100,
  heartbeat: 15_000,
  longest: 14 * 60_000,
  streams: 300,
  patience: 1_000,
};

/** The ids that one page looks at. A caller who may read few events gets an empty page, and goes on after it. */
const idsOfPage = 20_000;
/** The events that one statement reads. */
const eventsOfRead = 500;
/** The texts that a stream reads before the client has taken the one before. */
const textsAhead = 2;

export interface PageQuery {
  /** The last id before the page; null for the end of the log. */
  readonly after: number | null;
  readonly limit: number;
}

export interface EventPage {
  readonly data: readonly LoggedEvent[];
  /** The last id of this page, for the next one. */
  readonly next: number;
  /** Whether the log has more events now. */
  readonly more: boolean;
}

interface OpenStream {
  readonly caller: Caller;
  /** The last id before it. */
  readonly after: number;
  /** The server whose log it reads. */
  readonly server: string | null;
  readonly recent: RecentEvents;
  /** Aborted when the client has gone, or the service stops. */
  readonly signal: AbortSignal;
}

/**
 * The feed of changes: the events of the log in the order of their ids, complete, for callers who follow all changes. One look at
 * the log serves all streams of the process.
 */
export class EventFeed {
  readonly #database: Database;
  readonly #credentials: Credentials;
  readonly #settings: FeedSettings;
  readonly #log: SettledEvents;
  readonly #stopped = new AbortController();
  #streams = 0;
  /** The events that the streams get. It exists while there are streams. */
  #recent: RecentEvents | null = null;

  constructor(database: Database, credentials: Credentials, settings: Partial<FeedSettings> = {}) {
    this.#database = database;
    this.#credentials = credentials;
    this.#settings = { ...usualSettings, ...settings };
    this.#log = new SettledEvents(database);
  }

  /** Ends all streams. */
  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Returns a page of the events that a caller may read.
   * @param reads the database to read the events from. The primary decides the end of the log
   * @throws query.invalid-value for an id that no event has yet
   */
  async page({ permissions }: Caller, { after, limit }: PageQuery, reads = this.#database): Promise<EventPage> {
    const end = await this.#settledEnd();
    if (after === null) return { data: [], next: end, more: false };
    if (after > end) throw ahead(after, end);
    const last = Math.min(end, after + idsOfPage);
    const data: LoggedEvent[] = [];
    let next = after;
    while (next < last && data.length < limit) {
      const events = await readEvents(reads, { after: next, upTo: last, limit: eventsOfRead });
      for (const event of events) {
        if (data.length >= limit) break;
        if (mayRead(permissions, event)) data.push(event);
        next = event.id;
      }
      if (events.length < eventsOfRead && data.length < limit) next = last;
    }
    return { data, next, more: next < end };
  }

  /** Returns the end of the log. It waits for the transactions that are in progress, but not for long ones. */
  async #settledEnd(): Promise<number> {
    const until = performance.now() + this.#settings.patience;
    const first = await this.#log.look();
    const wanted = this.#log.marked;
    let end = first;
    while (end < wanted && performance.now() < until) {
      await pause(10);
      end = await this.#log.look();
    }
    return end;
  }

  /**
   * Opens a stream of the events that a caller may read, as `text/event-stream`. A slow reader holds nothing up: the stream reads
   * on only when its texts were taken.
   * @param after the last id before it; null for now
   * @throws service.unavailable if the process has too many streams; query.invalid-value for an id that no event has yet
   */
  async open(caller: Caller, after: number | null): Promise<Readable> {
    if (this.#streams >= this.#settings.streams) throw tooMany(this.#settings.streams);
    const end = await this.#settledEnd();
    if (after !== null && after > end) throw ahead(after, end);
    const { server } = this.#log;
    const recent = this.#enter();
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.#stopped.signal]);
    const frames = this.#frames({ caller, after: after ?? end, server, recent, signal });
    // `Readable.from` would wait for the next heartbeat before it closes.
    return new Readable({
      objectMode: true,
      highWaterMark: textsAhead,
      read() {
        frames.next().then(
          ({ done, value }) => this.push(done ? null : value),
          (error) => this.destroy(error),
        );
      },
      destroy: (error, done) => {
        gone.abort();
        this.#leave();
        done(error);
      },
    });
  }

  async *#frames({ caller, after, server, recent, signal }: OpenStream): AsyncGenerator<string> {
    const { heartbeat, longest } = this.#settings;
    const ends = performance.now() + longest;
    let reader: Caller | null = caller;
    let at = after;
    // The first text opens the stream in the browser at once. A client that is cut off waits for a second.
    yield `retry: 1000\nid: ${at}\n\n`;
    while (reader && performance.now() < ends && !signal.aborted) {
      // The log of another server may have other events under the same ids. The client asks there whether it can go on.
      if (this.#log.server !== server || (recent.server !== null && recent.server !== server)) return;
      const { events, to } = await recent.after(at);
      if (to === at) {
        await recent.changed(at, heartbeat, signal);
        if (recent.end <= at) yield `id: ${at}\n:\n\n`;
      } else {
        at = to;
        const { permissions }: Caller = reader;
        const text = events.filter((event) => mayRead(permissions, event)).map(frameOf);
        if (text.length > 0) yield text.join('');
      }
      reader = await this.#credentials.present(caller);
    }
  }

  #enter(): RecentEvents {
    this.#streams += 1;
    const { interval, shortest } = this.#settings;
    this.#recent ??= new RecentEvents(this.#database, this.#log, { interval, shortest, wakeup: eventWakeup });
    return this.#recent;
  }

  #leave(): void {
    this.#streams -= 1;
    if (this.#streams > 0) return;
    this.#recent?.stop();
    this.#recent = null;
  }
}

const frames = new WeakMap<LoggedEvent, string>();

/** Returns the text of an event in a stream. All streams share it. */
function frameOf(event: LoggedEvent): string {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const frame = `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
  frames.set(event, frame);
  return frame;
}

const tooMany = (streams: number) =>
  problem('service.unavailable', `This process has ${streams} streams of events already. Read pages: GET /eventlog.`);

/** After a restore the log ends earlier than before, and its ids are given again. */
const ahead = (after: number, end: number) =>
  problem(
    'query.invalid-value',
    `after: the log ends with ${end}, before ${after}. If the database was restored, read the records again and go on after ${end}.`,
    { parameter: 'after', end },
  );
