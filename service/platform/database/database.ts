import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { problem } from '../problems/problems.ts';
import { runAfterCommit, runBeforeCommit } from './commit-hooks.ts';
import { isConnectionFailure, isReadOnlyServer, isStalePlan, sqlState } from './connection-failure.ts';
import { ConnectionMonitor } from './connection-monitor.ts';
import { type DatabaseLimits, usualLimits } from './limits.ts';
import { openPool } from './pool.ts';

/** SQLSTATEs after which the same transaction can succeed: serialization failure, deadlock, lock not available. */
const passing = new Set(['40001', '40P01', '55P03']);
const attempts = 6;
/** The longest pause before an attempt with another connection, in milliseconds. */
const longestPause = 1_000;

/**
 * Operations find their few rows by index. PostgreSQL plans their statements once a connection, for any values, because planning
 * each time cost a third of their time. For small tables the planner would choose sequential scans and use that plan also when
 * the tables have grown, so the settings forbid such plans. JIT takes longer than any of these statements.
 */
const operationSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // A row costs more than a page, so that an index lookup for each of a few keys is always cheaper than a scan of a small table.
  seq_page_cost: '0.1',
  random_page_cost: '0.1',
  cpu_tuple_cost: '1',
  cpu_index_tuple_cost: '1',
};

export interface DatabaseOptions {
  /**
   * The greatest number of connections for operations, and the same number for reads. Default: 8. On two cores, 16 did not
   * raise the throughput of orders, and each connection stores its own plans.
   */
  readonly connections?: number;
  /** Time limits that differ from the usual ones. */
  readonly limits?: Partial<DatabaseLimits>;
  /** Is told how many connections were dropped, because the server did not answer. */
  readonly onLoss?: (connections: number) => void;
}

/** The connections to PostgreSQL, and transactions over them. */
export class Database {
  /** The pool for lists and single reads, which PostgreSQL plans for their values. */
  readonly pool: pg.Pool;
  /** The same pool for statements by kysely. They may scan whole tables. */
  readonly readPool: Kysely<unknown>;
  /** The pool for operations. */
  readonly kysely: Kysely<unknown>;
  readonly #monitor: ConnectionMonitor;
  readonly #repeatMilliseconds: number;

  constructor(url: string, { connections = 8, limits: changed = {}, onLoss }: DatabaseOptions = {}) {
    const limits = { ...usualLimits, ...changed };
    const monitor = new ConnectionMonitor(url, limits, onLoss);
    this.#monitor = monitor;
    this.#repeatMilliseconds = limits.repeat;
    this.pool = openPool({ url, connections, settings: { jit: 'off' }, reads: true, limits, monitor });
    this.readPool = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: this.pool }) });
    const operations = openPool({ url, connections, settings: operationSettings, named: true, limits, monitor });
    this.kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: operations }) });
  }

  /**
   * Runs `body` in one transaction. After a failure that leaves nothing behind it runs the whole body again: after a deadlock
   * or a serialization failure in at most six attempts, and after the loss of a connection for ten seconds. A connection that
   * is lost during the commit leaves the outcome open, so the caller gets that error.
   * @param name the name of the operation, for the error message
   * @throws 503 if all attempts fail
   */
  async transaction<T>(name: string, body: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    const repeatUntil = performance.now() + this.#repeatMilliseconds;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(body);
      if ('result' in outcome) {
        runAfterCommit(outcome.tx);
        return outcome.result;
      }
      const { error, commitSent } = outcome;
      if (passing.has(sqlState(error))) {
        if (attempt === attempts) {
          throw problem('service.unavailable', `${name} met too many others at once. Try again in a moment.`);
        }
        await pause(Math.random() * 20 * 2 ** attempt);
      } else {
        if (commitSent || !isConnectionUseless(error) || performance.now() >= repeatUntil) throw error;
        await pause((0.5 + Math.random() / 2) * Math.min(longestPause, 25 * 2 ** attempt));
      }
    }
  }

  /** Runs `body` in one transaction once. */
  async #attempt<T>(body: (tx: Transaction<unknown>) => Promise<T>): Promise<Outcome<T>> {
    let failure: unknown;
    let commitSent = false;
    try {
      return await this.kysely.transaction().execute(async (tx) => {
        try {
          const result = await body(tx);
          await runBeforeCommit(tx);
          commitSent = true;
          return { tx, result };
        } catch (error) {
          failure = error;
          throw error;
        }
      });
    } catch (error) {
      // A rollback over a lost connection fails too, and kysely reports that second error.
      return { error: failure ?? error, commitSent };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.readPool.destroy()]);
    // Kysely ends a pool only if a statement of kysely used it.
    if (!this.pool.ended) await this.pool.end();
    this.#monitor.close();
  }
}

/** The end of one attempt. */
type Outcome<T> =
  | { readonly tx: Transaction<unknown>; readonly result: T }
  | { readonly error: unknown; readonly commitSent: boolean };

/** Returns whether another connection can succeed where this one failed. */
function isConnectionUseless(error: unknown): boolean {
  return isConnectionFailure(error) || isReadOnlyServer(error) || isStalePlan(error);
}
