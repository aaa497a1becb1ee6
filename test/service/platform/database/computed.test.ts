import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computed } from '../../../../service/platform/database/computed.ts';
import { Database } from '../../../../service/platform/database/database.ts';
import type { Tx } from '../../../../service/platform/database/operation.ts';
import { withinTransaction } from '../../../../service/platform/http/one-transaction.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

let data: TestDatabase;
let database: Database;

beforeAll(async () => {
  data = await testDatabase();
  database = new Database(data.url, { connections: 1 });
  await data.pool.query('create table figure (value int); insert into figure values (1)');
});
afterAll(async () => {
  await database.close();
  await data.drop();
});

async function lockedFigure(tx: Tx): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from figure for update`.execute(tx);
  return rows[0]!.value;
}

test('a result is computed without a connection and without locks, and anew where its input has changed', async () => {
  const inputs: number[] = [];
  const result = await database.transaction('test', async (tx) => {
    const value = await lockedFigure(tx);
    return computed(tx, `${value}`, async () => {
      inputs.push(value);
      await data.pool.query('select from figure for update nowait');
      await sql`select`.execute(database.kysely);
      if (inputs.length === 1) await data.pool.query('update figure set value = 2');
      return value * 100;
    });
  });
  expect([result, inputs]).toEqual([200, [1, 2]]);
});

test('a transaction inside of another one ends the outer one too', async () => {
  let free = 0;
  const outer = await database.transaction('outer', (tx) => {
    const inner = withinTransaction(tx, database);
    return inner.transaction('inner', async (within) => {
      const value = await lockedFigure(within);
      return computed(within, `${value}`, async () => {
        await data.pool.query('select from figure for update nowait');
        free++;
        return 'computed';
      });
    });
  });
  expect([outer, free]).toEqual(['computed', 1]);
});

test('an input that changes during every computation is refused after some of them', async () => {
  let times = 0;
  const endless = database.transaction('test', async (tx) => computed(tx, `${++times}`, async () => null));
  await expect(endless).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(times).toBe(21);
});
