import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../../service/platform/database/database.ts';
import { limitReads } from '../../../../service/platform/database/reads/limited-reads.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

let testData: TestDatabase;
let database: Database;
beforeAll(async () => {
  testData = await testDatabase();
  database = new Database(testData.url, { connections: 1 });
});
afterAll(async () => {
  await database.close();
  await testData.drop();
});

const never = new AbortController().signal;
const sleep = { text: 'select pg_sleep(20)' };
const pid = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
const executing = async () =>
  (
    await testData.pool.query(
      "select count(*)::int as n from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'",
    )
  ).rows[0].n;

test('a statement over the limit is canceled by the server, and its connection goes on', async () => {
  const before = await pid();
  const { pool } = limitReads(database, { milliseconds: 200, signal: never });
  await expect(pool.query(sleep)).rejects.toMatchObject({ code: 'query.too-slow', members: { seconds: 0.2 } });
  expect(await executing()).toBe(0);
  expect(await pid()).toBe(before);
});

test('the limit counts all statements of a request together', async () => {
  const { pool } = limitReads(database, { milliseconds: 400, signal: never });
  await pool.query({ text: 'select pg_sleep(0.3)' });
  await expect(pool.query({ text: 'select pg_sleep(0.3)' })).rejects.toMatchObject({ code: 'query.too-slow' });
});

test('a caller that leaves ends its statement, and one that waits for a connection never begins', async () => {
  const leaving = new AbortController();
  const { pool } = limitReads(database, { milliseconds: 20_000, signal: leaving.signal });
  const [first, second] = [pool.query(sleep), pool.query(sleep)];
  await expect.poll(executing).toBe(1);
  leaving.abort();
  const results = await Promise.allSettled([first, second]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await executing()).toBe(0);
});

test('a cancellation never meets the next statement of its connection', async () => {
  for (let round = 0; round < 30; round++) {
    const { pool } = limitReads(database, { milliseconds: 5 + (round % 7), signal: never });
    await pool.query({ text: 'select pg_sleep(0.008)' }).catch(() => undefined);
    await database.pool.query('select pg_sleep(0.002)');
  }
});

test('an error of a statement closes no connection', async () => {
  const before = await pid();
  const { pool } = limitReads(database, { milliseconds: 1_000, signal: never });
  await expect(pool.query({ text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' });
  expect(await pid()).toBe(before);
});

test('an exception while the driver reads a socket ends its statement and its connection, and nothing else', async () => {
  const client = await database.pool.connect();
  client.on('notice', () => {
    throw new RangeError('Invalid string length');
  });
  await expect(client.query("do $$ begin raise notice 'now'; end $$")).rejects.toThrow('Invalid string length');
  client.release();
  await pause(20);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('readiness has connections of its own', async () => {
  const { pool } = limitReads(database, { milliseconds: 500, signal: never });
  const busy = pool.query(sleep).catch(() => undefined);
  const begin = performance.now();
  await database.readiness.pool.query('select 1');
  expect(performance.now() - begin).toBeLessThan(400);
  await busy;
});
