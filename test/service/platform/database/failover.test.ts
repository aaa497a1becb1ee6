import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database, type DatabaseOptions } from '../../../../service/platform/database/database.ts';
import { firstRow } from '../../../../service/platform/database/rows.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';
import { openShop } from '../../../support/shop.ts';
import { startTestService } from '../../../support/test-service.ts';
import { openWire, type Wire } from '../../crash/wire.ts';

/** The messages of PostgreSQL to its connections during a failover and a migration. */

let data: TestDatabase;
let database: Database;

beforeEach(async () => {
  data = await testDatabase();
  await data.pool.query('create table note (id int generated always as identity, text text)');
});
afterEach(async () => {
  await database.close();
  await data.drop();
});

function open(options: DatabaseOptions = {}, url = data.url): Database {
  database = new Database(url, { connections: 2, ...options });
  return database;
}

const write = (text: string) =>
  database.transaction('test.write', async (tx) => {
    await sql`insert into note (text) values (${text})`.execute(tx);
  });
const notes = async () =>
  (await data.pool.query<{ text: string }>('select text from note order by id')).rows.map(({ text }) => text);
const processOf = (pool: 'kysely' | 'readPool') =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database[pool]).then((result) => firstRow(result).pid);

/** Makes the database read only for connections that open later, as the old primary is after a failover, or ends that. */
async function readOnly(on: boolean): Promise<void> {
  const name = new URL(data.url).pathname.slice(1);
  // Each connection may set it for itself, also where all new ones are read only.
  await data.pool.query(
    `begin; set transaction read write; alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}; commit`,
  );
}

test('a write on a connection to a read-only server is repeated on a new connection', async () => {
  open();
  await readOnly(true);
  const pids = [await processOf('kysely'), await processOf('readPool')];
  await readOnly(false);

  await write('after the failover');
  expect(await notes()).toEqual(['after the failover']);
  // The reads had connections to the old primary too.
  expect(pids).not.toContain(await processOf('kysely'));
  expect(pids).not.toContain(await processOf('readPool'));
});

test('a server that stays read only refuses a write after the limit, and answers reads', async () => {
  open({ limits: { repeat: 500 } });
  await readOnly(true);
  const from = performance.now();
  await expect(write('refused')).rejects.toMatchObject({ code: '25006' });
  expect(performance.now() - from).toBeLessThan(5_000);
  expect(
    firstRow(await sql<{ rows: number }>`select count(*)::int as rows from note`.execute(database.readPool)),
  ).toEqual({
    rows: 0,
  });
  await readOnly(false);
  await write('accepted');
  expect(await notes()).toEqual(['accepted']);
});

test('a prepared statement whose table was altered runs again, in a transaction and outside', async () => {
  open({ connections: 1 });
  const inTransaction = () =>
    database.transaction('test.read', async (tx) => {
      await sql`insert into note (text) values ('one')`.execute(tx);
      return (await sql`select * from note where id = ${1}`.execute(tx)).rows;
    });
  const alone = async () => (await sql`select * from note where id >= ${1} order by id`.execute(database.kysely)).rows;
  expect(await inTransaction()).toEqual([{ id: 1, text: 'one' }]);
  expect(await alone()).toHaveLength(1);

  await data.pool.query('alter table note add column color text');
  expect(await inTransaction()).toEqual([{ id: 1, text: 'one', color: null }]);
  expect(await notes()).toEqual(['one', 'one']);

  await data.pool.query('alter table note add column size text');
  expect((await alone())[0]).toEqual({ id: 1, text: 'one', color: null, size: null });
  expect((await alone())[0]).toEqual({ id: 1, text: 'one', color: null, size: null });
});

test('a connection is replaced when it is too old', async () => {
  open({ limits: { ageSeconds: 1 } });
  const first = await processOf('kysely');
  expect(await processOf('kysely')).toBe(first);
  await expect.poll(() => processOf('kysely'), { timeout: 5_000, interval: 100 }).not.toBe(first);
});

test('a transaction whose connection PostgreSQL ends is repeated; each attempt sees the facts anew', async () => {
  open();
  let attempts = 0;
  await database.transaction('test.write', async (tx) => {
    attempts += 1;
    await sql`insert into note (text) values (${`attempt ${attempts}`})`.execute(tx);
    const { pid } = firstRow(await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx));
    if (attempts < 3) await data.pool.query('select pg_terminate_backend($1, 1000)', [pid]);
    await sql`update note set text = text || ', done'`.execute(tx);
  });
  expect(await notes()).toEqual(['attempt 3, done']);
});

test('a database that starts within ten seconds is awaited, and one that does not is reported', async () => {
  const { port } = new URL(data.url);
  const closed = new URL(data.url);
  closed.port = port === '1' ? '2' : '1';
  open({ limits: { repeat: 300 } }, closed.href);
  const from = performance.now();
  await expect(write('never')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(performance.now() - from).toBeGreaterThan(300);
  expect(performance.now() - from).toBeLessThan(3_000);
});

test('a connection cut before any statement of an issue is invisible; one cut during the commit is 503', async () => {
  let wire: Wire | undefined;
  const service = await startTestService({
    database: { connections: 4 },
    through: async (url) => {
      wire = await openWire(url);
      return wire.url;
    },
  });
  try {
    const shop = await openShop(service);
    const part = await shop.part({}, 100);
    const issueCutAt = async (point: number | 'commit') => {
      const id = await shop.order([{ part_id: part, qty: 1, unit_price: 1 }]);
      const count = wire!.stopAt(point, undefined, true);
      const issue = () => service.call('POST', `/salesorder/${id}/issue`, {}, { 'idempotency-key': `issue ${point}` });
      return { reply: await issue(), stoppedAt: count.stoppedAt, issue };
    };
    let at = 1;
    for (; ; at += 3) {
      const { reply, stoppedAt } = await issueCutAt(at);
      if (stoppedAt === 'commit') break;
      expect(reply.status, `cut before ${stoppedAt}`).toBe(200);
    }
    const { reply, issue } = await issueCutAt('commit');
    expect([reply.status, reply.body.code]).toEqual([503, 'service.unavailable']);
    const again = await issue();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(at).toBeGreaterThan(6);
    expect(await service.verify()).toEqual([]);
  } finally {
    await service.close();
    await wire?.close();
  }
  open();
}, 60_000);
