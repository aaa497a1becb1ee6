import { expect, test } from 'vitest';
import type { Parameters } from '../../../../service/platform/listing/declaration/parameters.ts';
import { list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop, order } from './shop.ts';

const shop = await untilEnd(openShop());
// 250 orders; 249 have status 1.
await shop.pool.query('analyze salesorder');

const read = async (parameters: Parameters, exactUpTo = 100) =>
  JSON.parse(String(await list(shop, order, parameters, { url: '/order', readAccess: everything, exactUpTo })));

test('without counting=estimate a total is exact, and the answer has the members of the original service alone', async () => {
  for (const counting of [{}, { counting: 'exact' }, { counting: '' }]) {
    const page = await read({ status_id: '1', perPage: '10', ...counting });
    expect(page).toMatchObject({ total: 249, last_page: 25 });
    expect(Object.keys(page).filter((name) => name.startsWith('total'))).toEqual(['total']);
  }
});

test('up to the limit, an estimate is the count', async () => {
  const page = await read({ status_id: '2', counting: 'estimate' });
  expect(page).toMatchObject({
    total: 1,
    total_is_estimate: false,
    total_at_least: 1,
    last_page: 1,
    next_page_url: null,
  });
  const many = await read({ status_id: '1', counting: 'estimate', perPage: '0' }, 249);
  expect(many).toMatchObject({ total: 249, total_is_estimate: false, total_at_least: 249 });
});

test('beyond the limit the answer says that its total is an estimate, and what is certainly there', async () => {
  const page = await read({ status_id: '1', counting: 'estimate', perPage: '0' });
  expect(page).toMatchObject({ total_is_estimate: true, total_at_least: 100 });
  // PostgreSQL has analyzed the table.
  expect(page.total).toBeGreaterThan(200);
  expect(page.total).toBeLessThanOrEqual(250);
});

test('a list of all records of a table is counted exactly where the count is kept, and by a limit it has none', async () => {
  expect(await read({ counting: 'estimate', perPage: '0' })).toMatchObject({ total: 250, total_is_estimate: false });
});

test('a list by related records finds all its matches, and so counts them', async () => {
  const page = await read({ 'customer.name': 'Berglunds', counting: 'estimate', perPage: '1' }, 100);
  expect(page).toMatchObject({ total: 125, total_is_estimate: false, total_at_least: 125 });
});

test('walking the links of estimated pages gives every record once, and the last page has no next one', async () => {
  const seen: number[] = [];
  let url: string | null = '/order?filter=status_id = 1&sort=created_at&perPage=30&fields=id&counting=estimate';
  while (url) {
    const page = await read(new URLSearchParams(url.split('?')[1]), 20);
    expect(page.total_is_estimate).toBe(true);
    expect(page.total_at_least).toBeGreaterThanOrEqual(page.to ?? 0);
    expect(page.last_page).toBeGreaterThanOrEqual(page.current_page);
    seen.push(...page.data.map((each: { id: number }) => each.id));
    url = page.next_page_url;
  }
  expect(new Set(seen).size).toBe(249);
  expect(seen).toHaveLength(249);
});

test('pages in the order of keys have their first match found, and are counted exactly unless an index has them in order', async () => {
  const byExpression = await read({ filter: 'priority = 1', sort: '-id', counting: 'estimate', perPage: '5' }, 20);
  expect(byExpression).toMatchObject({ total_is_estimate: false });
  const byReference = await read({ status_id: '1', sort: '-id', counting: 'estimate', perPage: '5' }, 20);
  expect(byReference).toMatchObject({ total_is_estimate: true, from: 1, to: 5 });
});

test('an unknown way of counting is refused with the known ones', async () => {
  await expect(read({ counting: 'roughly' })).rejects.toMatchObject({
    code: 'query.invalid-value',
    message: 'counting cannot be "roughly": expected exact or estimate.',
  });
});
