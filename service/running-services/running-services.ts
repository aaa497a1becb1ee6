import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Column } from '../platform/database/row.ts';
import { isoTime } from '../platform/database/sql-forms.ts';

/** Milliseconds between two heartbeats: they are one small statement, and `/status` has to notice a service that is gone. */
const interval = 5_000;
/** Seconds after the last heartbeat until a service no longer counts as running. */
const aliveFor = 20;
/** Time limit for a service to use a rule set that another one activated, in seconds: it looks every two seconds. */
const changeWithin = 10;

/** A service on this database, with the rule set that it uses. */
export interface RunningService {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly source: 'file' | 'database';
  /** Null before the first one. */
  readonly ruleset: string | null;
  readonly ruleset_since: string | null;
  readonly started_at: string;
  readonly seen_seconds: number;
  /** Why it does not use the active rule set, in one sentence. */
  readonly problem: string | null;
}

/** Data of a service about its own state. */
export interface OwnState {
  readonly ruleset: string | null;
  readonly since: Date | null;
  /** Why it does not use the active rule set. */
  readonly problem: string | null;
}

export interface HeartbeatOptions {
  readonly database: Pick<Database, 'readiness'>;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly source: 'file' | 'database';
  readonly state: () => OwnState;
}

/** Writes the row of this process, over connections that no request uses, and removes it at the end. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), interval).unref();
    void this.beat();
  }

  /** Writes the row now. A failure is repaired by the next heartbeat, and `/status` reports a database that is away. */
  beat(): Promise<void> {
    if (this.#timer) this.#last = this.#last.then(() => this.#write()).catch(() => undefined);
    return this.#last;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#last;
    const { readPool } = this.#options.database.readiness;
    await sql`delete from runningservice where id = ${this.#id}::uuid`.execute(readPool).catch(() => undefined);
  }

  async #write(): Promise<void> {
    const { database, host, pid, version, source, state } = this.#options;
    const { ruleset, since, problem } = state();
    await sql`
      -- Writes the heartbeat of a service, and removes those of services that ended without a word.
      with gone as (delete from runningservice where seen_at < now() - interval '10 minutes' and id <> ${this.#id}::uuid)
      insert into runningservice (id, host, pid, version, source, ruleset, ruleset_since, problem)
      values (${this.#id}::uuid, ${host}, ${pid}::int, ${version}, ${source}, ${ruleset}, ${since}::timestamptz, ${problem})
      on conflict (id) do update set ruleset = excluded.ruleset, ruleset_since = excluded.ruleset_since,
        problem = excluded.problem, seen_at = now()`.execute(database.readiness.readPool);
  }
}

interface ServiceRow extends Omit<RunningService, 'problem'> {
  readonly own_problem: Column<'runningservice', 'problem'>;
  readonly active: Column<'ruleset', 'hash'> | null;
  readonly active_seconds: number;
}

/** Returns the services that run on a database, by host and start. */
export async function runningServices({ readiness }: Pick<Database, 'readiness'>): Promise<RunningService[]> {
  const { rows } = await sql<ServiceRow>`
    -- Lists the services with a heartbeat, beside the active rule set.
    select s.host, s.pid, s.version, s.source, s.ruleset, ${isoTime('s.ruleset_since')} as ruleset_since,
      ${isoTime('s.started_at')} as started_at,
      round(extract(epoch from clock_timestamp() - s.seen_at), 1)::float8 as seen_seconds, s.problem as own_problem,
      a.hash as active, round(extract(epoch from clock_timestamp() - greatest(a.activated_at, s.started_at)))::float8 as active_seconds
    from runningservice s left join lateral (select hash, activated_at from ruleset order by activated_at desc limit 1) a on true
    where s.seen_at > clock_timestamp() - make_interval(secs => ${aliveFor})
    order by s.host, s.started_at, s.pid`.execute(readiness.readPool);
  return rows.map(({ own_problem, active, active_seconds, ...row }) => ({
    ...row,
    problem: problemOf({ own_problem, active, active_seconds, ...row }),
  }));
}

function problemOf({ host, pid, ruleset, own_problem, active, active_seconds }: ServiceRow): string | null {
  const name = `The service on ${host} (process ${pid})`;
  if (ruleset === active && own_problem === null) return null;
  if (own_problem !== null) return `${name}: ${own_problem}`;
  if (active === null || active_seconds <= changeWithin) return null;
  return `${name} uses rule set ${ruleset}, while ${active} has been active for ${active_seconds} s.`;
}
