import { expect, test } from 'vitest';
import { check } from '../../../lib/expressions/check.ts';
import { explain } from '../../../lib/expressions/explain.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { predicate } from '../../../lib/expressions/predicate.ts';
import { toSql } from '../../../lib/expressions/to-sql.ts';
import { testDatabase } from '../../support/database.ts';
import { untilEnd } from '../../support/until-end.ts';
import { fill, graphs, type Shop, salesorder, tables } from './shop.ts';

const now = new Date('2026-04-23T12:00:00Z');

const shop: Shop = {
  customer: [
    {
      id: 1,
      name: 'Älfreds',
      active: true,
      credit: '0.30',
      since: '2026-04-20T12:00:00+00:00',
      custom: { tier: 2, 'Best before': '2026-05-01' },
    },
    {
      id: 2,
      name: '50% off',
      active: false,
      credit: null,
      since: '2025-01-01T00:00:00+00:00',
      custom: { tier: '10', vip: true },
    },
    { id: 3, name: null, active: null, credit: '7', since: null, custom: null },
  ],
  customergroup: [
    { id: 1, name: 'Wholesale', part_id: null },
    { id: 2, name: 'Retail', part_id: 5 },
  ],
  membership: [
    { customer_id: 1, group_id: 1 },
    { customer_id: 1, group_id: 2 },
    { customer_id: 2, group_id: 2 },
  ],
  part: [
    { id: 5, name: 'Tea', weight: 100, custom: null, parent_part_id: null },
    { id: 6, name: 'Tea set', weight: null, custom: null, parent_part_id: 5 },
  ],
  salesorder: [
    {
      id: 1,
      number: 'SO-1',
      customer_id: 1,
      source_id: 7,
      priority: 1,
      total: '12.50',
      held: true,
      created_at: '2026-04-23T10:00:00+00:00',
      due: '2026-04-23',
    },
    {
      id: 2,
      number: 'so-2',
      customer_id: 2,
      source_id: null,
      priority: 3,
      total: '500',
      held: false,
      created_at: '2026-04-01T00:00:00+00:00',
      due: '2026-05-01',
    },
    {
      id: 3,
      number: null,
      customer_id: 3,
      source_id: 8,
      priority: null,
      total: null,
      held: null,
      created_at: null,
      due: null,
    },
    {
      id: 4,
      number: 'X',
      customer_id: null,
      source_id: 7,
      priority: 5,
      total: '500.00',
      held: false,
      created_at: '2026-04-22T22:30:00+00:00',
      due: '2026-04-22',
    },
  ],
  line: [
    { id: 1, order_id: 1, part_id: 5, qty: '2', note: 'gift', wanted: null },
    { id: 2, order_id: 1, part_id: 6, qty: '4', note: null, wanted: null },
    { id: 3, order_id: 2, part_id: 5, qty: '5', note: null, wanted: null },
    { id: 4, order_id: 3, part_id: null, qty: null, note: null, wanted: null },
  ],
};

const orders = graphs(shop);

const database = await untilEnd(testDatabase());
await database.pool.query(tables);
await fill((text, values) => database.pool.query(text, values), shop);

test.each<[text: string, ids: number[]]>([
  // Case, wildcards, order of texts.
  ['number = "SO-2"', [2]],
  ['customer.name = "älFREDS"', [1]],
  ['number = "so-%"', [1, 2]],
  ['number != "so-%"', [3, 4]],
  ['customer.name = "50%"', [2]],
  ['customer.name = "50\\%"', []],
  ['customer.name = "50\\% off"', [2]],
  ['customer.name % "% O"', [2]],
  ['customer.name % "\\% O"', [2]],
  ['customer.name % "0\\%%FF"', [2]],
  ['customer.name % "0\\%ff"', []],
  ['number % "o-"', [1, 2]],
  ['number % "%o-%"', [1, 2]],
  ['number % "s%-"', [1, 2]],
  ['number % "-%s"', []],
  ['number >= "SO-2"', [2, 4]],
  ['number IN ("x", "SO-1")', [1, 4]],
  // != is the opposite of =, for null too; other comparisons with null are false.
  ['total = 500', [2, 4]],
  ['total != 500', [1, 3]],
  ['NOT (total = 500)', [1, 3]],
  ['total > 12.49', [1, 2, 4]],
  ['NOT (total > 12.5)', [1, 3]],
  ['total <= "12.50"', [1]],
  ['held = 1', [1]],
  ['held != true', [2, 3, 4]],
  ['held = "FALSE"', [2, 4]],
  ['customer.credit = 0.3', [1]],
  ['id > 2.5', [3, 4]],
  ['id < 99999999999999999999', [1, 2, 3, 4]],
  // Null.
  ['number IS NULL', [3]],
  ['number is not null && total > 100', [2, 4]],
  ['customer.name IS NULL', [3, 4]],
  ['customer.name IS NOT NULL', [1, 2]],
  ['customer.id = 2', [2]],
  ['customer.id != 2', [1, 3, 4]],
  ['source.id = 7', [1, 4]],
  // Several related records.
  ['lines.part_id = 5', [1, 2]],
  ['lines.part_id != 5', [3, 4]],
  ['lines.part_id IN (6, 7)', [1]],
  ['lines.part_id NOT IN (6, 7)', [2, 3, 4]],
  ['lines.part_id IS NULL', [3]],
  ['lines.part_id IS NOT NULL', [1, 2]],
  ['lines.part.name IS NULL', [3]],
  ['lines.part_id = 5 && lines.qty > 3', [1, 2]],
  ['lines[part_id = 5 && qty > 3]', [2]],
  ['NOT (lines[part_id = 5 && qty > 3])', [1, 3, 4]],
  ['lines[qty > 3].part.name = "tea"', [2]],
  ['lines.part.parent_part.groups.name = "retail"', [1]],
  ['customer.groups.name = "Wholesale"', [1]],
  ['customer.groups.name != "Wholesale"', [2, 3, 4]],
  ['customer[active = true && groups.name = "Retail"]', [1]],
  // Counts and sums.
  ['count(lines) = 0', [4]],
  ['COUNT(lines) > 1', [1]],
  ['count(lines[qty > 3]) = 1', [1, 2]],
  ['count(customer.groups) = 2', [1]],
  ['count(lines) IN (0, 2)', [1, 4]],
  ['sum(lines.qty) = 6', [1]],
  ['sum(lines.qty) = 0', [3, 4]],
  ['sum(lines[part_id = 5].qty) >= 2', [1, 2]],
  // Times: UTC unless an offset is given. A date alone is the whole day.
  ['created_at >= 2026-04-23', [1]],
  ['created_at = 2026-04-23', [1]],
  ['created_at = "2026-04-22"', [4]],
  ['created_at != 2026-04-23', [2, 3, 4]],
  ['created_at = 2026-04-23+02:00', [1, 4]],
  ['created_at = 2026-04-22-05:00', [4]],
  ['created_at = 2026-04-22Z', [4]],
  ['created_at <= 2026-04-22', [2, 4]],
  ['created_at < 2026-04-22', [2]],
  ['created_at > 2026-04-22', [1]],
  ['created_at > 2026-04-01', [1, 4]],
  ['created_at IN (2026-04-01, 2026-04-23T10:00)', [1, 2]],
  ['created_at IN (2026-04-01, 2026-04-22)', [2, 4]],
  ['created_at NOT IN ("2026-04-23+02:00")', [2, 3]],
  ['created_at <= 9999-12-31', [1, 2, 4]],
  ['due = 2026-04-23+02:00', [1]],
  ['created_at > 2026-04-23T00:00+02:00', [1, 4]],
  ['created_at = "2026-04-23T12:00:00 02:00"', [1]],
  ['created_at = 2026-04-23T10:00:00Z', [1]],
  ['created_at > now-24h', [1, 4]],
  ['created_at > NOW - 2h && created_at < now', []],
  ['created_at >= now-120m', [1]],
  ['customer.since > now-1w', [1]],
  ['due = 2026-04-23', [1]],
  ['due < 2026-04-23T10:00:00Z', [1, 4]],
  ['due > now', [2]],
  ['due IN (2026-04-23, "2026-05-01")', [1, 2]],
  // Custom fields.
  ['customer.custom.tier > 1', [1, 2]],
  ['customer.custom.tier = "2"', [1]],
  ['customer.custom.tier IN (2, 10)', [1, 2]],
  ['customer.custom.vip = true', [2]],
  ['customer.custom.vip != "true"', [1, 3, 4]],
  ['customer.custom."Best before" < 2026-06-01', [1]],
  ['customer.custom."Best before" > now && customer.custom."Best before" < now+30d', [1]],
  ['customer.custom.tier IS NULL', [3, 4]],
  ['customer.custom.tier.deeper IS NULL', [1, 2, 3, 4]],
  // && binds tighter than ||.
  ['id = 1 || id = 2 && total = 1', [1]],
  ['(id = 1 || id = 2) && total = 500', [2]],
  ['customer.name = "50%" || lines.part_id = 6 || total = 500', [1, 2, 4]],
])('%s selects %j, by SQL and in memory', async (text, ids) => {
  const checked = check(parse(text), salesorder);
  const parameters: unknown[] = [];
  const sql = toSql(checked, 'o', parameters, { now });
  const { rows } = await database.pool.query(
    `SELECT o.id FROM ${salesorder.table} o WHERE ${sql} ORDER BY 1`,
    parameters,
  );
  expect(rows.map((row) => row.id)).toEqual(ids);
  const selects = predicate(checked);
  expect(orders.filter((order) => selects(order, now)).map((order) => order.id)).toEqual(ids);
});

test('an explanation shows every condition with the values that it compared', () => {
  const text =
    '(count(lines) <= 1 || customer.since > now-30d) && NOT (customer.groups.name = "Retail") && ' +
    'lines[part_id = 5 && qty > 3] && total IN (1, 12.5) && number IS NULL && lines.part.name % "SET"';
  expect(explain(check(parse(text), salesorder), orders[0]!, now)).toEqual({
    holds: false,
    conditions: [
      { path: 'count(lines)', operator: '<=', expected: 1, actual: 2, holds: false },
      {
        path: 'customer.since',
        operator: '>',
        expected: '2026-03-24T12:00:00+00:00',
        actual: '2026-04-20T12:00:00+00:00',
        holds: true,
      },
      {
        path: 'customer.groups.name',
        operator: '=',
        expected: 'Retail',
        actual: ['Wholesale', 'Retail'],
        holds: true,
        negated: true,
      },
      { path: 'lines', operator: 'has', expected: 'part_id = 5 && qty > 3', actual: 0, holds: false },
      { path: 'total', operator: 'IN', expected: ['1', '12.5'], actual: '12.50', holds: true },
      { path: 'number', operator: 'IS NULL', expected: null, actual: 'SO-1', holds: false },
      { path: 'lines.part.name', operator: '%', expected: 'SET', actual: ['Tea', 'Tea set'], holds: true },
    ],
  });
});

test('now is the time of the question, not of the check', () => {
  const later = predicate(check(parse('created_at > now-1d'), salesorder));
  const order = { created_at: new Date().toISOString() };
  expect(later(order)).toBe(true);
  expect(later(order, new Date(Date.now() + 3 * 86_400_000))).toBe(false);
});

test('numbers of a JSON document compare like decimals in text', () => {
  const selects = predicate(check(parse('total >= 12.5 && priority = "1"'), salesorder));
  expect(selects({ total: 12.5, priority: 1 })).toBe(true);
  expect(selects({ total: '12.50', priority: '1' })).toBe(true);
  expect(selects({ total: 12.49, priority: 1 })).toBe(false);
  expect(selects({})).toBe(false);
});
