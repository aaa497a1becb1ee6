import { beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../../lib/expressions/check.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { toSql } from '../../../lib/expressions/to-sql.ts';
import { testDatabase } from '../../support/database.ts';
import { untilEnd } from '../../support/until-end.ts';
import { salesorder, tables } from './shop.ts';

const now = new Date('2026-04-23T12:00:00Z');

const database = await untilEnd(testDatabase());
await database.pool.query(tables);

test.each<[text: string, sql: string, parameters: unknown[]]>([
  ['id = 5', 'o.id = $1::bigint', ['5']],
  ['id = 2.5', 'o.id = $1::numeric', ['2.5']],
  ['id IN (1, "2")', 'o.id = ANY($1::bigint[])', [['1', '2']]],
  ['total != 12.50', '(o.total = $1::numeric) IS NOT TRUE', ['12.5']],
  ['number = "SO-1"', 'lower(o.number COLLATE "und-x-icu") = $1::text', ['so-1']],
  ['number = "SO_%\\%"', 'lower(o.number COLLATE "und-x-icu") LIKE $1::text', ['so\\_%\\%']],
  ['number % "50\\%"', 'lower(o.number COLLATE "und-x-icu") LIKE $1::text', ['%50\\%%']],
  ['number % "%50%"', 'lower(o.number COLLATE "und-x-icu") LIKE $1::text', ['%50%']],
  ['number % "5%0"', 'lower(o.number COLLATE "und-x-icu") LIKE $1::text', ['%5%0%']],
  ['number > "M"', 'lower(o.number COLLATE "und-x-icu") COLLATE "C" > $1::text', ['m']],
  ['held = true', 'o.held = $1::boolean', [true]],
  ['created_at > now-48h', 'o.created_at > $1::timestamptz', ['2026-04-21T12:00:00+00:00']],
  [
    'created_at = 2026-04-23+02:00',
    '(o.created_at >= $1::timestamptz AND o.created_at < $2::timestamptz)',
    ['2026-04-22T22:00:00+00:00', '2026-04-23T22:00:00+00:00'],
  ],
  ['due >= 2026-04-23T10:00', 'o.due > $1::date', ['2026-04-23']],
  ['number IS NULL', 'o.number IS NULL', []],
  ['customer.id = 5', 'o.customer_id = $1::bigint', ['5']],
  [
    'customer.active = true',
    'EXISTS (SELECT FROM expressions.customer AS o_1 WHERE o_1.id = o.customer_id AND o_1.active = $1::boolean)',
    [true],
  ],
  [
    'customer.name IS NULL',
    'NOT EXISTS (SELECT FROM expressions.customer AS o_1 WHERE o_1.id = o.customer_id AND o_1.name IS NOT NULL)',
    [],
  ],
  [
    'lines.part_id != 5',
    'NOT EXISTS (SELECT FROM expressions.line AS o_1 WHERE o_1.order_id = o.id AND o_1.part_id = $1::bigint)',
    ['5'],
  ],
  [
    'lines.part.weight IS NULL',
    'EXISTS (SELECT FROM expressions.line AS o_1 WHERE o_1.order_id = o.id AND NOT EXISTS ' +
      '(SELECT FROM expressions.part AS o_2 WHERE o_2.id = o_1.part_id AND o_2.weight IS NOT NULL))',
    [],
  ],
  [
    'lines[part_id = 5 && qty > 3].part.weight < 7',
    'EXISTS (SELECT FROM expressions.line AS o_1 JOIN expressions.part AS o_2 ON o_2.id = o_1.part_id ' +
      'WHERE o_1.order_id = o.id AND (o_1.part_id = $1::bigint AND o_1.qty > $2::numeric) AND o_2.weight < $3::bigint)',
    ['5', '3', '7'],
  ],
  [
    'NOT (id = 5 || lines[qty > 3])',
    '((o.id = $1::bigint) IS NOT TRUE AND NOT EXISTS ' +
      '(SELECT FROM expressions.line AS o_1 WHERE o_1.order_id = o.id AND o_1.qty > $2::numeric))',
    ['5', '3'],
  ],
  [
    'count(lines) > 3 && sum(lines.qty) < 10',
    '(o.id IN (WITH o_2 AS MATERIALIZED (SELECT o_1.order_id AS k, count(*) AS v FROM expressions.line AS o_1 ' +
      'WHERE o_1.order_id IS NOT NULL GROUP BY 1) SELECT k FROM o_2 WHERE coalesce(v, 0) > $1::bigint) AND ' +
      'NOT EXISTS (SELECT FROM (WITH o_4 AS MATERIALIZED (SELECT o_3.order_id AS k, sum(o_3.qty) AS v ' +
      'FROM expressions.line AS o_3 WHERE o_3.order_id IS NOT NULL GROUP BY 1) SELECT k FROM o_4 ' +
      'WHERE (coalesce(v, 0) < $2::numeric) IS NOT TRUE) AS o_5 WHERE o_5.k = o.id))',
    ['3', '10'],
  ],
  // The count is computed for the orders that the rest of the expression selects.
  [
    'id = 5 && count(customer.orders.lines) > 3',
    '(o.id = $1::bigint AND o.customer_id IN (WITH ' +
      'o_1 AS MATERIALIZED (SELECT DISTINCT o_2.customer_id AS k FROM expressions.salesorder AS o_2 WHERE o_2.id = $3::bigint), ' +
      'o_4 AS MATERIALIZED (SELECT DISTINCT o_5.id AS k FROM expressions.customer AS o_5 WHERE o_5.id IN (SELECT k FROM o_1)), ' +
      'o_7 AS MATERIALIZED (SELECT DISTINCT o_8.id AS k FROM expressions.salesorder AS o_8 WHERE o_8.customer_id IN (SELECT k FROM o_4)), ' +
      'o_10 AS MATERIALIZED (SELECT o_9.order_id AS k, count(*) AS v FROM expressions.line AS o_9 ' +
      'WHERE o_9.order_id IN (SELECT k FROM o_7) GROUP BY 1), ' +
      'o_11 AS MATERIALIZED (SELECT o_6.customer_id AS k, sum(b.v) AS v FROM expressions.salesorder AS o_6 ' +
      'JOIN o_10 AS b ON b.k = o_6.id WHERE o_6.customer_id IN (SELECT k FROM o_4) GROUP BY 1), ' +
      'o_12 AS MATERIALIZED (SELECT o_3.id AS k, sum(b.v) AS v FROM expressions.customer AS o_3 ' +
      'JOIN o_11 AS b ON b.k = o_3.id WHERE o_3.id IN (SELECT k FROM o_1) GROUP BY 1) ' +
      'SELECT k FROM o_12 WHERE coalesce(v, 0) > $2::bigint))',
    ['5', '3', '5'],
  ],
  // Each relation to several records begins an EXISTS of its own.
  [
    'customer.orders.lines.qty > 3',
    'EXISTS (SELECT FROM expressions.customer AS o_1 WHERE o_1.id = o.customer_id AND ' +
      'EXISTS (SELECT FROM expressions.salesorder AS o_2 WHERE o_2.customer_id = o_1.id AND ' +
      'EXISTS (SELECT FROM expressions.line AS o_3 WHERE o_3.order_id = o_2.id AND o_3.qty > $1::numeric)))',
    ['3'],
  ],
  [
    'customer[custom.tier IS NULL]',
    'EXISTS (SELECT FROM expressions.customer AS o_1 WHERE o_1.id = o.customer_id AND ' +
      "((o_1.custom -> $1::text) #>> '{}') IS NULL)",
    ['tier'],
  ],
  // OR over relations: a union of ids.
  [
    'priority = 1 || lines.part_id = 5 || held = true',
    'o.id IN (SELECT o_1.id FROM expressions.salesorder AS o_1 WHERE (o_1.priority = $1::bigint OR o_1.held = $2::boolean) ' +
      'UNION SELECT o_2.id FROM expressions.salesorder AS o_2 WHERE ' +
      'EXISTS (SELECT FROM expressions.line AS o_3 WHERE o_3.order_id = o_2.id AND o_3.part_id = $3::bigint))',
    ['1', true, '5'],
  ],
  [
    'priority = 1 && (customer.active = true || total = 3)',
    'o.id IN (SELECT o_1.id FROM expressions.salesorder AS o_1 WHERE (o_1.priority = $1::bigint AND o_1.total = $2::numeric) ' +
      'UNION SELECT o_2.id FROM expressions.salesorder AS o_2 WHERE (o_2.priority = $3::bigint AND ' +
      'EXISTS (SELECT FROM expressions.customer AS o_3 WHERE o_3.id = o_2.customer_id AND o_3.active = $4::boolean)))',
    ['1', '3', '1', true],
  ],
  ['id = 1 || id = 2', '(o.id = $1::bigint OR o.id = $2::bigint)', ['1', '2']],
])('%s is %s', async (text, sql, parameters) => {
  const collected: unknown[] = [];
  expect(toSql(check(parse(text), salesorder), 'o', collected, { now })).toBe(sql);
  expect(collected).toEqual(parameters);
  await database.pool.query(`SELECT o.id FROM ${salesorder.table} o WHERE ${sql}`, parameters);
});

test('a larger statement numbers the parameters itself, and one check serves many statements', () => {
  const checked = check(parse('total > 5 && created_at > now'), salesorder);
  const values: unknown[] = ['first'];
  const sink = (value: unknown) => `:p${values.push(value)}`;
  expect(toSql(checked, 'a', sink, { now })).toBe('(a.total > :p2::numeric AND a.created_at > :p3::timestamptz)');
  expect(toSql(checked, 'b', [])).toBe('(b.total > $1::numeric AND b.created_at > $2::timestamptz)');
});

describe('on many rows', () => {
  beforeAll(async () => {
    await database.pool.query(`
      INSERT INTO expressions.salesorder (id, number, customer_id) SELECT i, 'SO-' || i, i FROM generate_series(1, 20000) AS i;
      INSERT INTO expressions.line (id, order_id, part_id) SELECT i, i, i FROM generate_series(1, 20000) AS i;
      CREATE INDEX by_number ON expressions.salesorder (lower(number COLLATE "und-x-icu") text_pattern_ops);
      CREATE INDEX by_customer ON expressions.salesorder (customer_id);
      CREATE INDEX by_part ON expressions.line (part_id);
      ANALYZE expressions.salesorder, expressions.line;`);
  });

  test.each([
    ['number = "SO-77"', ['by_number']],
    ['number IN ("SO-77", "so-78")', ['by_number']],
    ['number = "SO-77%"', ['by_number']],
    ['id = 77', ['salesorder_pkey']],
    ['customer.id = 77', ['by_customer']],
    ['lines.part_id = 77', ['by_part', 'salesorder_pkey']],
    ['customer.id = 77 || lines.part_id = 77', ['by_customer', 'by_part', 'salesorder_pkey']],
    ['total > 5 && (number = "SO-7" || lines.part_id = 77)', ['by_number', 'by_part', 'salesorder_pkey']],
  ])('%s is served by the indexes %j', async (text, indexes) => {
    const parameters: unknown[] = [];
    const sql = toSql(check(parse(text), salesorder), 'o', parameters);
    const { rows } = await database.pool.query(
      `EXPLAIN SELECT o.id FROM ${salesorder.table} o WHERE ${sql}`,
      parameters,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
