import { expect, test } from 'vitest';
import type { Parameters } from '../../../../service/platform/listing/declaration/parameters.ts';
import { childList, list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { line, openShop, order } from './shop.ts';

const shop = await untilEnd(openShop());

const orders = async (parameters: Parameters, url = '/order') =>
  JSON.parse(String(await list(shop, order, parameters, { url, readAccess: everything })));

test('a list is the paginated object of the interface', async () => {
  const page = await orders({ page: '2', sort: 'id', fields: 'id' });
  expect(Object.keys(page)).toEqual([
    'total',
    'per_page',
    'current_page',
    'last_page',
    'next_page_url',
    'prev_page_url',
    'from',
    'to',
    'data',
  ]);
  expect(page).toMatchObject({ total: 250, per_page: 100, current_page: 2, last_page: 3, from: 101, to: 200 });
  expect(page.data).toHaveLength(100);
  expect(page.data[0]).toEqual({ id: 101 });
});

test('links to other pages keep every other parameter and the form of the address', async () => {
  const query = new URLSearchParams('filter=id > 10 %26%26 id < 40&perPage=10&page=2&sort=-id');
  const page = await orders(query, 'https://shop.example/order');
  const next = new URL(page.next_page_url);
  expect(next.origin + next.pathname).toBe('https://shop.example/order');
  expect(Object.fromEntries(next.searchParams)).toEqual({
    filter: 'id > 10 && id < 40',
    perPage: '10',
    sort: '-id',
    page: '3',
  });
  expect(new URL(page.prev_page_url).searchParams.get('page')).toBe('1');
  expect((await orders({ page: '3' })).next_page_url).toBeNull();
  expect((await orders({})).prev_page_url).toBeNull();
});

test('walking the links gives every record once', async () => {
  const seen: number[] = [];
  let url: string | null = '/order?perPage=60&fields=id';
  while (url) {
    const page = await orders(new URLSearchParams(url.split('?')[1]));
    seen.push(...page.data.map((each: { id: number }) => each.id));
    url = page.next_page_url;
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
});

test('a page past the end is empty and knows the total and the way back', async () => {
  for (const page of ['4', '9000000000000000', '99999999999999999999', '9'.repeat(400)]) {
    expect(await orders({ page })).toMatchObject({ total: 250, last_page: 3, from: null, to: null, data: [] });
  }
  expect((await orders({ page: '7' })).prev_page_url).toBe('/order?page=3');
});

test('an empty list has one page', async () => {
  const page = await orders({ number: 'none such' });
  expect(page).toMatchObject({ total: 0, current_page: 1, last_page: 1, from: null, to: null, data: [] });
  expect(page).toMatchObject({ next_page_url: null, prev_page_url: null });
});

test('perPage=0 counts only', async () => {
  expect(await orders({ perPage: '0', customer_id: '1', embed: 'lines' })).toMatchObject({
    total: 125,
    per_page: 0,
    last_page: 1,
    data: [],
  });
});

test.each([
  ['perPage', '101'],
  ['perPage', '-1'],
  ['perPage', 'ten'],
  ['page', '0'],
  ['page', '1.5'],
])('%s=%s is refused by name', async (name, value) => {
  await expect(orders({ [name]: value })).rejects.toMatchObject({
    code: 'query.invalid-value',
    status: 400,
    members: { parameter: name },
  });
});

test('a list below a record is a bare array of all, or of one page with `page`', async () => {
  const scope = {
    sql: (alias: string, parameter: (value: unknown) => string) => `${alias}.order_id = ${parameter(1)}`,
  };
  const lines = async (parameters: Parameters) =>
    JSON.parse(String(await childList(shop, line, scope, parameters, everything)));
  expect((await lines({ embed: 'part' })).map((each: { part: { number: string } }) => each.part.number)).toEqual([
    'P-1',
    'P-2',
  ]);
  expect(await lines({ perPage: '1', page: '2', fields: 'id' })).toEqual([{ id: 2 }]);
  expect(await lines({ qty: '99' })).toEqual([]);
});
