import { expect, test } from 'vitest';
import { list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { customer, openShop, order } from './shop.ts';

const shop = await untilEnd(openShop());

const sorted = async (resource: typeof order, sort: string, filter = 'id > 0') =>
  JSON.parse(String(await list(shop, resource, { sort, filter }, { url: '', readAccess: everything }))).data.map(
    (each: { id: number }) => each.id,
  );

test('a minus sorts descending, and the key decides between equals in the direction of the last key', async () => {
  expect(await sorted(order, 'customer_id,-id', 'id < 6')).toEqual([4, 2, 5, 3, 1]);
  expect(await sorted(order, 'customer_id', 'id < 6')).toEqual([2, 4, 1, 3, 5]);
  expect(await sorted(order, '-customer_id', 'id < 6')).toEqual([5, 3, 1, 4, 2]);
});

test('a repeated field changes nothing', async () => {
  expect(await sorted(order, 'customer_id,-id,customer_id', 'id < 6')).toEqual([4, 2, 5, 3, 1]);
  expect(await sorted(order, `customer_id,-id,${'-customer_id,id,'.repeat(2000)}`, 'id < 6')).toEqual([4, 2, 5, 3, 1]);
});

test('nulls come last in ascending order and first in descending order', async () => {
  expect(await sorted(order, 'priority', 'id < 5')).toEqual([1, 4, 2, 3]);
  expect(await sorted(order, '-priority,id', 'id < 5')).toEqual([3, 2, 1, 4]);
});

test('computed fields can be sorted by', async () => {
  expect(await sorted(customer, '-changed_at,id')).toEqual([1, 2, 3]);
});

test('without a sort parameter the default sort of the resource applies', async () => {
  expect((await sorted(order, '')).slice(0, 3)).toEqual([250, 249, 248]);
  expect(await sorted(customer, '')).toEqual([1, 2, 3]);
});

test('the sort is the same for a list that is filtered by related records', async () => {
  expect(await sorted(order, 'priority,-id', 'count(lines) = 0 && id < 9')).toEqual([7, 4, 8, 5, 6]);
});

test('an unknown or unsortable field is refused by name', async () => {
  await expect(sorted(order, 'nubmer')).rejects.toMatchObject({
    code: 'query.unknown-field',
    members: { parameter: 'sort', nearest: ['number'] },
  });
  await expect(sorted(customer, '-note')).rejects.toMatchObject({ code: 'query.not-sortable', status: 400 });
  await expect(sorted(customer, 'custom')).rejects.toMatchObject({ code: 'query.not-sortable' });
  await expect(sorted(customer, 'password')).rejects.toMatchObject({ code: 'query.unknown-field' });
});
