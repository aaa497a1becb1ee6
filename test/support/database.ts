import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../service/platform/database/schema/migrate.ts';
import { types } from '../../service/platform/database/types.ts';

/** Template that holds the migrated schema: cloning it takes 50 ms, migrating 600. */
const template = 'conveyor_template';
/** Copies files in place of logging each page: a third of the CPU, since the server of the tests writes nothing to a disk. */
const strategy = 'file_copy';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** The number above which the ids of all tables begin. */
const idsFromVariable = process.env.CONVEYOR_TEST_IDS_FROM;

/**
 * A fresh database with the project's schema.
 * @param options.server the address of a PostgreSQL. Default: the one that the test run started
 * @param options.idsFrom the ids of all tables begin above this number. Default: the variable CONVEYOR_TEST_IDS_FROM, or at 1
 */
export async function testDatabase({
  idsFrom = idsFromVariable,
  server = serverUrl(),
}: {
  idsFrom?: string | undefined;
  server?: string | undefined;
} = {}): Promise<TestDatabase> {
  await prepareTemplate(server);
  const database = await databaseFrom(server, template);
  if (idsFrom) await withClient(database.url, (client) => client.query(raiseSequences, [idsFrom]));
  return database;
}

/** A database without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom(serverUrl(), 'template0');

/** A copy of a database at this moment. Its connections break, and new ones wait until the copy is made. */
export async function copyOfDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  const server = serverUrl();
  const original = new URL(url).pathname.slice(1);
  await withClient(server, async (client) => {
    await client.query(`alter database ${original} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [original]);
  });
  const copy = await databaseFrom(server, original);
  await withClient(server, (client) => client.query(`alter database ${original} allow_connections true`));
  return copy;
}

async function databaseFrom(server: string, original: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) =>
    client.query(`create database ${name} template ${original} strategy ${strategy}`),
  );
  const url = withDatabase(server, name);
  const pool = new pg.Pool({ connectionString: url, max: 4, types });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Each table continues at a number of its own, so that an id of one is no id of another. */
const raiseSequences = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, $1::bigint + 10000 * row_number() over (order by sequencename))
  from pg_sequences`;

function serverUrl(): string {
  return process.env.TEST_DATABASE_URL ?? inject('databaseUrl');
}

/** The servers whose template this process has made or checked. */
const prepared = new Map<string, Promise<void>>();

/** Made by the first file that asks; the others wait for its lock. Made again after new migrations. */
function prepareTemplate(server: string): Promise<void> {
  const preparing = prepared.get(server) ?? makeTemplate(server);
  prepared.set(server, preparing);
  return preparing;
}

async function makeTemplate(server: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) await client.query(`create database ${template}`);
    await migrate(withDatabase(server, template));
  });
}

async function withClient(url: string, body: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await body(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
