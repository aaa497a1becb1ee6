import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkStates } from '../../../../../service/check-states.ts';
import { migrate } from '../../../../../service/platform/database/schema/migrate.ts';
import { type TestDatabase, testDatabase } from '../../../../support/database.ts';
import { watchMigrationWaits } from '../../../../support/processes/migration-waits.ts';
import { openShop, type Shop } from '../../../../support/shop.ts';
import { startTestService, type TestService } from '../../../../support/test-service.ts';
import { ExtraMigrations } from './extra-migrations.ts';

/** A newer build migrates the database while services of this one work on it. */

/** Rows of the event log: a migration builds an index on them. The long run: `CONVEYOR_MIGRATION_ROWS=3000000`. */
const events = Number(process.env.CONVEYOR_MIGRATION_ROWS ?? 100_000);

let data: TestDatabase;
let service: TestService;
let shop: Shop;
let part: number;
const extra = new ExtraMigrations();

beforeAll(async () => {
  data = await testDatabase();
  service = await startTestService({ data, database: { connections: 4 } });
  shop = await openShop(service);
  part = await shop.part({}, 1_000_000);
});
afterAll(async () => {
  await service.close();
  await data.drop();
  extra.remove();
});

/** Runs calls on several connections until it is stopped. @returns the failures and the longest call in milliseconds */
function load(calls: readonly (() => Promise<unknown>)[]): {
  /** Milliseconds of the longest call that has ended. */
  longest(): number;
  stop(): Promise<{ failures: string[]; longest: number; count: number }>;
} {
  let stopped = false;
  // A test that fails does not reach its end.
  onTestFinished(() => {
    stopped = true;
  });
  const result = { failures: [] as string[], longest: 0, count: 0 };
  const callers = calls.map(async (call) => {
    while (!stopped) {
      const from = performance.now();
      await call().catch((error) => result.failures.push(String(error)));
      result.longest = Math.max(result.longest, performance.now() - from);
      result.count += 1;
    }
  });
  return {
    longest: () => result.longest,
    async stop() {
      stopped = true;
      await Promise.all(callers);
      return result;
    },
  };
}

const issueOrder = async () => {
  const id = await shop.order([{ part_id: part, qty: 1, unit_price: 1 }]);
  const { status, body } = await service.call('POST', `/salesorder/${id}/issue`, {});
  if (status !== 200) throw new Error(`${status} ${body.detail}`);
};
const listOrders = async () => {
  const { status, body } = await service.call('GET', '/salesorder?perPage=20&embed=lines.part');
  if (status !== 200) throw new Error(`${status} ${body.detail}`);
};

test('indexes that are built while people work keep nobody waiting for a second', async () => {
  await data.pool.query(`create table note (id int primary key, text text);
    insert into note select n, md5(n::text) from generate_series(1, 400000) n`);
  await data.pool.query(
    `-- Writes many events, which concern no order.
    insert into event_log (event_id, object_id, at)
    select (select min(id) from event), 9000000000 + n, now() - n * interval '1 s' from generate_series(1, $1::int) n`,
    [events],
  );
  extra.add('0100_event_log_at.sql', 'create index concurrently event_log_test_at on event_log (at, event_id);');
  extra.add('0101_note_text.sql', 'create index concurrently note_text on note (text);');
  extra.add('0102_order_note.sql', 'create index concurrently salesorder_test_note on salesorder (note);');
  extra.add('0103_work_note.sql', 'create index concurrently work_test on work (qty, qty_done);');
  const writeNote = () =>
    data.pool.query('update note set text = md5(random()::text) where id = 1 + (random() * 399999)::int');
  const running = load([issueOrder, issueOrder, listOrders, writeNote]);
  const waits = watchMigrationWaits(data.pool);
  await pause(2_000);
  const callBefore = running.longest();
  const applied: string[] = [];
  await migrate(data.url, { folder: extra.folder, report: (line) => applied.push(line) });
  const { longest, seen } = await waits.stop();
  const { failures, longest: call, count } = await running.stop();
  if (process.env.PRINT_FIGURES)
    console.log({ events, applied, longestWaitForTheMigration: longest, longestCall: call, callBefore, calls: count });
  expect(failures).toEqual([]);
  expect(seen).toBe(true);
  expect(longest).toBeLessThan(1_000);
}, 300_000);

test('an index that is built in a transaction does keep people waiting: the rules for migrations refuse it', async () => {
  extra.add('0104_note_plain.sql', 'create index note_plain on note (text);');
  const running = load([() => data.pool.query('update note set text = text where id = 7')]);
  const waits = watchMigrationWaits(data.pool);
  await migrate(data.url, { folder: extra.folder });
  expect((await waits.stop()).longest).toBeGreaterThan(50);
  await running.stop();
});

test('columns that are added under load change prepared statements, and nobody notices', async () => {
  await data.pool.query('create table if not exists note (id int primary key, text text)');
  await data.pool.query(`insert into note values (-1, 'x') on conflict do nothing`);
  const columns = new Set<number>();
  const readAlone = async () => {
    const { rows } = await sql<object>`select * from note where id = ${-1}`.execute(service.database.kysely);
    columns.add(Object.keys(rows[0] ?? {}).length);
  };
  const readInTransaction = () =>
    service.database.transaction('test.read', async (tx) => {
      await sql`update note set text = 'y' where id = ${-1}`.execute(tx);
      const { rows } = await sql<object>`select * from note where id = ${-1} for update`.execute(tx);
      columns.add(Object.keys(rows[0] ?? {}).length);
    });
  const running = load([
    readAlone,
    readAlone,
    readInTransaction,
    readInTransaction,
    issueOrder,
    issueOrder,
    listOrders,
  ]);
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const [index, name] of names.entries()) {
    extra.add(
      `011${index}_column.sql`,
      `alter table note add column ${name} text;
      alter table salesorder add column test_${name} text;
      alter table work add column test_${name} text;
      alter table part add column test_${name} text;`,
    );
    await pause(400);
    expect(await migrate(data.url, { folder: extra.folder })).toHaveLength(1);
  }
  await pause(400);
  const { failures, count } = await running.stop();
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(50);
  // Each statement was prepared before each change, and answered with each number of columns.
  expect([...columns].sort()).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await service.verify()).toEqual([]);
}, 60_000);

test('a build works with the schema of the next one, until a contract removes what it uses', async () => {
  const readyz = async () => {
    const { status, body } = await service.call('GET', '/readyz');
    return [status, body.detail ?? null];
  };
  expect(await readyz()).toEqual([200, null]);
  await issueOrder();
  // It starts on that schema too, which has a state that it does not know.
  extra.add('0119_state.sql', "insert into packstatus (id, name) values (99, 'Inspected');");
  await migrate(data.url, { folder: extra.folder });
  await checkStates(service.database);
  await data.pool.query("delete from migration where name > '0100'");
  await expect(checkStates(service.database)).rejects.toThrow('packstatus: the program has no Inspected');
  await data.pool.query('delete from packstatus where id = 99');
  extra.remove();

  // The build of the last release and this one know the baseline, so they do without what this contract removes.
  extra.add('0120_contract.sql', 'alter table note drop column a;', 'contract after 0018_services_and_archives.sql');
  await migrate(data.url, { folder: extra.folder });
  expect(await readyz()).toEqual([200, null]);
  expect(await migrate(data.url)).toEqual([]);

  extra.add('0121_contract.sql', 'alter table note drop column b;', 'contract after 0110_column.sql');
  await migrate(data.url, { folder: extra.folder });
  const sentence =
    'The database has the schema of a newer build: 0121_contract.sql removed what this build uses. Start a newer build in place of this one.';
  expect(await readyz()).toEqual([503, sentence]);
  await expect(migrate(data.url)).rejects.toThrow(sentence);
});
