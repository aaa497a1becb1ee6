import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** A refusal names the field of the request that is wrong, and not a column of the database. */

const { service, shop } = await testShop();
const part = await shop.part({}, 10);
const order = await shop.issued([{ part_id: part }]);
await shop.through([order], 'pick', 'pack');
const ship = (await shop.done('/shiplinebyorder', { order_id: [order] })).id;

const none = 987_654;

test.each<[pointer: string, path: () => string, body: () => object]>([
  ['/usergroup_ids/0', () => '/user', () => ({ usergroup_ids: [none] })],
  ['/site_ids/1', () => '/user', () => ({ site_ids: [shop.siteId, none] })],
  ['/site_id', () => '/user', () => ({ site_id: none })],
  ['/lines/1/part_id', () => '/quote', () => quote({ part_id: part }, { part_id: none })],
  ['/lines/1/linetype_id', () => '/quote', () => quote({ part_id: part }, { linetype_id: none })],
  ['/lines/0/part_id', () => '/billofmaterial', () => ({ part_id: part, lines: [{ part_id: none }] })],
  ['/part_id', () => '/inventoryadjustment', () => ({ part_id: none, location_id: none, qty: 1 })],
  ['/location_id', () => '/inventoryadjustment', () => ({ part_id: part, location_id: none, qty: 1 })],
  ['/carton_ids/0', () => `/ship/${ship}/pallet`, () => ({ carton_ids: [none] })],
  ['/event_id', () => '/webhook', () => ({ url: 'https://example.com', event_id: none })],
])('an unknown record is named by its field: %s', async (pointer, path, body) => {
  const reply = await shop.post(path(), body());
  expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([422, 'reference.unknown', pointer]);
});

test('the same holds for changes of a user, a quote or a line of a quote', async () => {
  const user = (await shop.done('/user', { first_name: 'Ann' })).id;
  const { id } = await shop.done('/quote', quote());
  for (const [method, path, body, pointer] of [
    ['PUT', `/user/${user}`, { site_ids: [none] }, '/site_ids/0'],
    ['PUT', `/user/${user}`, { usergroup_ids: [none] }, '/usergroup_ids/0'],
    ['PUT', `/quote/${id}`, { lines: [{ part_id: none }] }, '/lines/0/part_id'],
    ['POST', `/quote/${id}/line`, { part_id: none }, '/part_id'],
  ] as const) {
    const { status, body: refusal } = await service.call(method, path, body);
    expect([path, status, refusal.errors[0].pointer]).toEqual([path, 422, pointer]);
  }
});

test('an unknown id of the address is 404, also if the body has the same id of another record', async () => {
  const order = (await shop.done('/salesorder', { customer_id: shop.customerId })).id;
  const path = `/salesorder/${order}/discount/${none}`;
  const { status, body } = await service.call('PUT', path, { discount_id: none, amount: 1 });
  expect([status, body.code]).toEqual([404, 'record.unknown']);
});

test('the error names the invalid tracking, and not the quantity that it adds up to', async () => {
  const lots = await shop.part({ tracking: 'lot' });
  await shop.stock(lots, 4, { tracking: [{ lot: 'A', qty: 4 }] });
  const order = await shop.issued([{ part_id: part, qty: 2 }, { part_id: lots }]);
  const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  const lineOf = (partId: number) => lines.find((line: { part_id: number }) => line.part_id === partId).id;
  const place = { part_id: part, location_id: shop.stockId, qty: 1 };
  for (const [path, body, pointer] of [
    [`/pickline/${lineOf(lots)}/commit`, { tracking: [{ lot: 'A', qty: 2 }] }, '/tracking'],
    [`/pickline/${lineOf(part)}/commit`, { tracking: [{ lot: 'A', qty: 1 }] }, '/tracking'],
    [`/pickline/${lineOf(part)}/commit`, { qty: 3, tracking: [] }, '/qty'],
    ['/inventoryadjustment', { ...place, tracking: [{ lot: 'A', qty: 1 }] }, '/tracking'],
  ] as const) {
    const { status, body: refusal } = await shop.post(path, body);
    expect([path, status, refusal.errors[0].pointer]).toEqual([path, 422, pointer]);
  }
});

function quote(...lines: object[]) {
  return { customer_id: shop.customerId, lines };
}
