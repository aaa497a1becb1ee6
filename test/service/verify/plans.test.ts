import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { goByIds, inSnapshot } from '../../../service/verify/broken-rows.ts';
import { queriesOfOrders } from '../../../service/verify/parts.ts';
import { stockOfParts } from '../../../service/verify/stock-of-parts.ts';
import { openShop } from '../../support/shop.ts';
import { testService } from '../../support/test-service.ts';

/** A step of the verification takes as long among millions of orders as among few: it finds the records of its orders by indexes. */

const service = await testService();
const shop = await openShop(service);
const part = await shop.part({ price: 5 }, 50);
await shop.through([await shop.issued([{ part_id: part, qty: 2 }])], 'pick', 'pack', 'ship', 'pickup');
await service.sql.query('analyze');

interface Plan {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'CTE Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Tables that a plan reads as a whole, and sums that it compares with each row of another side. */
function readWhole({ 'Node Type': type, Plans: parts = [], ...plan }: Plan): string[] {
  const compared = type === 'Nested Loop' ? parts.filter((part) => part['Parent Relationship'] === 'Inner') : [];
  return [
    // The steps of the work are four rows.
    ...(type === 'Seq Scan' && plan['Relation Name'] !== 'task' ? [`the table ${plan['Relation Name']}`] : []),
    ...compared
      .filter((part) => part['Node Type'] === 'CTE Scan')
      .map((part) => `all rows of ${part['CTE Name']} for each row`),
    ...parts.flatMap(readWhole),
  ];
}

test.each(queriesOfOrders)('$rule: nothing is read as a whole', async ({ query }) => {
  const rows = await inSnapshot(service.database, async (tx) => {
    await goByIds(tx);
    const explained = sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (format json) ${sql.raw(query.replaceAll(':orders', "'{1,2}'::bigint[]"))}`;
    return (await explained.execute(tx)).rows;
  });
  expect(readWhole(rows[0]!['QUERY PLAN'][0].Plan)).toEqual([]);
});

test('the stock of a part is checked without the empty rows of its cartons', async () => {
  const { rows } = await service.sql.query('select id, qty::float8 as qty from inventory where part_id = $1', [part]);
  expect(rows.some(({ qty }) => qty === 0)).toBe(true);
  const { stock } = await inSnapshot(service.database, (tx) => stockOfParts(tx, [part]));
  expect(stock.toSorted()).toEqual(rows.flatMap(({ id, qty }) => (qty === 0 ? [] : [Number(id)])).toSorted());
});
