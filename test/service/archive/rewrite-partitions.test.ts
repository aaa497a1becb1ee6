import { afterEach, beforeEach, expect, test } from 'vitest';
import { rewritePartitions } from '../../../service/archive/rewrite-partitions.ts';
import { Database } from '../../../service/platform/database/database.ts';
import { makePartitions } from '../../../service/platform/database/partitions/make-partitions.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let data: TestDatabase;
let database: Database;
beforeEach(async () => {
  data = await testDatabase({ idsFrom: undefined });
  database = new Database(data.url, { connections: 2 });
});
afterEach(async () => {
  await database.close();
  await data.drop();
});

/** Writes events of the ids 950,001 to 950,000 + count into the first partition, and one into the second. */
async function fullPartition(count: number): Promise<void> {
  await data.pool.query(`select setval('event_log_id_seq', 950000)`);
  await data.pool.query(
    'insert into event_log (event_id, object_id, order_ids) select 13, n, array[n] from generate_series(1, $1) n',
    [count],
  );
  await makePartitions(database);
  await data.pool.query(`select setval('event_log_id_seq', 1000000)`);
  await data.pool.query('insert into event_log (event_id, object_id) values (1, 1)');
}

const remove = (condition: string) => data.pool.query(`delete from event_log where ${condition}`);
const sums = async () =>
  (
    await data.pool.query(
      'select count(*)::int as n, sum(id)::text as ids, sum(object_id)::text as objects from event_log',
    )
  ).rows[0];
const sizeOf = async (table: string) =>
  Number((await data.pool.query(`select pg_total_relation_size($1::regclass) as bytes`, [table])).rows[0].bytes);

test('a full partition that has lost most of its rows is written anew, with all that is left', async () => {
  await fullPartition(40_000);
  await remove('object_id % 10 <> 0 and id < 1000000');
  const [before, bytes] = [await sums(), await sizeOf('event_log_0')];
  const rewritten = await rewritePartitions(database);
  const now = await sizeOf('event_log_0');
  expect(rewritten).toEqual([{ partition: 'event_log_0', done: 'rewritten', bytes: bytes - now }]);
  expect(now).toBeLessThan(bytes / 4);
  expect(await sums()).toEqual(before);
  const { rows } = await data.pool.query(
    `select count(*)::int as indexes, count(h.inhrelid)::int as attached from pg_index i left join pg_inherits h on h.inhrelid = i.indexrelid
     where i.indrelid = 'event_log_0'::regclass`,
  );
  expect(rows).toEqual([{ indexes: 3, attached: 3 }]);
  const { rows: found } = await data.pool.query('select id from event_log where order_ids @> array[500::bigint]');
  expect(found).toEqual([{ id: 950_500 }]);
  expect(await rewritePartitions(database)).toEqual([]);
});

test('an empty one is dropped, and one with most of its rows stays as it is', async () => {
  await fullPartition(5_000);
  await remove('object_id % 3 = 0 and id < 1000000');
  expect(await rewritePartitions(database)).toEqual([]);
  await remove('id < 1000000');
  expect(await rewritePartitions(database)).toEqual([
    { partition: 'event_log_0', done: 'dropped', bytes: expect.any(Number) },
  ]);
  expect(await sums()).toMatchObject({ n: 1 });
});

test('what an interrupted run has left does no harm', async () => {
  await fullPartition(20_000);
  await remove('object_id % 10 <> 0 and id < 1000000');
  const before = await sums();
  await data.pool.query('create table event_log_0_copy (like event_log)');
  await data.pool.query('insert into event_log_0_copy select * from event_log limit 5');
  expect(await rewritePartitions(database)).toMatchObject([{ done: 'rewritten' }]);
  expect(await sums()).toEqual(before);
});

test('the partition that is being filled stays, whatever it has lost', async () => {
  await data.pool.query('insert into event_log (event_id, object_id) select 1, n from generate_series(1, 20000) n');
  await remove('object_id > 10');
  expect(await rewritePartitions(database)).toEqual([]);
});
