import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');
const part_id = await shop.part({}, 100);

const ready = async (carrier_id: number, values = {}) => {
  const id = await shop.issued([{ part_id, qty: 1 }], { carrier_id, ...values });
  await shop.through([id], 'pick', 'pack', 'ship');
  return id;
};

test('a pickup by carrier takes all lines that are ready for the carrier, and no others', async () => {
  const [mine, other] = [await shop.carrier('Federal Shipping'), await shop.carrier('United Package')];
  const [a, b, c, held] = [await ready(mine), await ready(mine), await ready(other), await ready(mine)];
  // The carrier of the carton outranks the carrier of the order.
  const carton = (await shop.see(c, 'packs.cartons')).packs[0].cartons[0];
  const moved = await ready(other);
  const own = (await shop.see(moved, 'packs.cartons')).packs[0].cartons[0];
  await shop.done(`/pack/${own.pack_id}/carton/${own.id}`, { carrier_id: mine }, 'PUT');
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Credit check' });

  const pickup = await shop.done('/pickup', { carrier_id: mine, site_id: shop.siteId });
  expect(pickup.lines).toHaveLength(3);
  expect(await Promise.all([a, b, c, held, moved].map((id) => shop.status(id)))).toEqual([
    'Fulfilled',
    'Fulfilled',
    'In Progress',
    'In Progress',
    'Fulfilled',
  ]);
  expect(await shop.refused('/pickup', { carrier_id: mine })).toBe('409 pickup.nothing-left');
  expect(await shop.refused('/pickup', { carrier_id: 999999 })).toBe('422 reference.unknown');
  expect(await shop.refused('/pickup', { site_id: shop.siteId })).toBe('422 body.invalid');
  expect(await shop.get(`/pack/${carton.pack_id}/carton/${carton.id}`)).toMatchObject({ status_id: 2 });
});

test('orders without a pack step are picked up by their own carrier', async () => {
  const carrier = await shop.carrier('Will Call');
  const id = await shop.issued([{ part_id, qty: 1 }], { carrier_id: carrier });
  await shop.through([id], 'pick');
  await shop.done('/pickup', { carrier_id: carrier });
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('cartons move to another pallet; an empty pallet and a deleted one disappear', async () => {
  const id = await shop.issued([{ part_id, qty: 2 }]);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  const cartons: number[] = [];
  for (const _ of [1, 2]) {
    const { carton_id } = await shop.done(`/pack/${pack}/carton`);
    await shop.done(`/pack/${pack}/moveitem`, { add_carton_id: carton_id, part_id, qty: 1 });
    cartons.push(carton_id);
  }
  await shop.done(`/pack/${pack}/finish`);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id: [id] });
  await shop.done(`/ship/${ship}/pallet`, { carton_ids: [cartons[0]] });
  const both = await shop.done(`/ship/${ship}/pallet`, { carton_ids: cartons });
  expect(await shop.get(`/ship/${ship}/pallet`)).toMatchObject([{ id: both.id }]);
  await shop.done(`/ship/${ship}/pallet/${both.id}`, undefined, 'DELETE');
  expect(await shop.get(`/ship/${ship}/pallet`)).toEqual([]);
  expect(await shop.refused(`/ship/${ship}/pallet/${both.id}`, undefined, 'DELETE')).toBe('404 record.unknown');
  await shop.done(`/ship/${ship}/finish`);
  expect(await shop.refused(`/ship/${ship}/pallet/${both.id}`, undefined, 'DELETE')).toBe('409 ship.state');
});
