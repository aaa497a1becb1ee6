import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { check } from '../../../lib/expressions/check.ts';
import { explain } from '../../../lib/expressions/explain.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { predicate } from '../../../lib/expressions/predicate.ts';
import { toSql } from '../../../lib/expressions/to-sql.ts';
import { testDatabase } from '../../support/database.ts';
import { runsAll } from '../../support/long-files.ts';
import { untilEnd } from '../../support/until-end.ts';
import { condition, now, shop } from './arbitraries.ts';
import { fill, graphs, placedOrder, type Shop, salesorder, tables } from './shop.ts';

const database = await untilEnd(testDatabase());
const client = await database.pool.connect();
await client.query(tables);
// The rows are few and the statements huge: compiling them would take all the time.
await client.query(`SET jit = off; SET timezone = 'America/New_York'`);

afterAll(async () => {
  client?.release();
});

/** Random rows with as many expressions each. The long run: `CONVEYOR_EXPRESSION_RUNS=100 npm test -- test/lib/expressions/agreement.test.ts`. */
const runs = Number(process.env.CONVEYOR_EXPRESSION_RUNS ?? (runsAll ? 30 : 10));
const expressionsOfRun = 100;

async function tell({ failed, errorInstance, seed }: fc.RunDetails<[Shop, string[]]>): Promise<void> {
  if (failed) throw new Error(`With seed ${seed}: ${errorInstance}`, { cause: errorInstance });
}

/** Ids of the orders that each expression selects, all asked in one statement. */
async function selected(texts: readonly string[]): Promise<number[][]> {
  const parameters: unknown[] = [];
  const selects = texts.map((text, index) => {
    const sql = toSql(check(parse(text), placedOrder), 'o', parameters, { now });
    return `SELECT ${index} AS index, array(SELECT o.id FROM ${salesorder.table} o WHERE ${sql} ORDER BY 1) AS ids`;
  });
  const { rows } = await client
    .query<{ index: number; ids: number[] }>(selects.join(' UNION ALL '), parameters)
    .catch(async (error) => {
      if (texts.length === 1) throw new Error(`${texts[0]}: ${error.message}`, { cause: error });
      for (const text of texts) await selected([text]);
      throw error;
    });
  return rows.sort((a, b) => a.index - b.index).map(({ ids }) => ids);
}

test(`SQL and memory select the same rows, for ${runs * expressionsOfRun} random expressions over random rows`, async () => {
  let some = 0;
  const inBoth = fc.asyncProperty(
    shop,
    fc.array(condition(salesorder), { minLength: expressionsOfRun, maxLength: expressionsOfRun }),
    async (records, texts) => {
      await fill((text, values) => client.query(text, values), records);
      const orders = graphs(records);
      const bySql = await selected(texts);
      for (const [index, text] of texts.entries()) {
        const checked = check(parse(text), placedOrder);
        const selects = predicate(checked);
        const inMemory = orders.filter((order) => selects(order, now)).map((order) => order.id);
        // Compared as text: matchers that compare lists cost more than all the rest.
        if (inMemory.join() !== bySql[index]!.join()) {
          expect.fail(`${text}\n  selects ${inMemory} in memory and ${bySql[index]} by SQL`);
        }
        const [first] = orders;
        if (explain(checked, first!, now).holds !== bySql[index]!.includes(0))
          expect.fail(`${text}\n  is explained wrongly`);
        if (inMemory.length > 0 && inMemory.length < orders.length) some += 1;
      }
    },
  );
  // Not shrunk: a batch of rows and expressions is no counterexample to read; the message names the one.
  await fc.assert(inBoth, { numRuns: runs, endOnFailure: true, asyncReporter: tell });
  // An expression that selects all rows or none tells little: at least a quarter must tell more.
  expect(some).toBeGreaterThan((runs * expressionsOfRun) / 4);
}, 120_000);
