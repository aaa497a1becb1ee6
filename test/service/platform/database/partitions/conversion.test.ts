import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../../../service/platform/database/schema/migrate.ts';
import { migrationFiles, migrationFolder } from '../../../../../service/platform/database/schema/migration-file.ts';
import { emptyDatabase, type TestDatabase } from '../../../../support/database.ts';

/** The migrations that make tables with rows the first partitions of new ones. */

const tables = ['event_log', 'inventorymovement', 'webhookdelivery', 'webhooklog'];

let data: TestDatabase;
/** The folder of the migrations before those with partitions. */
let before: string;
beforeEach(async () => {
  data = await emptyDatabase();
  before = mkdtempSync(join(tmpdir(), 'conveyor-migrations-'));
  for (const file of await migrationFiles()) if (file < '0027') cpSync(join(migrationFolder, file), join(before, file));
  await migrate(data.url, { folder: before });
});
afterEach(async () => {
  await data.drop();
  rmSync(before, { recursive: true });
});

const fill = `
  insert into site (id, name) overriding system value values (1, 'Main');
  insert into webhook (id, event_id, event_ids, url, secret) values (1, 1, '{1}', 'http://localhost', 's');
  insert into event_log (event_id, object_id, order_ids) select 13, n, array[n] from generate_series(1, 3000) n;
  insert into inventorymovement (site_id, part_id, to_location_id, qty, reason)
    select 1, 1, 1, n, 'received' from generate_series(1, 3000) n;
  insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body) select 1, 1, n, n, '{}' from generate_series(1, 3000) n;
  insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, url, request_headers)
    select n, 1, 1, 1, 'run' || n, 'http://localhost', '{}' from generate_series(1, 3000) n`;

/** The files of the indexes of a table, by what they index: a file stays the same if the index is not built again. */
const indexFiles = async (table: string) => {
  const { rows } = await data.pool.query(
    `select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') as index, pg_relation_filenode(indexrelid) as file
     from pg_index where indrelid = $1::regclass order by 1, 2`,
    [table],
  );
  return rows;
};

const sumsOf = async (table: string) =>
  (await data.pool.query(`select count(*)::int as n, sum(id)::int as ids from ${table}`)).rows[0];

test('rows, indexes, sequences, checks, triggers and rights stay, and no file is written anew', async () => {
  await data.pool.query(fill);
  const role = `reports_${process.pid}`;
  await data.pool.query(`create role ${role}; grant select on event_log to ${role}`);
  const files = Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, (await data.pool.query('select pg_relation_filenode($1)', [table])).rows[0]]),
    ),
  );
  const [ofEvents, ofLedger] = [await indexFiles('event_log'), await indexFiles('inventorymovement')];
  const sums = Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await sumsOf(table)])));

  await migrate(data.url);

  for (const table of tables) {
    expect((await data.pool.query('select pg_relation_filenode($1)', [`${table}_0`])).rows[0]).toEqual(files[table]);
    expect(await sumsOf(table)).toEqual(sums[table]);
  }
  expect(await indexFiles('event_log_0')).toEqual(ofEvents);
  expect(await indexFiles('inventorymovement_0')).toEqual(ofLedger);
  const { rows: unattached } = await data.pool.query(
    `select indexrelid::regclass::text as index from pg_index i where indrelid::regclass::text = any($1)
     and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)`,
    [tables.map((table) => `${table}_0`)],
  );
  expect(unattached).toEqual([]);
  const added = await data.pool.query(
    `insert into inventorymovement (site_id, part_id, to_location_id, qty, reason) values (1, 1, 1, 1, 'received')
     returning id`,
  );
  expect(added.rows[0].id).toBe(3_001);
  const counted = await data.pool.query(`select sum(rows)::int as n from tally where relation = 'inventorymovement'`);
  expect(counted.rows[0].n).toBe(3_001);
  await expect(
    data.pool.query(`insert into inventorymovement (site_id, part_id, qty, reason) values (1, 1, 1, 'nowhere')`),
  ).rejects.toMatchObject({ code: '23514' });
  await expect(data.pool.query('insert into event_log (id, event_id, object_id) values (1, 1, 1)')).rejects.toThrow(
    /non-DEFAULT value/,
  );
  const may = await data.pool.query(`select has_table_privilege($1, 'event_log', 'select') as may`, [role]);
  expect(may.rows[0].may).toBe(true);
  await data.pool.query(`drop owned by ${role}; drop role ${role}`);
});

test('the first partition has room for a twelfth of the ids so far', async () => {
  await data.pool.query(
    `insert into event_log (id, event_id, object_id) overriding system value values (60000000, 1, 1);
     select setval('event_log_id_seq', 60000000)`,
  );
  await migrate(data.url);
  const { rows } = await data.pool.query(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'event_log_0'`,
  );
  expect(rows[0].bound).toBe(`FOR VALUES FROM (MINVALUE) TO ('65000000')`);
});

test('prepared statements of connections that stay open go on', async () => {
  const client = await data.pool.connect();
  const write = () =>
    client.query({ name: 'write', text: 'insert into event_log (event_id, object_id) values (1, 1) returning id' });
  const read = () => client.query({ name: 'read', text: 'select * from event_log where id = $1', values: [1] });
  await write();
  await read();
  await migrate(data.url);
  expect((await write()).rows).toEqual([{ id: 2 }]);
  expect((await read()).rows).toHaveLength(1);
  client.release();
});
