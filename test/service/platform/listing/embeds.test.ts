import { beforeEach, expect, test } from 'vitest';
import { item, list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { customer, openShop, order } from './shop.ts';

const shop = await untilEnd(openShop());
beforeEach(() => {
  shop.statements.length = 0;
});

const one = async (resource: typeof order, id: number, embed: string) =>
  JSON.parse((await item(shop, resource, id, { embed }))!);

test('a field that ends in _id embeds the object by its name, or null', async () => {
  expect((await one(order, 1, 'customer')).customer).toMatchObject({ id: 2, name: 'Berglunds' });
  const { lines } = await one(order, 3, 'lines.part');
  expect(lines).toMatchObject([{ id: 4, part_id: null, part: null }]);
});

test('to-many relations are arrays sorted by id, and can be empty', async () => {
  expect((await one(order, 1, 'lines')).lines.map((line: { id: number }) => line.id)).toEqual([1, 2]);
  expect((await one(order, 9, 'lines')).lines).toEqual([]);
  expect((await one(customer, 1, 'groups')).groups).toEqual([
    { id: 1, name: 'Wholesale' },
    { id: 2, name: 'Late payers' },
  ]);
  expect((await one(customer, 3, 'groups')).groups).toEqual([]);
});

test('a relation to at most one is an object or null', async () => {
  expect((await one(customer, 1, 'default_email')).default_email.address).toBe('b@example.com');
  expect((await one(customer, 2, 'default_email')).default_email).toBeNull();
  expect((await one(order, 2, 'invoice')).invoice).toEqual({ id: 2, order_id: 2 });
  expect((await one(order, 3, 'invoice')).invoice).toBeNull();
});

test('chains embed everything on their way, and common beginnings are merged', async () => {
  const { lines, customer: buyer } = await one(order, 1, 'lines.part.stock,customer.groups,lines.part.parent_part');
  expect(lines).toMatchObject([
    {
      part: {
        number: 'P-1',
        parent_part: null,
        stock: [
          { place: 'A', qty: 2 },
          { place: 'B', qty: 2 },
        ],
      },
    },
    { part: { number: 'P-2', parent_part: { number: 'P-1' }, stock: [{ place: 'A', qty: 7 }] } },
  ]);
  expect(buyer.groups).toEqual([{ id: 1, name: 'Wholesale' }]);
});

test('a record that is embedded in several others is whole in each of them', async () => {
  const { data } = JSON.parse(
    String(
      await list(
        shop,
        order,
        { embed: 'customer.groups,lines.part.stock', sort: 'id', perPage: '3' },
        { url: '', readAccess: everything },
      ),
    ),
  );
  expect(data.map((each: { customer: { name: string } }) => each.customer.name)).toEqual([
    'Berglunds',
    'Alfreds "Futter"\\kiste',
    'Berglunds',
  ]);
  expect(data[0].customer.groups).toEqual(data[2].customer.groups);
  expect(data[0].lines[0].part).toEqual(data[1].lines[0].part);
});

test('a list is one statement, however much it embeds', async () => {
  await list(
    shop,
    order,
    { embed: 'customer.groups,customer.default_email,lines.part.stock,invoice,status', filter: 'lines.qty > 0' },
    { url: '', readAccess: everything },
  );
  expect(shop.statements).toHaveLength(1);
});

test('an unknown relation is refused with the nearest names', async () => {
  await expect(one(order, 1, 'lines.prat')).rejects.toMatchObject({
    code: 'query.unknown-relation',
    status: 400,
    message: expect.stringContaining('line has no relation "prat" (embed=lines.prat). Did you mean part?'),
    members: { parameter: 'embed', name: 'prat', nearest: ['part'] },
  });
  await expect(one(order, 1, 'zzz')).rejects.toMatchObject({
    message: expect.stringContaining('It can embed: customer, status, lines, invoice.'),
  });
});

test('chains and their number have an end', async () => {
  const chain = 'lines.part.parent_part.parent_part.stock';
  await expect(one(order, 1, `${chain}.part`)).rejects.toMatchObject({ code: 'query.invalid-value' });
  expect((await one(order, 1, chain)).lines[1].part.parent_part.parent_part).toBeNull();
});

test.each([
  ['lines.transaction', 'transaction'],
  ['lines.order', 'order'],
  ['customer.orders', 'orders'],
  ['lines.part.stock.part', 'part'],
])('a relation that leads back to the records it comes from is refused: %s', async (path, name) => {
  await expect(one(order, 1, path)).rejects.toMatchObject({
    code: 'query.leads-back',
    status: 400,
    message: expect.stringContaining(`"${name}" leads back`),
    members: { parameter: 'embed', name },
  });
});

test('a path may come to the same kind of record again by another relation', async () => {
  const { lines } = await one(order, 1, 'lines.part.parent_part.parent_part');
  expect(lines[1].part.parent_part).toMatchObject({ number: 'P-1', parent_part: null });
  expect((await one(customer, 1, 'default_email.customer')).default_email.customer.id).toBe(1);
});
