import { client, servicePath } from './client.ts';

/** An event of the log, as far as the console looks at it. */
export interface Change {
  readonly id: number;
  readonly event: string;
  readonly object: string;
  readonly object_id: number;
  readonly order_ids: readonly number[];
}

type Listener = (changes: readonly Change[]) => void;

/**
 * Time that changes are gathered after a message, in milliseconds: at full speed the service has hundreds of
 * changes in a second. The first one after a pause is sent at once, since browsers delay the timers of a tab out of
 * view.
 */
const gathered = 200;
/** Time between the start of a page and its stream, in milliseconds: the page reads its records first. */
const untilStream = 300;
/** Milliseconds until the next attempt, after the service has refused the stream. */
const restAfterRefusal = 2_000;

/** Messages of the tab that reads the stream to the others. */
interface Message {
  readonly lastId: string;
  readonly changes: readonly Change[];
  readonly lostSince: number | null;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Reads the stream of events once for all tabs of a browser: browsers allow six connections to a host, and each stream takes one.
 * The tab that holds the lock reads it, and tells the others. If that tab is closed, the next one gets the lock, and goes on after
 * the last event that it knows.
 */
export class LiveChanges {
  readonly #listeners = new Set<Listener>();
  readonly #channel = new BroadcastChannel('conveyor-changes');
  #lastId: string | null = null;
  #lostSince: number | null = null;
  #waiting: Change[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      this.#lastId = data.lastId;
      this.#lostSince = data.lostSince;
      this.#tell(data.changes);
    };
    void this.#begin();
  }

  /** Since when the service cannot be reached, in milliseconds since 1970; null while the stream is open. */
  get lostSince(): number | null {
    return this.#lostSince;
  }

  /** Notes where the log ends now: a tab that takes over begins there, if the tab before it had no event. */
  async #begin(): Promise<void> {
    while (this.#lastId === null) {
      const page = await client.eventlog.get({ after: 'latest' }).catch(() => null);
      if (page) this.#lastId ??= String(page.next);
      else await pause(restAfterRefusal);
    }
    // The page reads its rows first. Nothing is missed: the stream begins where the log ended.
    await pause(untilStream);
    await navigator.locks.request('conveyor-changes', () => this.#read());
  }

  /** Calls a listener with all changes from now on. @returns a function that removes it */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the stream until the tab is closed. */
  async #read(): Promise<never> {
    // There was a session when the end of the log was read.
    await this.#follow();
    for (;;) {
      await pause(restAfterRefusal);
      // Without a session the browser would try again and again. This call waits for the sign-in.
      await client.session.get().then(
        () => this.#follow(),
        () => this.#setLost(true),
      );
    }
  }

  /** Follows the stream until the browser gives it up, which it does after a refusal. */
  #follow(): Promise<void> {
    return new Promise((resolve) => {
      const source = new EventSource(`${servicePath}/eventlog?after=${this.#lastId}`);
      source.onopen = () => this.#setLost(false);
      source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
        this.#lastId = lastEventId;
        this.#waiting.push(JSON.parse(data) as Change);
        if (performance.now() - this.#sentAt >= gathered) this.#flush();
        else this.#timer ??= setTimeout(() => this.#flush(), gathered);
      };
      source.onerror = () => {
        this.#setLost(true);
        if (source.readyState === EventSource.CLOSED) resolve();
      };
    });
  }

  #setLost(isLost: boolean): void {
    if (isLost === (this.#lostSince !== null)) return;
    this.#lostSince = isLost ? Date.now() : null;
    this.#send([]);
  }

  #send(changes: readonly Change[]): void {
    if (this.#lastId === null) return;
    this.#channel.postMessage({ lastId: this.#lastId, changes, lostSince: this.#lostSince } satisfies Message);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sentAt = performance.now();
    const changes = this.#waiting;
    this.#waiting = [];
    this.#send(changes);
    this.#tell(changes);
  }

  #tell(changes: readonly Change[]): void {
    for (const listener of this.#listeners) listener(changes);
  }
}
