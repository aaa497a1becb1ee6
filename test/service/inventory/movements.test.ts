import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { shop } = await testShop();

test('an adjustment of two lots answers the movements of both', async () => {
  const part_id = await shop.part({ tracking: 'lot' });
  const tracking = [
    { lot: 'A', qty: 2 },
    { lot: 'B', qty: 3 },
  ];
  const body = { part_id, location_id: shop.stockId, qty: 5, reason: 'delivery', tracking };
  const { id, movement_ids } = await shop.done('/inventoryadjustment', body);
  expect(movement_ids).toHaveLength(2);
  expect(id).toBe(movement_ids[1]);
  const { data } = await shop.get(`/inventorymovement?part_id=${part_id}&sort=id`);
  expect(data.map((row: { id: number; lot: string; qty: number }) => [row.id, row.lot, row.qty])).toEqual([
    [movement_ids[0], 'A', 2],
    [movement_ids[1], 'B', 3],
  ]);
});

test('quantities in timelines are numbers', async () => {
  const part_id = await shop.part({}, 5);
  const id = await shop.issued([{ part_id, qty: 3 }]);
  const pick = await shop.done('/picklinebyorder', { order_id: [id] });
  await shop.done(`/pickline/${pick.lines[0].id}/commit`);
  await shop.done(`/pickline/${pick.lines[0].id}/uncommit`);
  await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 2, missing: 1 });
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  const carton = await shop.done(`/pack/${pack.id}/carton`);
  await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, move_all: 1 });
  const timeline: { event: string; detail: object }[] = await shop.get(`/salesorder/${id}/timeline`);
  const text = JSON.stringify(timeline.map(({ detail }) => detail));
  expect(text).toContain('"qty":3');
  expect(text).not.toMatch(/"(qty|missing)":"/);
});

test('the pickuplines of an order are found by order_id, and those of a shared carton by order_ids', async () => {
  const part_id = await shop.part({}, 9);
  const lines = [{ part_id, qty: 1 }];
  const [own, one, two] = [await shop.issued(lines), await shop.issued(lines), await shop.issued(lines)];
  await shop.through([own], 'pick', 'pack', 'ship');
  await shop.through([one, two], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [one, two], start_in_carton: 1 });
  await shop.done(`/pack/${pack.id}/finish`);
  await shop.through([one, two], 'ship');
  const found = async (query: string) => (await shop.get(`/pickupline?${query}`)).data;
  expect(await found(`order_id=${own}`)).toMatchObject([
    { order_id: own, order_ids: [own], carton_id: expect.any(Number) },
  ]);
  expect(await found(`order_id=${one}`)).toEqual([]);
  const shared = await found(`order_ids=${two}`);
  expect(shared).toMatchObject([{ order_id: null, order_ids: [one, two] }]);
  const where = async (filter: string) =>
    (await found(`filter=${encodeURIComponent(filter)}`)).map(({ id }: { id: number }) => id);
  expect(await where(`order_ids = ${two}`)).toEqual([shared[0].id]);
  expect(await where(`order_ids IN (${one},${two}) && carton_id IS NOT NULL`)).toEqual([shared[0].id]);
  expect(await where(`NOT (order_ids = ${own})`)).toEqual([shared[0].id]);
  expect(await where(`order.pickuplines.order_ids = ${own}`)).toHaveLength(1);
  expect(await found(`order_ids=${own},${one}`.replace(',', `&order_ids=`))).toHaveLength(2);
  expect((await shop.get(`/pickupline/${shared[0].id}?embed=order,orders`)).orders).toHaveLength(2);
});

test('a shortage names the sites that have the part', async () => {
  const part_id = await shop.part();
  const site = await shop.done('/site', { name: 'West', sitetype_id: 1 });
  const { id: shelf } = await shop.done('/location', { name: 'W-1', site_id: site.id, locationtype_id: 1 });
  await shop.stock(part_id, 12, { location_id: shelf });
  const order = await shop.issued([{ part_id, qty: 3 }]);
  const { body } = await shop.post('/picklinebyorder', { order_id: [order] });
  expect(body.detail).toMatch(/3 of 3 of part P\d+ \(in stock at West \(12\)\)/);
  expect(body.short).toMatchObject([{ elsewhere: [{ site_id: site.id, site: 'West', qty: 12 }] }]);
});
