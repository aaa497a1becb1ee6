import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironment } from '../../../../config/environment.ts';
import { startService } from '../../../../service/main.ts';
import { Database } from '../../../../service/platform/database/database.ts';
import { assertOwnConnections } from '../../../../service/platform/database/poolers/own-connections.ts';
import { limitReads } from '../../../../service/platform/database/reads/limited-reads.ts';
import { migrate } from '../../../../service/platform/database/schema/migrate.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';
import { startParallelCalls } from '../../../support/parallel-calls.ts';
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from '../../../support/proxies/pgbouncer.ts';
import { openShop } from '../../../support/shop.ts';
import { startTestService } from '../../../support/test-service.ts';

const missing = whyNoPgBouncer();
let data: TestDatabase;
const poolers: PgBouncer[] = [];

beforeAll(async () => {
  data = await testDatabase();
});
afterAll(async () => {
  for (const one of poolers) await one.close();
  await data.drop();
});

async function pooler(settings: Record<string, string>): Promise<PgBouncer> {
  const one = await startPgBouncer(data.url, settings);
  poolers.push(one);
  return one;
}

const demand = (url: string) => assertOwnConnections('CONVEYOR_DATABASE_URL', url);

test('PostgreSQL itself gives each connection one of its own', async () => {
  await demand(data.url);
});

test.skipIf(missing)(
  'session mode: the service works as without a pooler, also when that is killed',
  async () => {
    const session = await pooler({ pool_mode: 'session' });
    await demand(session.through(data.url));
    const service = await startTestService({
      database: { connections: 8 },
      through: async (url) => session.through(url),
    });
    try {
      service.startFilters();
      const shop = await openShop(service);
      const load = await startParallelCalls(service, shop, { callers: 8, rest: 50 });
      await expect.poll(() => load.successAfter(0), { timeout: 20_000 }).not.toBeNull();
      await session.kill();
      await session.start();
      const moment = performance.now();
      await expect.poll(() => load.successAfter(moment), { timeout: 20_000 }).not.toBeNull();
      await load.stop();
      expect(load.wrong).toEqual([]);
      await shop.through(load.issued.slice(0, 4), 'pick', 'pack', 'ship', 'pickup');
      expect(await service.verify()).toEqual([]);
    } finally {
      await service.close();
    }
  },
  60_000,
);

test.skipIf(missing)('session mode: settings, prepared statements and locks of a connection end with it', async () => {
  const session = await pooler({ pool_mode: 'session', default_pool_size: '1' });
  const url = session.through(data.url);
  const first = new Database(url, { connections: 1 });
  const settings = sql<{ scan: string; pid: number; names: number }>`
    select current_setting('enable_seqscan') as scan, current_setting('statement_timeout') as limit, pg_backend_pid() as pid,
      (select count(*)::int from pg_prepared_statements) as names`;
  const { rows } = await settings.execute(first.kysely);
  await sql`select pg_advisory_lock(17)`.execute(first.kysely);
  expect(rows[0]).toMatchObject({ scan: 'off', limit: '55s', names: expect.any(Number) });
  await first.close();

  const next = new pg.Client({ connectionString: url });
  await next.connect();
  const { rows: after } = await next.query(
    `select current_setting('enable_seqscan') as scan, current_setting('statement_timeout') as limit, pg_backend_pid() as pid,
      (select count(*)::int from pg_prepared_statements) as names, (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
  );
  await next.end();
  expect(after).toEqual([{ scan: 'on', limit: '0', pid: rows[0]?.pid, names: 0, locks: 0 }]);
});

test.skipIf(missing)('session mode: two starts migrate one after the other, and a slow read is canceled', async () => {
  const session = await pooler({ pool_mode: 'session' });
  const empty = await testDatabase();
  try {
    await empty.pool.query('delete from migration where name = $1', ['0002_countries.sql']);
    await empty.pool.query('drop table country cascade; drop table countryalias');
    const url = session.through(empty.url);
    const applied = await Promise.all([migrate(url), migrate(url)]);
    expect(applied.flat()).toEqual(['0002_countries.sql']);

    const database = new Database(url, { connections: 2 });
    const limited = limitReads(database, { milliseconds: 300, signal: new AbortController().signal });
    const from = performance.now();
    await expect(limited.pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: 'query.too-slow' });
    expect(performance.now() - from).toBeLessThan(5_000);
    await database.close();
  } finally {
    await empty.drop();
  }
});

const modes: Record<string, string>[] = [
  { pool_mode: 'transaction' },
  { pool_mode: 'transaction', server_round_robin: '1', min_pool_size: '3' },
  { pool_mode: 'transaction', default_pool_size: '1' },
  { pool_mode: 'statement' },
];

test.skipIf(missing).each(modes)('%j is refused, also beside other callers', async (settings) => {
  const shared = await pooler(settings);
  const url = shared.through(data.url);
  await expect(demand(url)).rejects.toThrow('pool_mode = session');
  const others = Array.from({ length: 4 }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (let round = 0; round < 100; round++) await client.query('select 1');
    await client.end();
  });
  await expect(demand(url)).rejects.toThrow('pool_mode = session');
  await Promise.all(others);
});

test.skipIf(missing)('a service does not start behind a pooler in transaction mode, and says what to do', async () => {
  const shared = await pooler({ pool_mode: 'transaction' });
  const url = shared.through(data.url);
  const environment = (variables: Record<string, string>) =>
    readEnvironment({
      CONVEYOR_PORT: '0',
      LOG_LEVEL: 'silent',
      CONVEYOR_STAND_IN_CARRIER_URL: 'http://127.0.0.1:9',
      ...variables,
    });
  await expect(startService(environment({ CONVEYOR_DATABASE_URL: url }))).rejects.toThrow(
    /^CONVEYOR_DATABASE_URL leads to a pooler that shares connections .* Set pool_mode = session/,
  );
  await expect(
    startService(environment({ CONVEYOR_DATABASE_URL: data.url, CONVEYOR_READ_DATABASE_URL: url })),
  ).rejects.toThrow(/^CONVEYOR_READ_DATABASE_URL leads to a pooler/);
});
