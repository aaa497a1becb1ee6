import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../../../../../config/root.ts';
import { migrate, plannedMigrations } from '../../../../../service/platform/database/schema/migrate.ts';
import { migrationFiles } from '../../../../../service/platform/database/schema/migration-file.ts';
import { schemaVersion } from '../../../../../service/platform/database/schema/schema-version.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../../support/database.ts';
import { killCommands, startNode } from '../../../../support/processes/command.ts';
import { until } from '../../../../support/stack.ts';
import { ExtraMigrations } from './extra-migrations.ts';

/** Migrations that are interrupted, that wait for locks, and that run several at once. */

let data: TestDatabase;
let extra: ExtraMigrations;
let lines: string[];
const report = (line: string) => void lines.push(line);

beforeEach(() => {
  extra = new ExtraMigrations(null);
  lines = [];
});
afterEach(async () => {
  killCommands();
  await data.drop();
  extra.remove();
});

const relations = async () =>
  (
    await data.pool.query(
      `select oid::text, relname from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows;

/** A table of rows whose index takes a second, since its function waits a millisecond for each. */
const slowIndex = () => {
  extra.add(
    '0101_thing.sql',
    `create table thing (n int primary key);
    insert into thing select generate_series(1, 1000);
    create function slowly(n int) returns int immutable language plpgsql as $$
    begin perform pg_sleep(0.001); return n; end $$;`,
  );
  extra.add('0102_thing_slowly.sql', 'create index concurrently thing_slowly on thing (slowly(n));');
};

const indexIsValid = async () =>
  (await data.pool.query(`select indisvalid from pg_index where indexrelid = to_regclass('thing_slowly')`)).rows[0]
    ?.indisvalid;

/** Migrates in a process of its own, which can be killed. */
const migrateInProcess = () => {
  const module = pathToFileURL(join(projectRoot, 'dist/service/platform/database/schema/migrate.js')).href;
  const call = `migrate(${JSON.stringify(data.url)}, { folder: ${JSON.stringify(extra.folder)}, report: console.log })`;
  return startNode(['--input-type=module', '-e', `import { migrate } from '${module}'; await ${call};`]);
};

test('a dry run on an empty database names every migration and changes nothing; a run applies them once', async () => {
  data = await emptyDatabase();
  const files = await migrationFiles();
  const planned = await plannedMigrations(data.url);
  expect(planned.map(({ name }) => name)).toEqual(files);
  expect(planned.find(({ name }) => name.startsWith('0018'))).toMatchObject({
    kind: 'expand',
    concurrent: false,
    steps: expect.arrayContaining([expect.stringMatching(/^create table runningservice \(.*…$/)]),
  });
  expect(await relations()).toEqual([]);
  expect(await schemaVersion(data.pool, files)).toMatchObject({
    version: null,
    problem: expect.stringContaining('lacks migrations of this build: 0001_kinds_and_states.sql'),
  });
  expect(await migrate(data.url, { report })).toEqual(files);
  expect(lines).toEqual(
    files.map((file) => expect.stringMatching(`^Applied ${file} \\((expand|contract)\\) in \\d+\\.\\d s\\.$`)),
  );
  const before = await relations();
  expect(await migrate(data.url)).toEqual([]);
  expect(await plannedMigrations(data.url)).toEqual([]);
  expect(await relations()).toEqual(before);
});

test('a database of a build before the baseline is refused and stays as it is', async () => {
  data = await emptyDatabase();
  await data.pool.query(`create table migration (name text primary key, applied_at timestamptz not null default now());
    insert into migration (name) values ('0001_constants.sql'), ('0003_access.sql')`);
  const sentence =
    'The database was made before version 0.2.0: it lacks 0001_kinds_and_states.sql, with which the migrations begin, and has 0001_constants.sql. No migration leads from it to this build. Make a new database.';
  const before = await relations();
  expect(await schemaVersion(data.pool, await migrationFiles())).toMatchObject({ problem: sentence });
  await expect(plannedMigrations(data.url)).rejects.toThrow(sentence);
  await expect(migrate(data.url)).rejects.toThrow(sentence);
  expect(await relations()).toEqual(before);
});

test('several runs at once take turns: each migration is applied once, and no waiting run stops an index', async () => {
  data = await emptyDatabase();
  slowIndex();
  const runs = await Promise.all([1, 2, 3].map(() => migrate(data.url, { folder: extra.folder, report })));
  expect(runs.flat().sort()).toEqual(['0101_thing.sql', '0102_thing_slowly.sql']);
  expect(await indexIsValid()).toBe(true);
  expect(lines).toContainEqual(expect.stringMatching(/^Another process migrates this database: process \d+/));
});

test('after kill -9 in the build of an index, the next run drops the invalid index and builds it again', async () => {
  data = await emptyDatabase();
  slowIndex();
  const first = migrateInProcess();
  await until(async () => (await data.pool.query('select from pg_stat_progress_create_index')).rowCount === 1);
  await pause(300);
  first.process.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  expect(await indexIsValid()).toBe(false);
  const planned = await plannedMigrations(data.url, extra.folder);
  expect(planned).toMatchObject([{ name: '0102_thing_slowly.sql', steps: [expect.stringContaining('invalid index')] }]);

  expect(await migrate(data.url, { folder: extra.folder, report })).toEqual(['0102_thing_slowly.sql']);
  expect(lines).toContainEqual(
    'Migration 0102_thing_slowly.sql drops the invalid index thing_slowly, which an interrupted run left.',
  );
  expect(await indexIsValid()).toBe(true);
});

test('after kill -9 between the end of an index and its row, the next run keeps the index', async () => {
  data = await emptyDatabase();
  slowIndex();
  await migrate(data.url, { folder: extra.folder });
  await data.pool.query(`delete from migration where name like '0102%'`);
  const [before] = (await data.pool.query(`select 'thing_slowly'::regclass::oid as oid`)).rows;
  expect(await migrate(data.url, { folder: extra.folder })).toEqual(['0102_thing_slowly.sql']);
  expect((await data.pool.query(`select 'thing_slowly'::regclass::oid as oid`)).rows).toEqual([before]);
});

const waitsForNote = `select from pg_locks where relation = 'note'::regclass and not granted`;

test('a migration that does not get its lock within 0.6 s lets others pass, says who has it, and tries again', async () => {
  data = await emptyDatabase();
  await data.pool.query('create table note (text text)');
  extra.add('0101_note.sql', 'alter table note add column color text;');
  const holder = await data.pool.connect();
  const { rows } = await holder
    .query('begin; lock table note in access share mode; select pg_backend_pid() as pid')
    .then((results) => (results as unknown as { rows: { pid: number }[] }[])[2]!);
  const run = migrate(data.url, { folder: extra.folder, report });
  await until(async () => (await data.pool.query(waitsForNote)).rowCount !== 0, 10_000);
  const from = performance.now();
  await data.pool.query('select count(*) from note');
  // It waits behind the migration, which gives way after 0.6 s. The rest is for a busy machine.
  expect(performance.now() - from).toBeLessThan(1_500);
  await until(() => lines.length > 0, 10_000);
  expect(lines[0]).toMatch(
    new RegExp(
      `^Migration 0101_note\\.sql did not get its locks\\. It waited for a lock on note, which is held by process ${rows[0]?.pid}.* It tries again in \\d+ s\\.$`,
    ),
  );
  await holder.query('commit');
  holder.release();
  expect(await run).toEqual(['0101_note.sql']);
});

test('a migration that never gets its lock is given up, with the reason and without a trace', async () => {
  data = await emptyDatabase();
  await data.pool.query('create table note (text text)');
  extra.add('0101_note.sql', 'create table color (id int); alter table note add column color text;');
  const holder = await data.pool.connect();
  await holder.query('begin; lock table note in access share mode');
  await expect(migrate(data.url, { folder: extra.folder, patience: 0 })).rejects.toThrow(
    /^Migration 0101_note\.sql failed: .*lock timeout\. It waited for a lock on note/,
  );
  expect((await data.pool.query(`select to_regclass('color') as color`)).rows).toEqual([{ color: null }]);
  await holder.query('rollback');
  holder.release();
});

test('an index waits for older transactions, says so, and keeps nobody from the table', async () => {
  data = await emptyDatabase();
  slowIndex();
  extra.add('0102_thing_slowly.sql', 'create index concurrently thing_slowly on thing (n);');
  extra.add('0100_none.sql', 'select 1;');
  await migrate(data.url, { folder: extra.folder });
  await data.pool.query(`drop index thing_slowly; delete from migration where name like '0102%'`);
  const holder = await data.pool.connect();
  await holder.query('begin; delete from thing where n = 1');
  const run = migrate(data.url, { folder: extra.folder, report });
  await until(() => lines.length > 0, 10_000);
  expect(lines[0]).toMatch(/^Migration 0102_thing_slowly\.sql waits for the end of older transactions: process \d+/);
  const from = performance.now();
  await data.pool.query('insert into thing values (-1)');
  expect(performance.now() - from).toBeLessThan(500);
  // Longer than the limit of a lock, which does not hold for indexes.
  await pause(3_500);
  await holder.query('commit');
  holder.release();
  await run;
  expect(await indexIsValid()).toBe(true);
});

test('an index of a table in partitions is built on each of them, and a killed run is continued', async () => {
  data = await testDatabase();
  await data.pool.query(
    `insert into event_log (event_id, object_id, order_ids) select 1, n, array[n] from generate_series(1, 50000) n`,
  );
  extra = new ExtraMigrations();
  extra.add('0101_event_log_at.sql', 'create index concurrently event_log_at on event_log (at, id);');
  await data.pool.query(
    `create index event_log_at on only event_log (at, id); create index event_log_0_at on event_log_0 (at, id);
     update pg_index set indisvalid = false where indexrelid = 'event_log_0_at'::regclass`,
  );
  await migrate(data.url, { folder: extra.folder, report });
  expect(lines[0]).toBe(
    'Migration 0101_event_log_at.sql drops the invalid index event_log_0_at, which an interrupted run left.',
  );
  const { rows } = await data.pool.query(
    `select c.relname as index, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ~ '_at$'
     and c.relname ~ '^event_log' order by 1`,
  );
  expect(rows).toEqual([
    { index: 'event_log_0_at', valid: true },
    { index: 'event_log_at', valid: true },
    { index: 'event_log_default_at', valid: true },
  ]);
  extra.add('0102_no_event_log_at.sql', 'drop index concurrently event_log_at;');
  await migrate(data.url, { folder: extra.folder, report });
  expect((await data.pool.query(`select from pg_class where relname ~ '^event_log.*_at$'`)).rowCount).toBe(0);
});
