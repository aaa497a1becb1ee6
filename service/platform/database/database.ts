import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { problem } from '../problems/problems.ts';
import { runAfterCommit, runBeforeCommit } from './commit-hooks.ts';

/** SQLSTATEs after which the same transaction may well succeed: serialization failure, deadlock, lock not available. */
const passing = new Set(['40001', '40P01', '55P03']);
const attempts = 6;

/**
 * Operations find their few rows by index. Their statements are planned once a connection, for any values: planning anew cost a
 * third of their time. While tables are small the planner would rather read them whole, and keep to that plan as they grow:
 * so that it may not. No JIT: it takes longer than any of them.
 */
const operationSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // A row costs more than a page, so that a probe for each of a few keys always beats reading a small table whole.
  seq_page_cost: '0.1',
  random_page_cost: '0.1',
  cpu_tuple_cost: '1',
  cpu_index_tuple_cost: '1',
};

/** The connections to PostgreSQL, and transactions over them. */
export class Database {
  /** For lists and single reads, which are planned for their values. */
  readonly pool: pg.Pool;
  /** The same, for reads that are written out: their statements may go over whole tables. */
  readonly readPool: Kysely<unknown>;
  /** For operations. */
  readonly kysely: Kysely<unknown>;

  /**
   * @param options.connections greatest number of connections for operations, and again for reads. 8 unless said: on two cores
   * 16 brought no more orders, and each keeps plans of its own
   */
  constructor(url: string, { connections = 8 }: { connections?: number } = {}) {
    this.pool = openPool(url, connections, { jit: 'off' });
    this.readPool = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: this.pool }) });
    const operations = openPool(url, connections, operationSettings, NamedStatements);
    this.kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: operations }) });
  }

  /**
   * Runs `body` in one transaction. Deadlocks and serialization failures are retried with the whole body, at most six
   * times, so that they never reach a caller.
   * @param name of the operation, for the problem that tells of a system under too much strain
   */
  async transaction<T>(name: string, body: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const committed = await this.kysely.transaction().execute(async (tx) => {
          const result = await body(tx);
          await runBeforeCommit(tx);
          return { tx, result };
        });
        runAfterCommit(committed.tx);
        return committed.result;
      } catch (error) {
        if (!passing.has(sqlState(error))) throw error;
        if (attempt === attempts) {
          throw problem('service.unavailable', `${name} met too many others at once. Try again in a moment.`);
        }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.readPool.destroy()]);
    // Kysely ends a pool only where it was the one to use it.
    if (!this.pool.ended) await this.pool.end();
  }
}

function openPool(
  url: string,
  connections: number,
  settings: Readonly<Record<string, string>>,
  Client: typeof pg.Client = pg.Client,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // A request lives at most 60 s (spec 8): nothing waits longer for the database than that.
    statement_timeout: 55_000,
    idle_in_transaction_session_timeout: 60_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    Client,
  });
  // A connection that dies is replaced by the pool, and whoever used it gets the error; without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The SQLSTATE of an error of PostgreSQL, or ''. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * Statements of operations come with the same text again and again: under a name PostgreSQL parses and plans them once a
 * connection.
 */
class NamedStatements extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of query can't be repeated in an override
  override query(...args: any[]): any {
    const [text, values] = args;
    // Kysely calls query(text, values); pg itself and the pool call with a config object or a callback.
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && args.length === 2) {
      return super.query({ text, values, name: nameOf(text) });
    }
    return (super.query as (...a: unknown[]) => unknown)(...args);
  }
}

const names = new Map<string, string>();
const rememberedNames = 2_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    if (names.size >= rememberedNames) names.clear();
    names.set(text, name);
  }
  return name;
}
