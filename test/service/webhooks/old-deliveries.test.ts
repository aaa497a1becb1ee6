import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../service/platform/database/database.ts';
import { makePartitions } from '../../../service/platform/database/partitions/make-partitions.ts';
import { forgetOldDeliveries } from '../../../service/platform/events/old-deliveries.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const day = 86_400;
const keep = 30 * day;

let data: TestDatabase;
let database: Database;
beforeEach(async () => {
  data = await testDatabase({ idsFrom: undefined });
  database = new Database(data.url, { connections: 2 });
  await data.pool.query(
    `insert into webhook (event_id, event_ids, url, secret) values (1, '{1}', 'http://localhost', 's')`,
  );
});
afterEach(async () => {
  await database.close();
  await data.drop();
});

interface Made {
  readonly from: number;
  readonly count: number;
  /** Age in days. */
  readonly age: number;
  readonly state?: string;
}

/** Writes deliveries with ids from a number on, each with a log entry. */
async function made({ from, count, age, state = 'delivered' }: Made): Promise<void> {
  await data.pool.query(`select setval('webhookdelivery_id_seq', $1, false)`, [from]);
  await data.pool.query(
    `with d as (
      insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body, state, created_at, updated_at)
      select 1, 1, n, n, '{}', $3, now() - make_interval(days => $2), now() - make_interval(days => $2)
      from generate_series(1, $1) n returning id)
    insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, url, request_headers)
    select id, 1, 1, 1, 'run', 'http://localhost', '{}' from d`,
    [count, age, state],
  );
}

const left = async () => {
  const count = async (table: string) =>
    (await data.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;
  return [await count('webhookdelivery'), await count('webhooklog')];
};

test('a full partition of old deliveries is dropped with its log, and what waits in one keeps it', async () => {
  await made({ from: 99_001, count: 900, age: 40 });
  await makePartitions(database);
  await made({ from: 150_001, count: 500, age: 39 });
  await made({ from: 160_001, count: 1, age: 39, state: 'waiting' });
  await makePartitions(database);
  await made({ from: 250_001, count: 700, age: 29 });
  expect(await left()).toEqual([2_101, 2_101]);
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 500, dropped: ['webhookdelivery_0'] });
  expect(await left()).toEqual([701, 701]);
  await data.pool.query(`update webhookdelivery set state = 'dropped'`);
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 0, dropped: ['webhookdelivery_100000'] });
  expect(await left()).toEqual([700, 700]);
  const { rows } = await data.pool.query(`select to_regclass('webhooklog_100000') as log`);
  expect(rows).toEqual([{ log: null }]);
});

test('deliveries of one partition that is still filled go row by row, if it holds more than two days', async () => {
  await made({ from: 1, count: 300, age: 40 });
  await made({ from: 1_001, count: 200, age: 1 });
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 300, dropped: [] });
  expect(await left()).toEqual([200, 200]);
});

test('within a partition of two days, old deliveries stay until all of them are old', async () => {
  await made({ from: 1, count: 300, age: 31 });
  await made({ from: 1_001, count: 200, age: 30 - 1 });
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 0, dropped: [] });
  expect(await forgetOldDeliveries(database, 28 * day)).toEqual({ deleted: 500, dropped: [] });
});

test('rows of the default partition go row by row', async () => {
  await made({ from: 500_001, count: 10, age: 31 });
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 10, dropped: [] });
  expect(await left()).toEqual([0, 0]);
});

test('a reader of deliveries delays the drop, and nothing is lost', async () => {
  await made({ from: 99_001, count: 900, age: 40 });
  await makePartitions(database);
  await made({ from: 100_001, count: 1, age: 1 });
  const reader = new pg.Client(data.url);
  await reader.connect();
  await reader.query('begin; select count(*) from webhooklog');
  await expect(forgetOldDeliveries(database, keep)).rejects.toMatchObject({ code: 'record.locked' });
  await reader.end();
  expect(await left()).toEqual([901, 901]);
  expect(await forgetOldDeliveries(database, keep)).toEqual({ deleted: 0, dropped: ['webhookdelivery_0'] });
});
