import { sql } from 'kysely';
import type { Configuration } from '../config/configuration.ts';
import type { Engine } from './engine.ts';
import type { Database } from './platform/database/database.ts';
import type { Row } from './platform/database/row.ts';
import { firstRow } from './platform/database/rows.ts';
import type { StatusReport } from './platform/http/observability/status.ts';
import { workedQueues, workersOf } from './pollers.ts';
import { type DatabaseCheck, type Readiness, within } from './readiness.ts';
import { runningServices } from './running-services/running-services.ts';

/** The time in which a part has to answer, in milliseconds. */
const limit = 2_000;
/** How long a report is reused, in milliseconds: anybody may call `/status`, and often. A fault may pass at any moment. */
const reuseFor = { ok: 2_000, degraded: 500, down: 500 } as const;
/** The age in seconds from which the watch's last look is late: it looks once a minute. */
const lookLateAfter = 180;
/**
 * The age in seconds from which a row of the outbox is late. The relay of a worker usually sends it within a tenth of a second. A row
 * that a killed worker had claimed is due again after 15 s.
 */
const lateAfter = 30;

export interface StatusSources {
  readonly database: Database;
  readonly readiness: Readiness;
  readonly engine: Pick<Engine, 'client' | 'address' | 'namespace'>;
  /** The configuration of this service; null before the first one. */
  readonly active: {
    readonly state: { readonly configuration: Pick<Configuration, 'hash' | 'carriers'> | null };
  };
  readonly version: string;
}

/** Reads the state of every part of the service for `GET /status`. */
export class Status {
  readonly #sources: StatusSources;
  #last: { readonly until: number; readonly report: StatusReport } | null = null;
  #reading: Promise<StatusReport> | null = null;

  constructor(sources: StatusSources) {
    this.#sources = sources;
  }

  /** Returns a report. Calls at the same time share one, and so do calls within two seconds. */
  read(): Promise<StatusReport> {
    if (this.#last && Date.now() < this.#last.until) return Promise.resolve(this.#last.report);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<StatusReport> {
    const { readiness, engine, active, version } = this.#sources;
    const [check, { temporal, workers }] = await Promise.all([readiness.check(), this.#readEngine()]);
    const [relay, watch, services] = await Promise.all([
      this.#readRelay(check),
      this.#readWatch(check),
      this.#readServices(check),
    ]);
    const { schema, ...database } = check;
    const fatal = [database.problem, schema.problem];
    const replica = readReplica(this.#sources.database);
    const parts = [relay, watch, temporal, ...workers, ...services];
    const others = [replica?.problem ?? null, ...parts.map(({ problem }) => problem)];
    const problems = [...fatal, ...others].filter((problem) => problem !== null);
    const isDown = fatal.some((problem) => problem !== null);
    const state = isDown ? 'down' : problems.length > 0 ? 'degraded' : 'ok';
    const { address, namespace } = engine;
    const report: StatusReport = {
      state,
      problems,
      version,
      ruleset: active.state.configuration?.hash ?? null,
      database,
      schema,
      services,
      replica,
      relay,
      watch,
      temporal: { ...temporal, address, namespace },
      workers,
    };
    this.#last = { until: Date.now() + reuseFor[state], report };
    return report;
  }

  async #readEngine(): Promise<Pick<StatusReport, 'workers'> & { temporal: { problem: string | null } }> {
    const { engine, active } = this.#sources;
    const queues = workedQueues(active.state.configuration?.carriers ?? []);
    try {
      const workers = await within(limit, async () => workersOf(await engine.client(), queues));
      return { temporal: { problem: null }, workers };
    } catch (error) {
      return { temporal: { problem: `The Temporal server does not answer: ${messageOf(error)}.` }, workers: [] };
    }
  }

  async #readRelay({ problem: away }: DatabaseCheck): Promise<StatusReport['relay']> {
    const unknown = { problem: null, rows: null, oldest_seconds: null, over_50_attempts: null };
    if (away !== null) return unknown;
    try {
      const { last_error: error, ...rows } = await within(limit, () => readOutbox(this.#sources.database));
      return { problem: relayProblem(rows, error), ...rows };
    } catch (error) {
      return { ...unknown, problem: `The outbox cannot be read: ${messageOf(error)}.` };
    }
  }

  /** Reads the services on this database. Without a table of them, a database that is being migrated has none. */
  async #readServices({ problem: away, schema }: DatabaseCheck): Promise<StatusReport['services']> {
    if (away !== null || schema.problem !== null) return [];
    return within(limit, () => runningServices(this.#sources.database)).catch(() => []);
  }

  async #readWatch({ problem: away }: DatabaseCheck): Promise<StatusReport['watch']> {
    if (away !== null) return { problem: null, looked_seconds: null };
    try {
      const { seconds } = await within(limit, () => readLook(this.#sources.database));
      const isLate = seconds !== null && seconds > lookLateAfter;
      const problem = isLate ? `No service has looked for closed workflows for ${Math.round(seconds)} s.` : null;
      return { problem, looked_seconds: seconds };
    } catch (error) {
      return { problem: `The watch's last look cannot be read: ${messageOf(error)}.`, looked_seconds: null };
    }
  }
}

function readReplica({ replica }: Database): StatusReport['replica'] {
  if (!replica) return null;
  const { problem, lagSeconds, lagBytes, served, fallbacks } = replica;
  const total = Object.values(fallbacks).reduce((sum, count) => sum + count, 0);
  return { problem, lag_seconds: lagSeconds, lag_bytes: lagBytes, reads: served, fallbacks: total };
}

type OutboxRows = Omit<StatusReport['relay'], 'problem'>;

async function readOutbox({ readiness }: Database): Promise<OutboxRows & Row<'outbox', 'last_error'>> {
  const count = sql<OutboxRows & Row<'outbox', 'last_error'>>`
    -- Counts the rows of the outbox that Temporal has not received.
    select count(*)::int as rows, round(extract(epoch from now() - min(created_at)), 1)::float8 as oldest_seconds,
      count(*) filter (where attempts > 50)::int as over_50_attempts,
      (array_agg(last_error order by id) filter (where last_error is not null))[1] as last_error
    from outbox`;
  return firstRow(await count.execute(readiness.readPool));
}

async function readLook({ readiness }: Database): Promise<{ seconds: number | null }> {
  const age = sql<{ seconds: number | null }>`
    -- Reads how long ago a service has looked for closed workflows.
    select round(extract(epoch from now() - looked_at), 1)::float8 as seconds from engine_watch`;
  return firstRow(await age.execute(readiness.readPool));
}

/**
 * Returns in one sentence why the relay does not work; null if it works. The rows decide: those that nobody claims have no error,
 * and an error of the past does not count when all rows are sent.
 * @param error the first error of a row that could not be sent
 */
export function relayProblem(
  { rows, oldest_seconds: oldest, over_50_attempts: stuck }: OutboxRows,
  error: string | null,
): string | null {
  const failure = error && `The Temporal server does not accept workflow starts and signals: ${error}`;
  if (!rows || oldest === null) return null;
  if (stuck)
    return `Rows of the outbox that failed more than 50 times: ${stuck}. Their column last_error has the reason.`;
  if (oldest <= lateAfter) return failure;
  const late = `The relay is late: the oldest of ${rows} rows of the outbox is ${Math.round(oldest)} s old.`;
  return failure === null ? late : `${late} ${failure}`;
}

/** Returns the message of an error without its full stop. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
