import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { problem } from '../problems/problems.ts';
import { followers, runAfterCommit, runBeforeCommit } from './commit-hooks.ts';
import { type Computations, keepComputations } from './computed.ts';
import { isConnectionFailure, isReadOnlyServer, isStalePlan, sqlState } from './connection-failure.ts';
import type { Tables } from './generated/tables.ts';
import type { DatabaseLimits } from './limits.ts';
import { LockQueues, type Turn } from './locks/lock-queues.ts';
import { type LockedRecords, lockedProblem, lockedRecords, queueOf, trackLocks } from './locks/record-lock.ts';
import { RepeatTransaction } from './repeat-transaction.ts';
import { RolledBack } from './rolled-back.ts';

/** SQLSTATEs after which the same transaction can succeed: serialization failure, deadlock. */
const passing = new Set(['40001', '40P01']);
const attempts = 6;
/** The longest pause before an attempt with another connection, in milliseconds. */
const longestPause = 1_000;
/** The shortest wait for a lock in milliseconds, for a transaction that gets its turn at the last moment. */
const shortestLock = 50;

/** Computations that one transaction may need: one for each open pack of its orders, and again after each change of the input. */
const mostComputations = 20;

/** The body of a transaction. `rolledBack(…)` as its result undoes its changes. */
export type Body<T> = (tx: Transaction<Tables>) => Promise<T | RolledBack<T>>;

const busy = (name: string, why: string) => problem('service.unavailable', `${name} ${why}. Try again in a moment.`);

/** Transactions over one pool. */
export class Transactions {
  readonly kysely: Kysely<Tables>;
  readonly #limits: DatabaseLimits;
  readonly #queues: LockQueues;

  constructor(pool: pg.Pool, limits: DatabaseLimits) {
    this.#limits = limits;
    this.#queues = new LockQueues(pool.options.max);
    const begin = `begin; set local lock_timeout = ${limits.firstLock}`;
    this.kysely = new Kysely<Tables>({ dialect: new TransactionDialect({ pool }, begin) });
  }

  /**
   * Runs `body` in one transaction. After a failure that leaves nothing behind it runs the whole body again. After a deadlock
   * or a serialization failure it does so in at most six attempts, and after the loss of a connection for ten seconds. If a
   * record is locked, it does so in its turn, within five seconds. A connection that is lost during the commit leaves the outcome
   * open, so the caller gets that error. If the body returns `rolledBack(…)`, nothing is committed.
   * @param name the name of the operation, for the error message
   * @throws 503 if all attempts fail
   */
  async run<T>(name: string, body: Body<T>): Promise<T> {
    const computations: Computations = new Map();
    const repeatUntil = performance.now() + this.#limits.repeat;
    const wait = new LockWait(this.#queues, this.#limits);
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await this.#attempt(body, wait, computations);
        if ('undone' in outcome) return outcome.undone;
        if ('result' in outcome) {
          runAfterCommit(outcome.tx);
          for (const next of followers(outcome.tx)) await this.run(name, next).catch(() => undefined);
          return outcome.result;
        }
        const { error, commitSent } = outcome;
        const locked = lockedRecords(error);
        if (locked) {
          await wait.next(locked);
        } else if (error instanceof RepeatTransaction && error.meanwhile) {
          if (computations.size === mostComputations) throw busy(name, 'works on records that change all the time');
          await error.meanwhile();
        } else if (error instanceof RepeatTransaction || passing.has(sqlState(error))) {
          if (attempt - computations.size >= attempts) throw busy(name, 'met too many others at once');
          await pause(Math.random() * 20 * 2 ** attempt);
        } else {
          if (commitSent || !isConnectionUseless(error) || performance.now() >= repeatUntil) throw error;
          await pause((0.5 + Math.random() / 2) * Math.min(longestPause, 25 * 2 ** attempt));
        }
      }
    } finally {
      wait.end();
    }
  }

  /** Runs `body` in one transaction once. */
  async #attempt<T>(body: Body<T>, wait: LockWait, computations: Computations): Promise<Outcome<T>> {
    let failure: unknown;
    let commitSent = false;
    try {
      return await this.kysely.transaction().execute(async (tx) => {
        try {
          trackLocks(tx, this.#queues, wait.turn);
          keepComputations(tx, computations);
          if (wait.turn) await setLockTimeout(tx, wait.left());
          const result = await body(tx);
          // kysely rolls back a transaction whose body throws.
          if (result instanceof RolledBack) throw result;
          await runBeforeCommit(tx);
          commitSent = true;
          return { tx, result };
        } catch (error) {
          failure = error;
          throw error;
        }
      });
    } catch (error) {
      if (failure instanceof RolledBack) return { undone: failure.result };
      // A rollback over a lost connection fails too, and kysely reports that second error.
      return { error: failure ?? error, commitSent };
    }
  }
}

/** The end of one attempt. */
type Outcome<T> =
  | { readonly tx: Transaction<Tables>; readonly result: T }
  | { readonly undone: T }
  | { readonly error: unknown; readonly commitSent: boolean };

/** The wait of one call for locked records, over all attempts of its transaction. */
class LockWait {
  readonly #queues: LockQueues;
  readonly #limits: DatabaseLimits;
  #until: number | null = null;
  /** The turn of the next attempt, in which it waits with its connection; null for the first attempt. */
  turn: Turn | null = null;

  constructor(queues: LockQueues, limits: DatabaseLimits) {
    this.#queues = queues;
    this.#limits = limits;
  }

  /** The milliseconds that are left. */
  left(): number {
    return Math.max(shortestLock, Math.ceil((this.#until ?? 0) - performance.now()));
  }

  /**
   * Waits for the next attempt in the queue of the record that the last attempt did not get.
   * @throws record.locked if the time is over, or if too many wait for the record
   */
  async next(locked: LockedRecords): Promise<void> {
    const { lock, firstLock } = this.#limits;
    this.#until ??= performance.now() + lock - firstLock;
    this.end();
    if (performance.now() < this.#until) this.turn = await this.#queues.turn(queueOf(locked), this.left());
    if (!this.turn) throw lockedProblem(locked, Math.round(lock / 1000));
  }

  end(): void {
    this.turn?.end();
    this.turn = null;
  }
}

/** Lets the transaction wait longer for locks than at its begin. */
async function setLockTimeout(tx: Transaction<Tables>, milliseconds: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(tx);
}

/** Returns whether another connection can succeed where this one failed. */
function isConnectionUseless(error: unknown): boolean {
  return isConnectionFailure(error) || isReadOnlyServer(error) || isStalePlan(error);
}

/** PostgreSQL with our own statement at the begin of a transaction. One message to the server is faster than two. */
class TransactionDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #begin: string;

  constructor(config: PostgresDialectConfig, begin: string) {
    super(config);
    this.#config = config;
    this.#begin = begin;
  }

  override createDriver(): Driver {
    return new TransactionDriver(this.#config, this.#begin);
  }
}

class TransactionDriver extends PostgresDriver {
  readonly #begin: CompiledQuery;

  constructor(config: PostgresDialectConfig, begin: string) {
    super(config);
    this.#begin = CompiledQuery.raw(begin);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin);
  }
}
