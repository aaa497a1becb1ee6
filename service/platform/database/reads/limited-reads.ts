import type pg from 'pg';
import { Problem, problem } from '../../problems/problems.ts';
import type { Connection } from '../connection.ts';
import { isCanceled, isConnectionFailure } from '../connection-failure.ts';
import type { Database } from '../database.ts';
import { cancelStatement } from './cancellation.ts';

export interface ReadLimits {
  /** The time of all statements of the request together. */
  readonly milliseconds: number;
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
}

/**
 * Time limit for the end of a statement after its cancellation, in milliseconds. Then its connection is dropped. A
 * busy server needs seconds.
 */
const lateEnd = 4_000;

/** Returns the same database. Its pool for reads cancels a statement when its time is over or its caller is gone. */
export function limitReads(database: Database, limits: ReadLimits): Database {
  return Object.create(database, {
    pool: { value: new LimitedReads(database.pool, limits) },
    transaction: { value: database.transaction.bind(database) },
  });
}

/** The reads of one request. */
class LimitedReads {
  /** The pool itself. Texts of records are cached for it. */
  readonly origin: pg.Pool;
  readonly #limits: ReadLimits;
  #left: number;

  constructor(pool: pg.Pool, limits: ReadLimits) {
    this.origin = pool;
    this.#limits = limits;
    this.#left = limits.milliseconds;
  }

  /** @throws Problem `query.too-slow`; the error of the statement */
  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#read(statement);
    } catch (error) {
      if (!isConnectionFailure(error) || this.#limits.signal.aborted || this.#left <= 0) throw error;
      this.#left = this.#limits.milliseconds;
      return this.#read(statement);
    }
  }

  async #read(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const { signal, milliseconds } = this.#limits;
    if (signal.aborted) throw callerGone();
    const client = await this.origin.connect();
    const reading = new Reading(client as unknown as Connection);
    const leave = () => reading.cancel(callerGone());
    const timer = setTimeout(() => reading.cancel(tooSlow(milliseconds)), Math.max(1, this.#left));
    signal.addEventListener('abort', leave, { once: true });
    const begin = performance.now();
    try {
      if (signal.aborted) throw callerGone();
      return await client.query(statement);
    } catch (error) {
      throw reading.reasonOf(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#left -= performance.now() - begin;
      // A request for cancellation that is still under way could meet the next statement.
      client.release(!(await reading.canceled));
    }
  }
}

/** One statement. */
class Reading {
  /** Resolves when no cancellation is under way any more. False if the server may still receive one. */
  canceled: Promise<boolean> = Promise.resolve(true);
  readonly #connection: Connection;
  #reason: Problem | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  cancel(reason: Problem): void {
    if (this.#reason) return;
    this.#reason = reason;
    const since = this.#connection.unansweredSince;
    // A proxy between service and database may have given the connection other keys.
    setTimeout(() => {
      if (since !== null && this.#connection.unansweredSince === since) this.#connection.drop('it was canceled');
    }, lateEnd).unref();
    this.canceled = cancelStatement(this.#connection);
  }

  /**
   * Returns why the server canceled the statement; the error itself if it has another cause. A statement whose connection ended
   * was not slow: the server or the network was silent.
   */
  reasonOf(error: unknown): unknown {
    return this.#reason && isCanceled(error) ? this.#reason : error;
  }
}

function tooSlow(milliseconds: number): Problem {
  const seconds = milliseconds / 1000;
  return problem(
    'query.too-slow',
    `The query took longer than ${seconds} seconds. Filter by an id or another indexed field first, embed less, or send Prefer: wait=50, which needs the permission list.wait.`,
    { seconds },
  );
}

/** The caller never reads this answer. It only ends the request. */
const callerGone = () => new Problem('request.malformed', 'The caller closed the connection before the answer.');
