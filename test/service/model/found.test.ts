import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Faults that random sequences (model.test.ts) have found, each as its shortest sequence. */

const config = `
carriers:
  Own Van: {}
  Will Call Counter Pack: { plugin: will-call, pack: true }
rules:
  - { name: The van takes it as it is, when: carrier.name = "Own Van", then: { skip: [pack] } }
`;

const { service, shop } = await testShop({ config }, 'each');

const byVan = async (part: number) =>
  shop.issued([{ part_id: part, qty: 4 }], { carrier_id: await shop.carrier('Own Van') });
/** Picks and ships the units in stock. @returns the ship */
const shipOf = async (id: number): Promise<number> => {
  await shop.perform('pick', [id], { partial: 1 });
  return (await shop.perform('ship', [id])).body.id;
};
const statusOfShip = async (id: number) => (await shop.get(`/ship/${id}?embed=status`)).status.name;

test('a ship that was picked up is not deleted instead of one that was finished in the same second', async () => {
  const part = await shop.part({}, 2);
  const id = await byVan(part);
  const first = await shipOf(id);
  await shop.through([id], 'pickup');
  await shop.stock(part, 1);
  const second = await shipOf(id);
  expect(await shop.refused(`/ship/${first}`, undefined, 'DELETE')).toBe('409 ship.state');
  expect(await shop.counters(id, 'qty_shipped')).toEqual([3]);
  await shop.done(`/ship/${second}`, undefined, 'DELETE');
  expect(await shop.counters(id, 'qty_shipped')).toEqual([2]);
});

test('closing an order short voids its waiting ship, and keeps the ship that was picked up', async () => {
  const part = await shop.part({}, 2);
  const id = await byVan(part);
  const first = await shipOf(id);
  await shop.through([id], 'pickup');
  await shop.stock(part, 1);
  const second = await shipOf(id);
  await shop.done(`/salesorder/${id}/closeshort`);
  expect([await statusOfShip(first), await statusOfShip(second)]).toEqual(['Finished', 'Void']);
});

test('a shared carton is ready for pickup after its only order with a ship step is voided or closed short', async () => {
  const part = await shop.part({}, 20);
  const carrier_id = await shop.carrier('Will Call Counter Pack');
  for (const verb of ['void', 'closeshort']) {
    const collected = await shop.issued([{ part_id: part, qty: 1 }], { carrier_id });
    const shipped = await shop.issued([{ part_id: part, qty: 1 }]);
    await shop.through([collected, shipped], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [collected, shipped], start_in_carton: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    expect((await shop.see(collected, 'pickuplines')).pickuplines).toEqual([]);
    await shop.done(`/salesorder/${shipped}/${verb}`);
    await shop.through([collected], 'pickup');
    expect(await shop.status(collected)).toBe('Fulfilled');
  }
});

test('a pick whose lot was packed in place of another lot cannot be deleted, and the answer says so', async () => {
  const part = await shop.part({ tracking: 'lot' });
  const lots = ['L1', 'L2'].map((lot, at) => ({ lot, qty: 1, expires_on: `2040-01-0${at + 1}` }));
  await shop.stock(part, 2, { tracking: lots });
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  const first = await shop.done('/picklinebyorder', { order_id: [id] });
  await shop.done(`/pickline/${first.lines[0].id}/commit`, { tracking: [{ lot: 'L2', qty: 1 }] });
  await shop.done(`/pick/${first.id}/finish`);
  const second = await shop.done('/picklinebyorder', { order_id: [id] });
  await shop.done(`/pickline/${second.lines[0].id}/commit`);
  const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
  expect(await shop.refused(`/pick/${second.id}`, undefined, 'DELETE')).toBe('409 pick.state');
  await shop.done(`/pack/${pack.id}`, undefined, 'DELETE');
  await shop.done(`/pick/${second.id}`, undefined, 'DELETE');
});

test('an order of services alone stays ready for pickup after a change to a carrier with more steps', async () => {
  const service = await shop.part({ parttype_id: 2 });
  const id = await shop.issued([{ part_id: service }], { carrier_id: await shop.carrier('Will Call Counter Pack') });
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('Own Van') });
  await shop.through([id], 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('an order of services alone stays open after one of them is canceled, and after a line is added', async () => {
  const service = await shop.part({ parttype_id: 2 });
  const id = await shop.issued([
    { part_id: service, qty: 2 },
    { part_id: service, qty: 1 },
  ]);
  const [line] = (await shop.see(id)).lines;
  await shop.done(`/salesorder/${id}/line/${line.id}/cancel`, { qty: 1, reason: 'Not needed' });
  expect(await shop.status(id)).toBe('Issued');
  await shop.done(`/salesorder/${id}/change`, { lines: [{ part_id: service, qty: 1 }] });
  expect(await shop.status(id)).toBe('Issued');
  await shop.through([id], 'pickup');
  expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [1, 1, 1]]);
});

test('a line of an order that was unissued has no fewer units than are canceled of it', async () => {
  const part = await shop.part({}, 5);
  const id = await shop.issued([{ part_id: part, qty: 3 }]);
  const [line] = (await shop.see(id)).lines;
  await shop.done(`/salesorder/${id}/line/${line.id}/cancel`, { qty: 2, reason: 'Not needed' });
  await shop.done(`/salesorder/${id}/unissue`);
  const { status, body } = await service.call('PUT', `/salesorder/${id}/line/${line.id}`, { qty: 1 });
  expect([status, body.errors[0].detail]).toEqual([422, 'must be at least 2: so many units of the line are canceled']);
  await shop.done(`/salesorder/${id}/line/${line.id}`, { qty: 4 }, 'PUT');
  await shop.done(`/salesorder/${id}/issue`);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2]]);
});
