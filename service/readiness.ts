import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './platform/database/database.ts';
import { migrationFiles } from './platform/database/schema/migration-file.ts';
import { type SchemaVersion, schemaVersion } from './platform/database/schema/schema-version.ts';

/** The time in which the database has to answer, in milliseconds. A load balancer takes the service out after it. */
const limit = 2_000;

/** The answer of the database. */
export interface DatabaseCheck {
  /** Why the database does not answer, in one sentence; null if it answers. */
  readonly problem: string | null;
  /** The time of the answer; null without one. */
  readonly milliseconds: number | null;
  readonly schema: SchemaVersion;
}

/**
 * Checks whether the service can answer requests: its database answers, and has a schema with which this build works, and there is a
 * configuration. The engine does not count, because the service is complete without it.
 */
export class Readiness {
  readonly #database: Database;
  readonly #missing: () => string | null;
  #files: readonly string[] | null = null;
  #check: Promise<DatabaseCheck> | null = null;
  #isLeaving = false;

  /** @param missing returns which part the service still waits for, in one sentence; null for none */
  constructor(database: Database, missing: () => string | null = () => null) {
    this.#database = database;
    this.#missing = missing;
  }

  /**
   * From now on the service is not ready, although it answers. Waits until load balancers have noticed: one that closes connections
   * before, cuts the requests that come over them at this moment.
   */
  async leave(milliseconds: number): Promise<void> {
    this.#isLeaving = true;
    await pause(milliseconds);
  }

  /** Returns why the service cannot answer requests, in one sentence; null if it can. */
  async unready(): Promise<string | null> {
    if (this.#isLeaving) return 'The service stops.';
    const { problem, schema } = await this.check();
    // Everybody may ask `/readyz`, and the error of a connection names the server.
    if (problem !== null) return 'The database does not answer: GET /status has the reason.';
    return schema.problem ?? this.#missing();
  }

  /** Asks the database. Calls that come during a check share its answer, so they never hold more than one connection. */
  check(): Promise<DatabaseCheck> {
    this.#check ??= this.#ask().finally(() => {
      this.#check = null;
    });
    return this.#check;
  }

  async #ask(): Promise<DatabaseCheck> {
    this.#files ??= await migrationFiles();
    const files = this.#files;
    const begin = performance.now();
    try {
      const schema = await within(limit, () => schemaVersion(this.#database.readiness.pool, files));
      return { problem: null, milliseconds: Math.round((performance.now() - begin) * 10) / 10, schema };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const schema = { version: null, expected: files.at(-1) ?? '', problem: null };
      return { problem: `The database does not answer: ${reason}.`, milliseconds: null, schema };
    }
  }
}

/**
 * Returns the result of `action`, or throws after a time limit. The action continues, and nobody uses its result.
 * @param limit milliseconds
 * @throws Error after the limit, and every error of the action before it
 */
export async function within<Result>(limit: number, action: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1000} seconds`)), limit);
  });
  try {
    return await Promise.race([action(), late]);
  } finally {
    clearTimeout(timer);
  }
}
