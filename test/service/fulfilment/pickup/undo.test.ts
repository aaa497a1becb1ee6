import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const pickupOf = async (id: number) => (await shop.see(id, 'pickups')).pickups.at(-1).id;
const undo = (pickup: number, more: Record<string, unknown> = {}) =>
  shop.done(`/pickup/${pickup}/undo`, { reason: 'The van was full', ...more });
const totals = async (id: number) =>
  (await shop.get(`/invoice?order_id=${id}&sort=id`)).data.map((each: { total: number }) => each.total);

/** The visible state of an order, without the times of its last change. */
async function look(id: number) {
  const order = await shop.see(id, 'lines,packs.cartons,ships,pickuplines,work');
  const { rows: reserved } = await service.sql.query(
    'select line_id, inventory_id, qty from reservation where order_id = $1 and closed_at is null order by 1, 2',
    [id],
  );
  const { rows: stock } = await service.sql.query(
    `select i.location_id, i.part_id, i.serial, i.qty, i.qty_committed from inventory i
     where i.part_id in (select part_id from work where order_id = $1) order by 1, 2, 3`,
    [id],
  );
  const text = JSON.stringify({ order, reserved, stock }, (key, value) =>
    ['updated_at', 'since', 'version'].includes(key) ? undefined : value,
  );
  return JSON.parse(text);
}

test('an order whose pickup is undone is as before, its invoice is credited, and it leaves again by hand', async () => {
  const part_id = await shop.part({}, 10);
  const id = await shop.issued([{ part_id, qty: 3, unit_price: 10 }]);
  await shop.through([id], 'pick', 'pack', 'ship');
  const before = await look(id);
  await shop.through([id], 'pickup');
  const pickup = await pickupOf(id);
  const answer = await undo(pickup);

  expect(answer.lines).toEqual([]);
  expect(await look(id)).toEqual(before);
  expect(await totals(id)).toEqual([30, -30]);
  const [invoice, credit] = (await shop.get(`/invoice?order_id=${id}&sort=id`)).data;
  expect(credit).toMatchObject({ credited_id: invoice.id, pickup_id: null });
  const { steps } = await shop.progress(id);
  expect(steps.at(-1)).toMatchObject({ step: 'pickup', by: 'hand', done: false });
  const timeline = await shop.get(`/salesorder/${id}/timeline`);
  expect(JSON.stringify(timeline)).toContain('The van was full');

  await shop.through([id], 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
  expect(await totals(id)).toEqual([30, -30, 30]);
  expect(await shop.units(part_id)).toEqual({ storage: 7 });
  expect(await shop.refused(`/pickup/${pickup}/undo`, { reason: 'Again' })).toBe('409 pickup.undone');
});

test('one of two cartons is taken back, with a carton that two orders share', async () => {
  const part_id = await shop.part({}, 10);
  const orders = [
    await shop.issued([{ part_id, qty: 2, unit_price: 10 }]),
    await shop.issued([{ part_id, qty: 1, unit_price: 10 }]),
  ];
  await shop.through(orders, 'pick', 'pack', 'ship');
  const lines = (await shop.get('/pickupline?sort=id')).data.slice(-2);
  const { id: pickup } = await shop.done('/pickup', {
    pickupline_ids: lines.map((line: { id: number }) => line.id),
    site_id: shop.siteId,
  });
  const answer = await undo(pickup, { pickupline_ids: [lines[1].id] });
  expect(answer.lines.map((line: { id: number }) => line.id)).toEqual([lines[0].id]);
  expect(await Promise.all(orders.map(shop.status))).toEqual(['Fulfilled', 'In Progress']);
  expect(await Promise.all(orders.map(totals))).toEqual([[20], [10, -10]]);
  expect(await shop.refused(`/pickup/${pickup}/undo`, { reason: 'x', pickupline_ids: [lines[1].id] })).toBe(
    '422 reference.unknown',
  );
});

test('parts of an order without a pack step come back one by one, and leave together', async () => {
  const carrier_id = await shop.carrier('Will Call');
  const part_id = await shop.part({}, 10);
  const id = await shop.issued([{ part_id, qty: 5, unit_price: 2 }], { carrier_id });
  await shop.through([id], 'pick');
  const { lines } = await shop.see(id, 'lines');
  await shop.perform('pickup', [id], { line_details: [{ transactionline_id: lines[0].id, qty: 2 }] });
  const first = await pickupOf(id);
  await undo(first);
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([0]);
  expect(await shop.units(part_id)).toEqual({ storage: 5, moving: 5 });
  await shop.perform('pickup', [id], { line_details: [{ transactionline_id: lines[0].id, qty: 2 }] });
  await shop.through([id], 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
  await undo(await pickupOf(id));
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  expect(await totals(id)).toEqual([4, -4, 4, 6, -6]);
  await shop.through([id], 'pickup');
  expect(await shop.units(part_id)).toEqual({ storage: 5 });
});

test('services of the order are open again with its goods', async () => {
  const part_id = await shop.part({}, 1);
  const setup = await shop.part({ parttype_id: 2 });
  const id = await shop.issued([
    { part_id, qty: 1, unit_price: 10 },
    { part_id: setup, qty: 2, unit_price: 5 },
  ]);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([1, 2]);
  await undo(await pickupOf(id));
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([0, 0]);
  expect(await totals(id)).toEqual([20, -20]);
  const alone = await shop.issued([{ part_id: setup, qty: 1 }]);
  await shop.through([alone], 'pickup');
  expect(await shop.refused(`/pickup/${await pickupOf(alone)}/undo`, { reason: 'x' })).toBe('409 pickup.undone');
});

test('a serial number that is in stock again does not come back a second time', async () => {
  const part_id = await shop.part({ tracking: 'serial' });
  await shop.stock(part_id, 1, { tracking: [{ serial: 'SN-1' }] });
  const id = await shop.issued([{ part_id, qty: 1 }]);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const pickup = await pickupOf(id);
  await shop.stock(part_id, 1, { tracking: [{ serial: 'SN-1' }] });
  expect(await shop.refused(`/pickup/${pickup}/undo`, { reason: 'x' })).toBe('409 record.exists');
  await shop.stock(part_id, -1, { tracking: [{ serial: 'SN-1' }] });
  await undo(pickup);
  expect(await shop.units(part_id)).toEqual({ carton: 1 });
});

test('what is closed short, and what is unknown, stays', async () => {
  const carrier_id = await shop.carrier('Will Call');
  const part_id = await shop.part({}, 2);
  const id = await shop.issued([{ part_id, qty: 2 }], { carrier_id });
  await shop.through([id], 'pick');
  const { lines } = await shop.see(id, 'lines');
  await shop.perform('pickup', [id], { line_details: [{ transactionline_id: lines[0].id, qty: 1 }] });
  await shop.done(`/salesorder/${id}/closeshort`);
  expect(await shop.refused(`/pickup/${await pickupOf(id)}/undo`, { reason: 'x' })).toBe('409 order.state');
  expect(await shop.refused('/pickup/999999/undo', { reason: 'x' })).toBe('404 record.unknown');
  expect(await shop.refused(`/pickup/${await pickupOf(id)}/undo`, {})).toBe('422 body.invalid');
});
