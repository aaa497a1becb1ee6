import { expect, test } from 'vitest';
import { answerLimits } from '../../../../service/platform/listing/answer-limits.ts';
import type { Resource } from '../../../../service/platform/listing/declaration/resource.ts';
import { childList, item, list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { customer, line, openShop, order, part } from './shop.ts';

/** The longest time of a refusal, in milliseconds: PostgreSQL must not write the answer first. */
const promptly = 5_000;

const shop = await untilEnd(openShop());
// Order 300 has more lines than an answer may have. Those of 301 have four parts of 1 MB each, 10 times each.
await shop.pool.query(`
  insert into salesorder (id, number, customer_id, created_at) values (300, 'Long', 3, now()), (301, 'Heavy', 3, now());
  insert into part select n, 'H' || repeat('x', 1000000), null from generate_series(101, 120) n;
  insert into line (id, order_id, part_id, qty) select 1000 + n, 300, 1, 1 from generate_series(1, ${answerLimits.records}) n;
  insert into line (id, order_id, part_id, qty) select 100 + n, 301, 101 + n % 4, 1 from generate_series(1, 40) n;
  insert into inventory select 1000 + n, 2, 'Place ' || n, 1 from generate_series(1, 300) n;
  insert into line (id, order_id, part_id, qty) select 200 + n, 4, 2, 1 from generate_series(1, 120) n;
  analyze`);

const one = (resource: Resource, id: number, embed: string) => item(shop, resource, id, { embed });
const listed = (resource: Resource, parameters: Record<string, string>) =>
  list(shop, resource, parameters, { url: '', readAccess: everything });
const linesOf = (id: number, parameters: Record<string, string> = {}) =>
  childList(shop, line, { sql: (a, parameter) => `${a}.order_id = ${parameter(id)}` }, parameters, everything);

const refusals: [string, () => Promise<unknown>, string, RegExp][] = [
  ['a record with too many embedded ones', () => one(order, 300, 'lines'), 'embed', /25,000 records/],
  ['a list with too many embedded ones', () => listed(order, { id: '300', embed: 'lines' }), 'embed', /25,000 records/],
  ['too many of them below another relation', () => one(customer, 3, 'orders.lines'), 'embed', /embed=orders\.lines\./],
  ['a list with too many below another relation', () => listed(customer, { embed: 'orders.lines' }), 'embed', /25,000/],
  ['records that stand in many others', () => one(order, 4, 'lines.part.stock'), 'embed', /25,000 records/],
  ['the same in a list', () => listed(order, { id: '4', embed: 'lines.part.stock' }), 'embed', /25,000 records/],
  ['long records that stand in many others', () => one(order, 301, 'lines.part'), 'embed', /16 MiB.*embed=lines\./],
  ['the same in a list of texts', () => listed(order, { id: '301', embed: 'lines.part' }), 'embed', /16 MiB/],
  ['a child list without pages', () => linesOf(300, { embed: 'part' }), 'embed', /25,000 records/],
  ['a page of long records', () => listed(part, { filter: 'id > 100' }), 'perPage', /16 MiB/],
];

test.each(refusals)(
  '%s: the answer is a 400 with the limit and what to ask instead',
  async (_, ask, parameter, text) => {
    const begin = performance.now();
    // An answer would be too long for the report of a failure.
    const refusal = await ask().then(
      () => 'an answer',
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      code: 'query.answer-too-large',
      status: 400,
      message: expect.stringMatching(text),
      members: { parameter },
    });
    expect(refusal).toMatchObject({ message: expect.stringContaining('Ask for fewer records (perPage=10&page=1)') });
    expect(performance.now() - begin).toBeLessThan(promptly);
  },
);

test('answers up to the limit are given, and pages of a long child list', async () => {
  expect(JSON.parse(String(await linesOf(300))).length).toBe(answerLimits.records);
  expect(JSON.parse(String(await linesOf(300, { perPage: '50', page: '500', embed: 'part' }))).length).toBe(50);
  expect(JSON.parse((await one(order, 4, 'lines.part')) ?? '').lines.length).toBe(120);
});

test('a record that the caller wishes to have nothing embedded in has no limit', async () => {
  const text = await item(shop, order, 300, { shows: ['lines'] });
  expect(JSON.parse(text ?? '').lines.length).toBe(answerLimits.records);
  expect(JSON.parse((await item(shop, part, 101)) ?? '').number.length).toBe(1_000_001);
});
