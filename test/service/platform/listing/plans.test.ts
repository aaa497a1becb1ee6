import { expect, test } from 'vitest';
import { item, list } from '../../../../service/platform/listing/list.ts';
import { parseListQuery } from '../../../../service/platform/listing/parse-query.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { keysSql } from '../../../../service/platform/listing/sql/keys.ts';
import { keysStatement, listStatement } from '../../../../service/platform/listing/sql/statement.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop, order, part } from './shop.ts';

/** Of 20,000 orders all but one have status 1, and only its index finds that one quickly. */
const shop = await untilEnd(openShop());
await shop.pool.query(`
  insert into salesorder (id, number, customer_id, status_id, created_at)
    select n, 'SO-' || n, 1 + n % 3, 1, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute'
    from generate_series(251, 20000) n;
  create index on salesorder (status_id);
  create index on salesorder (created_at, id);
  analyze salesorder;`);

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that PostgreSQL touches at the leaves of the plan. */
function touched(node: PlanNode): number {
  if (node.Plans) return node.Plans.reduce((sum, each) => sum + touched(each), 0);
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

const statement = (status: number) =>
  listStatement(order, parseListQuery(order, { status_id: String(status) }, everything));

test('a list that was run many times is still planned for the value it asks for', async () => {
  for (let run = 0; run < 10; run++) await shop.query(statement(1));
  const { rows } = await shop.pool.query({
    ...statement(2),
    text: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement(2).text}`,
  });
  // A plan for any value at all walks back through the dates and meets all 20,000.
  expect(touched(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(100);
  const { rows: prepared } = await shop.pool.query('SELECT statement FROM pg_prepared_statements');
  expect(prepared.filter(({ statement: text }) => text.includes('status_id = $'))).toEqual([]);
});

test('a generic plan of PostgreSQL would be slow for this list', async () => {
  const named = { ...statement(1), name: 'trap' };
  for (let run = 0; run < 10; run++) await shop.pool.query(named);
  const explained = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE trap (${[...statement(2).values].join(', ')})`;
  const { rows } = await shop.pool.query(explained);
  expect(touched(rows[0]['QUERY PLAN'][0].Plan)).toBeGreaterThan(10_000);
  await shop.pool.query('DEALLOCATE trap');
});

test('a late page continues the page before it', async () => {
  const late = async (page: number) => {
    const { data } = JSON.parse(
      String(
        await list(shop, order, { sort: 'id', fields: 'id', page: String(page) }, { url: '', readAccess: everything }),
      ),
    );
    return data.map((each: { id: number }) => each.id);
  };
  for (const page of [10, 11, 150])
    expect(await late(page)).toEqual(Array.from({ length: 100 }, (_, n) => page * 100 - 99 + n));
});

test('a list by one key in the order of keys has one prepared plan that is good for every key', async () => {
  const keys = (id: number) => {
    const query = parseListQuery(part, { parent_part_id: String(id) }, everything);
    return keysStatement(part, query, keysSql(part, query.fields, query.embed));
  };
  expect(keys(1).name).toBe(keys(2).name);
  expect(keys(1).name).toMatch(/^list_/);
  for (let run = 0; run < 10; run++) await shop.query(keys(1));
  const { rows } = await shop.pool.query(
    'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = $1',
    [keys(1).name],
  );
  expect(rows.map(({ runs }) => Number(runs))).toEqual([10]);
  // Orders of the shop are sorted by their dates: there the walk through them is a trap again.
  const sorted = parseListQuery(order, { customer_id: '77' }, everything);
  expect(keysStatement(order, sorted, keysSql(order, sorted.fields, sorted.embed)).name).toBeUndefined();
});

test('statements for records by key, for their texts and for lists without values are prepared', async () => {
  const runs = async (like: string) => {
    const { rows } = await shop.pool.query(
      'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name LIKE $$list\\_%$$ AND statement LIKE $1',
      [like],
    );
    return rows.map((row) => Number(row.runs));
  };
  for (const id of [1, 2, 3]) await item(shop, order, id, { embed: 'lines' });
  for (let run = 0; run < 3; run++) await list(shop, order, { perPage: '5' }, { url: '', readAccess: everything });
  expect(await runs('%a.id = $1::bigint%')).toEqual([3]);
  expect(await runs('%LIMIT 5 %')).toEqual([3]);
  expect((await runs('%ANY($1::bigint[])%')).length).toBeGreaterThan(0);
});
