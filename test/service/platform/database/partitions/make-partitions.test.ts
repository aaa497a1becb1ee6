import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../../../service/platform/database/database.ts';
import { makePartitions } from '../../../../../service/platform/database/partitions/make-partitions.ts';
import { partitionsOf } from '../../../../../service/platform/database/partitions/partitions.ts';
import { deliveries, eventLog } from '../../../../../service/platform/database/partitions/tables.ts';
import { makeDuePartitions } from '../../../../../service/prepare-schema.ts';
import { type TestDatabase, testDatabase } from '../../../../support/database.ts';

let data: TestDatabase;
let database: Database;
beforeEach(async () => {
  data = await testDatabase({ idsFrom: undefined });
  database = new Database(data.url, { connections: 4 });
});
afterEach(async () => {
  await database.close();
  await data.drop();
});

/** Writes an event with the next id. @returns the table that holds it */
const event = async (id?: number) => {
  if (id !== undefined) await data.pool.query(`select setval('event_log_id_seq', $1, false)`, [id]);
  const { rows } = await data.pool.query(
    'insert into event_log (event_id, object_id) values (1, 1) returning id, tableoid::regclass::text as held_by',
  );
  return rows[0];
};

test('a new database has one partition of each table and a default one, and needs no other', async () => {
  expect(await makePartitions(database)).toEqual([]);
  expect(await partitionsOf(database.kysely, eventLog)).toEqual([
    { name: 'event_log_0', lower: Number.NEGATIVE_INFINITY, upper: 1_000_000 },
  ]);
  expect(await event()).toEqual({ id: 1, held_by: 'event_log_0' });
});

test('the next partition is made when the newest one is half full, with the same indexes, and rows go into it', async () => {
  await event(500_001);
  expect(await makePartitions(database)).toEqual(['event_log_1000000']);
  expect(await makePartitions(database)).toEqual([]);
  expect(await event(999_999)).toMatchObject({ held_by: 'event_log_0' });
  expect(await event()).toEqual({ id: 1_000_000, held_by: 'event_log_1000000' });
  const { rows } = await data.pool.query(
    `select regexp_replace(pg_get_indexdef(indexrelid), '.* USING', '') as index, count(distinct indrelid)::int as tables
     from pg_index where indrelid::regclass::text ~ '^event_log' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { index: ' btree (id)', tables: 4 },
    { index: ` btree (object_id) WHERE (order_ids = '{}'::bigint[])`, tables: 4 },
    { index: ' gin (order_ids)', tables: 4 },
  ]);
});

test('deliveries and their log get the same ranges', async () => {
  await data.pool.query(`select setval('webhookdelivery_id_seq', 60000)`);
  expect(await makePartitions(database)).toEqual(['webhookdelivery_100000', 'webhooklog_100000']);
  const log = await partitionsOf(database.kysely, { name: 'webhooklog' });
  expect(log.map(({ upper }) => upper)).toEqual(
    (await partitionsOf(database.kysely, deliveries)).map(({ upper }) => upper),
  );
});

test('rows beyond all partitions go to the default one, and the next partition begins beyond them', async () => {
  expect(await event(1_234_567)).toEqual({ id: 1_234_567, held_by: 'event_log_default' });
  expect(await makePartitions(database)).toEqual(['event_log_1400000']);
  expect(await event()).toMatchObject({ held_by: 'event_log_default' });
  expect(await event(1_400_000)).toMatchObject({ held_by: 'event_log_1400000' });
  const { rows } = await data.pool.query('select id from event_log order by id');
  expect(rows.map(({ id }) => id)).toEqual([1_234_567, 1_234_568, 1_400_000]);
});

test('processes that find a partition missing at the same time make one', async () => {
  await event(500_001);
  const made = await Promise.all([1, 2, 3, 4].map(() => makePartitions(database)));
  expect(made.flat()).toEqual(['event_log_1000000']);
});

test('a long transaction that reads the table delays the partition, and nobody waits behind it for long', async () => {
  await event(500_001);
  const reader = new pg.Client(data.url);
  await reader.connect();
  await reader.query('begin; select count(*) from event_log');
  let isMaking = true;
  const making = expect(makePartitions(database))
    .rejects.toMatchObject({ code: 'record.locked' })
    .finally(() => {
      isMaking = false;
    });
  let longest = 0;
  while (isMaking) {
    const from = performance.now();
    await data.pool.query('select count(*) from event_log');
    longest = Math.max(longest, performance.now() - from);
  }
  await making;
  expect(longest).toBeLessThan(1_000);
  await reader.end();
  expect(await makePartitions(database)).toEqual(['event_log_1000000']);
});

test('a role that may make no tables writes on, into the default partition', async () => {
  const role = `writer_${process.pid}`;
  await event(1_500_000);
  await data.pool.query(
    `create role ${role} login password 'writes'; grant usage on schema public to ${role}; grant all on all tables in schema public to ${role};
     grant all on all sequences in schema public to ${role}; revoke create on schema public from public`,
  );
  const url = new URL(data.url);
  url.username = role;
  url.password = 'writes';
  const limited = new Database(url.href, { connections: 2 });
  try {
    await expect(makePartitions(limited)).rejects.toMatchObject({ code: '42501' });
    const lines: string[] = [];
    await makeDuePartitions(url.href, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/^Partitions cannot be made now: .*permission denied.* Run conveyor migrate/),
    ]);
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query('insert into event_log (event_id, object_id) values (1, 1)');
    await client.end();
  } finally {
    await limited.close();
    await data.pool.query(`drop owned by ${role}; drop role ${role}`);
  }
});
