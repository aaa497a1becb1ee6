import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

interface Blocker {
  readonly locktype: string;
  readonly relation: string | null;
  readonly pid: number;
  readonly name: string | null;
  readonly seconds: number | null;
}

/** Milliseconds between two looks. The first is before a statement with a time limit gives way, see `lockTimeout`. */
const interval = 200;
/** Milliseconds between two reports of a wait that has no limit of its own. */
const reportEvery = 10_000;

/**
 * Looks, over a connection of its own, for what a statement of a migration waits. PostgreSQL does not say it: its message about the
 * time limit of a lock names neither the table nor the process that has it.
 */
export class LockWait {
  /** What the statement last waited for, as the end of a sentence; null if it has not waited. */
  latest: string | null = null;
  readonly #url: string;
  readonly #pid: number;
  readonly #report: (line: string) => void;
  readonly #ended = new AbortController();
  readonly #looking: Promise<void>;

  /**
   * @param pid the process of the migration on the server
   * @param report is told of long waits; null for statements with a time limit, whose caller reports them
   */
  constructor(url: string, pid: number, report: ((line: string) => void) | null) {
    this.#url = url;
    this.#pid = pid;
    this.#report = report ?? (() => undefined);
    this.#looking = this.#look().catch(() => undefined);
  }

  /** Ends the looks, and returns after the last one. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { signal } = this.#ended;
    const wait = () => pause(interval, undefined, { signal }).catch(() => undefined);
    await wait();
    if (signal.aborted) return;
    const client = new pg.Client({ connectionString: this.#url, application_name: 'conveyor-migrate-look' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (let reportAt = performance.now(); !signal.aborted; await wait()) {
        const blockers = await blockersOf(client, this.#pid);
        if (blockers.length === 0) continue;
        this.latest = sentenceOf(blockers);
        if (performance.now() < reportAt) continue;
        this.#report(this.latest);
        reportAt = performance.now() + reportEvery;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Returns the processes that hold what another one waits for. */
export async function blockersOf(client: pg.ClientBase, pid: number): Promise<Blocker[]> {
  const { rows } = await client.query<Blocker>(
    `-- Lists the processes that a process waits for, the oldest transaction first.
    select l.locktype, l.relation::regclass::text as relation, b.pid, a.application_name as name,
      extract(epoch from clock_timestamp() - a.xact_start)::int as seconds
    from pg_locks l cross join lateral unnest(pg_blocking_pids(l.pid)) as b(pid)
    left join pg_stat_activity a on a.pid = b.pid
    where l.pid = $1 and not l.granted order by a.xact_start nulls last`,
    [pid],
  );
  return rows;
}

/** Processes that a sentence names. */
const mostNamed = 3;

function sentenceOf(blockers: readonly Blocker[]): string {
  const [first] = blockers;
  const what = first?.relation
    ? `a lock on ${first.relation}, which is held by`
    : first?.locktype === 'virtualxid'
      ? 'the end of older transactions:'
      : `a lock (${first?.locktype}), which is held by`;
  const named = blockers.slice(0, mostNamed).map(({ pid, name, seconds }) => {
    const label = name ? ` (${name})` : '';
    return `process ${pid}${label}${seconds === null ? '' : ` in a transaction of ${seconds} s`}`;
  });
  const more = blockers.length > mostNamed ? ` and ${blockers.length - mostNamed} more` : '';
  return `${what} ${named.join(', ')}${more}`;
}
