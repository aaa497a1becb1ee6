import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { Database } from '../../../../../service/platform/database/database.ts';
import { firstRow } from '../../../../../service/platform/database/rows.ts';
import { type TestDatabase, testDatabase } from '../../../../support/database.ts';
import {
  query,
  type ReplicatedPostgres,
  type Standby,
  startReplicatedPostgres,
} from '../../../../support/replication/standby.ts';

/** A replica whose primary changes, or that has become a primary itself. */

let postgres: ReplicatedPostgres;
let data: TestDatabase;
const open: Database[] = [];

afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
  await data.drop();
  await postgres.close();
});

async function start(): Promise<Standby> {
  postgres = await startReplicatedPostgres();
  data = await testDatabase({ server: postgres.url });
  await query(data.url, 'create table note (text text)');
  return postgres.addStandby();
}

function databaseOf(primary: string, replica: string): Database {
  const database = new Database(primary, { connections: 2, replica: { url: replica, patience: 200, interval: 100 } });
  open.push(database);
  return database;
}

const on = ({ url }: Standby) => {
  const changed = new URL(url);
  changed.pathname = new URL(data.url).pathname;
  return changed.href;
};

const write = (database: Database, text: string) =>
  database.transaction('test.write', async (tx) => {
    await sql`insert into note (text) values (${text})`.execute(tx);
  });

const read = async (database: Database) =>
  firstRow(
    await sql<{ standby: boolean; notes: string[] }>`
      select pg_is_in_recovery() as standby, array(select text from note order by text) as notes`.execute(
      database.reads.readPool,
    ),
  );

const hasNote = (standby: Standby) =>
  expect.poll(() => query(on(standby), 'select from note'), { timeout: 20_000, interval: 50 }).toBe(1);

const replicaAnswers = (database: Database) =>
  expect.poll(async () => (await read(database)).standby, { timeout: 20_000, interval: 50 }).toBe(true);

test('a replica that is promoted under open connections answers no further read', async () => {
  const standby = await start();
  const database = databaseOf(data.url, on(standby));
  await write(database, 'one');
  await replicaAnswers(database);

  await standby.promote();
  // Others write on the promoted server, which is not the primary of this service.
  await query(on(standby), `insert into note (text) values ('lost')`);
  for (let round = 0; round < 10; round++) expect(await read(database)).toEqual({ standby: false, notes: ['one'] });
  expect(database.replica).toMatchObject({ reason: 'promoted' });
  await write(database, 'two');
  expect(await read(database)).toEqual({ standby: false, notes: ['one', 'two'] });
}, 60_000);

test('a replica of another primary answers nothing, although it is further in its own log', async () => {
  const standby = await start();
  const successor = await postgres.addStandby();
  const before = databaseOf(data.url, on(standby));
  await write(before, 'one');
  await replicaAnswers(before);
  await hasNote(successor);

  await successor.promote();
  // The old primary continues, and the replica follows it: its positions become greater than the new primary's.
  for (let round = 0; round < 20; round++) await query(data.url, `insert into note (text) values ('lost ${round}')`);
  const after = databaseOf(on(successor), on(standby));
  await write(after, 'two');
  for (let round = 0; round < 10; round++) expect(await read(after)).toEqual({ standby: false, notes: ['one', 'two'] });
  await expect
    .poll(() => after.replica?.problem, { timeout: 5_000 })
    .toMatch('does not have the history of the primary');
}, 60_000);

test('a server that is a standby answers nothing in place of the primary, until it is promoted', async () => {
  const standby = await start();
  await query(data.url, `insert into note (text) values ('one')`);
  await hasNote(standby);
  const database = new Database(on(standby), { connections: 2, limits: { repeat: 10_000 } });
  open.push(database);
  await expect(database.pool.query('select 1')).rejects.toThrow('the server is a standby');
  const written = write(database, 'two');
  await standby.promote();
  await written;
  const { rows } = await database.pool.query('select text from note order by text');
  expect(rows).toEqual([{ text: 'one' }, { text: 'two' }]);
}, 60_000);

test('the primary as its own replica answers as before', async () => {
  const standby = await start();
  const database = databaseOf(data.url, data.url);
  await write(database, 'one');
  expect(await read(database)).toEqual({ standby: false, notes: ['one'] });
  await expect.poll(() => database.replica?.reason, { timeout: 5_000 }).toBe('promoted');
  await standby.stop();
}, 60_000);
