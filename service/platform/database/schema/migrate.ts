import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from '../connection.ts';
import { sqlState } from '../connection-failure.ts';
import { ConnectionMonitor } from '../connection-monitor.ts';
import { usualLimits } from '../limits.ts';
import { LockWait } from './lock-wait.ts';
import { indexBuiltBy, type Migration, migrationFolder, readMigrations, summaryOf } from './migration-file.ts';
import { takeTurn } from './migration-turn.ts';
import {
  type ConcurrentIndex,
  concurrentIndex,
  isPartitioned,
  missingParts,
  wholeIndexSql,
} from './partitioned-index.ts';
import { type AppliedMigration, appliedMigrations, missingOf, refusalOf, SchemaError } from './schema-version.ts';

/** Milliseconds. No request waits for a migration, and many services may start at the same time. */
const openLimit = 30_000;
/**
 * The longest wait of a statement for a lock, in milliseconds. All requests for the table wait behind it meanwhile, so it gives way
 * and tries again: nobody waits for a second. PostgreSQL looks for deadlocks after a second, so no request is ended for one.
 */
const lockTimeout = 600;
/** The pauses between two attempts, in milliseconds: the first, and the longest. */
const pauses = { first: 1_000, longest: 30_000 };
/** Milliseconds after which a migration that never gets its locks is given up. */
const patience = 15 * 60_000;
/** SQLSTATEs after which a statement can succeed: time limit of a lock, deadlock. */
const passing = new Set(['55P03', '40P01']);

export interface MigrateOptions {
  /** The folder of the migrations. Default: that of this build. */
  readonly folder?: string;
  /** Is told of each applied migration, and of each wait, in one sentence. */
  readonly report?: (line: string) => void;
  /** Milliseconds after which a migration that never gets its locks is given up. */
  readonly patience?: number;
}

/**
 * Applies every migration that a database lacks, in the order of their numbers. A migration is one transaction; one that builds
 * indexes concurrently has none. If it ends at any moment, the next run continues. Processes that run it at the same time take turns.
 * @returns the names of the applied migrations
 * @throws SchemaError if the schema is too old or too new for this build; Error with the name of a migration that failed
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationFolder, report = () => undefined } = options;
  const migrations = await readMigrations(folder);
  // A migration may take hours. If the server vanishes meanwhile, the run fails, and the next one continues.
  const monitor = new ConnectionMonitor(url, { ...usualLimits, statement: Number.POSITIVE_INFINITY });
  const client: pg.Client = new Connection({
    connectionString: url,
    openMilliseconds: openLimit,
    reports: monitor,
  });
  try {
    await client.connect();
    await prepareSession(client);
    await takeTurn(client, report);
    await prepareTable(client);
    const applied = await appliedMigrations(client);
    const missing = missingMigrations(applied, migrations);
    const run = new MigrationRun({ client, url, report, patience: options.patience ?? patience });
    for (const migration of missing) await run.apply(migration);
    return missing.map(({ name }) => name);
  } finally {
    monitor.close();
    await client.end();
  }
}

/** A migration that a database lacks, with what its run would do, a line for each statement. */
export interface PlannedMigration extends Pick<Migration, 'name' | 'kind' | 'concurrent'> {
  readonly steps: readonly string[];
}

/**
 * Returns what `migrate` would do, and changes nothing.
 * @throws SchemaError if the schema is too old or too new for this build
 */
export async function plannedMigrations(url: string, folder: string = migrationFolder): Promise<PlannedMigration[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: openLimit });
  try {
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    const missing = missingMigrations(await appliedMigrations(client), migrations);
    const planned: PlannedMigration[] = [];
    for (const { name, kind, concurrent, statements } of missing) {
      const steps: string[] = [];
      for (const statement of statements) steps.push(await stepOf(client, concurrent, statement));
      planned.push({ name, kind, concurrent, steps });
    }
    return planned;
  } finally {
    await client.end();
  }
}

function missingMigrations(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  const files = migrations.map(({ name }) => name);
  const refusal = refusalOf(applied, files);
  if (refusal !== null) throw new SchemaError(refusal);
  const missing = new Set(missingOf(applied, files));
  return migrations.filter(({ name }) => missing.has(name));
}

async function stepOf(client: pg.Client, concurrent: boolean, statement: string): Promise<string> {
  const index = concurrent ? indexBuiltBy(statement) : undefined;
  const state = index === undefined ? null : await indexState(client, index);
  if (state === 'valid') return `${summaryOf(statement)} (it exists)`;
  return state === 'invalid'
    ? `${summaryOf(statement)} (an interrupted run left an invalid index, which is dropped first)`
    : summaryOf(statement);
}

/** Lets the server notice within two seconds that this process is gone, and takes the time limits away. */
async function prepareSession(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  // Some systems cannot notice it. There, the statement of a killed process runs to its end.
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => undefined);
}

/** Creates the table of the applied migrations. */
async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists migration (name text primary key, applied_at timestamptz not null default now(),
      kind text not null default 'expand', after text)`,
  );
}

/** Whether an index exists, and whether its build came to the end. */
async function indexState(client: pg.ClientBase, name: string): Promise<'valid' | 'invalid' | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.oid = to_regclass($1) and (c.relkind = 'i' or i.indisvalid)`,
    [pg.escapeIdentifier(name)],
  );
  if (!rows[0]) return null;
  return rows[0].valid ? 'valid' : 'invalid';
}

/** One run of migrations over one connection. */
class MigrationRun {
  readonly #client: pg.Client;
  readonly #url: string;
  readonly #report: (line: string) => void;
  readonly #patience: number;

  constructor(parts: { client: pg.Client; url: string; report: (line: string) => void; patience: number }) {
    this.#client = parts.client;
    this.#url = parts.url;
    this.#report = parts.report;
    this.#patience = parts.patience;
  }

  /** Applies one migration. @throws Error with its name */
  async apply(migration: Migration): Promise<void> {
    const { name, kind, concurrent } = migration;
    const from = performance.now();
    try {
      if (concurrent) await this.#buildIndexes(migration);
      else await this.#repeated(name, () => this.#inTransaction(migration));
    } catch (error) {
      throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
    this.#report(`Applied ${name} (${kind}) in ${((performance.now() - from) / 1000).toFixed(1)} s.`);
  }

  #inTransaction(migration: Migration): Promise<void> {
    return this.#withTimeout(async () => {
      await this.#client.query(migration.text);
      await this.#remember(migration);
    });
  }

  /** Runs statements in one transaction that gives way to others. */
  async #withTimeout(work: () => Promise<unknown>): Promise<void> {
    await this.#client.query(`begin; set local lock_timeout = ${lockTimeout}`);
    try {
      await work();
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback');
      throw error;
    }
  }

  /**
   * Runs statements that build indexes while others write. They hold no lock that a request waits for, so they wait for older
   * transactions without a limit.
   */
  async #buildIndexes(migration: Migration): Promise<void> {
    for (const statement of migration.statements) {
      await this.#repeated(migration.name, () => this.#buildIndex(migration.name, statement), true);
    }
    await this.#remember(migration);
  }

  async #buildIndex(migration: string, statement: string): Promise<void> {
    const index = concurrentIndex(statement);
    if (index && (await isPartitioned(this.#client, index.table))) await this.#buildOnPartitions(migration, index);
    else if (index) await this.#buildOnce(migration, index.name, statement);
    else await this.#dropIndex(statement);
  }

  async #buildOnce(migration: string, index: string, statement: string): Promise<void> {
    const state = await indexState(this.#client, index);
    // A run that was killed after the build has left the index without the row of its migration.
    if (state === 'valid') return;
    if (state === 'invalid') {
      this.#report(`Migration ${migration} drops the invalid index ${index}, which an interrupted run left.`);
      await this.#client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
    }
    await this.#client.query(statement);
  }

  /** PostgreSQL builds no index of a table in partitions concurrently. So each partition gets its own, which then becomes a part of it. */
  async #buildOnPartitions(migration: string, index: ConcurrentIndex): Promise<void> {
    await this.#withTimeout(() => this.#client.query(wholeIndexSql(index)));
    for (const part of await missingParts(this.#client, index)) {
      await this.#buildOnce(migration, part.name, part.buildSql);
      await this.#withTimeout(() => this.#client.query(part.attachSql));
    }
  }

  async #dropIndex(statement: string): Promise<void> {
    const [, name = ''] = /"?(\w+)"?$/.exec(statement) ?? [];
    const isWhole = await isPartitioned(this.#client, name);
    if (isWhole) await this.#withTimeout(() => this.#client.query(`drop index ${pg.escapeIdentifier(name)}`));
    else await this.#client.query(statement);
  }

  async #remember({ name, kind, after }: Migration): Promise<void> {
    await this.#client.query('insert into migration (name, kind, after) values ($1, $2, $3)', [name, kind, after]);
  }

  /** Runs `attempt` again while it does not get a lock in time. Reports what it waits for. */
  async #repeated(name: string, attempt: () => Promise<void>, endless = false): Promise<void> {
    const until = performance.now() + this.#patience;
    const report = endless ? (what: string) => this.#report(`Migration ${name} waits for ${what}.`) : null;
    for (let round = 0; ; round += 1) {
      const wait = new LockWait(this.#url, await this.#pid(), report);
      try {
        return await attempt();
      } catch (error) {
        await wait.end();
        if (!passing.has(sqlState(error)) || performance.now() >= until) throw withReason(error, wait.latest);
        const next = Math.min(pauses.longest, pauses.first * 2 ** round) * (0.75 + Math.random() / 2);
        const seconds = Math.max(1, Math.round(next / 1000));
        this.#report(
          `Migration ${name} did not get its locks. It waited for ${wait.latest ?? 'a lock'}. It tries again in ${seconds} s.`,
        );
        await pause(next);
      } finally {
        await wait.end();
      }
    }
  }

  async #pid(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid ?? 0;
  }
}

/** Returns the error with what it waited for. */
function withReason(error: unknown, latest: string | null): unknown {
  if (latest === null || !passing.has(sqlState(error))) return error;
  return new Error(`${(error as Error).message}. It waited for ${latest}`, { cause: error });
}
