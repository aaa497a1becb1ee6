import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { problem } from '../problems/problems.ts';
import { runAfterCommit, runBeforeCommit } from './commit-hooks.ts';
import { types } from './types.ts';

/** SQLSTATEs after which the same transaction can succeed: serialization failure, deadlock, lock not available. */
const passing = new Set(['40001', '40P01', '55P03']);
const attempts = 6;

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

/** The connections to PostgreSQL, and transactions over them. */
export class Database {
  /** The pool for lists and single reads, which PostgreSQL plans for their values. */
  readonly pool: pg.Pool;
  /** The same pool for statements by kysely. They may scan whole tables. */
  readonly readPool: Kysely<unknown>;
  /** The pool for operations. */
  readonly kysely: Kysely<unknown>;

  /**
   * @param options.connections the greatest number of connections for operations, and the same number for reads. Default: 8.
   * On two cores, 16 did not raise the throughput of orders, and each connection stores its own plans
   */
  constructor(url: string, { connections = 8 }: { connections?: number } = {}) {
    this.pool = openPool(url, connections, { jit: 'off' });
    this.readPool = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: this.pool }) });
    const operations = openPool(url, connections, operationSettings, NamedStatements);
    this.kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: operations }) });
  }

  /**
   * Runs `body` in one transaction. After a deadlock or a serialization failure it runs the whole body again, in at most six
   * attempts.
   * @param name the name of the operation, for the error message
   * @throws 503 if all attempts fail
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
    // Kysely ends a pool only if a statement of kysely used it.
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
    types,
    // A request has a time limit of 60 s. No statement may take longer.
    statement_timeout: 55_000,
    idle_in_transaction_session_timeout: 60_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    Client,
  });
  // The pool replaces a broken connection, and its user gets the error. Without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Returns the SQLSTATE of an error of PostgreSQL; '' for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * A client that names its statements. Operations repeat statements with the same text, and PostgreSQL parses and plans a named
 * statement once a connection.
 */
class NamedStatements extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: an override cannot repeat the overloads of pg
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
