import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/**
 * Habits of clients of the original service: numbers as strings, forms, verbs without a body, nulls for fields without a value.
 */

const { service, shop } = await testShop();
const part = await shop.part({ width_mm: 10, length_mm: 10, depth_mm: 10, weight_g: 10 }, 100);

const form = (path: string, body: string) =>
  service.call('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded' });

test('an order is created and fulfilled with url-encoded forms only', async () => {
  const order = (await form('/salesorder', `customer_id=${shop.customerId}`)).body.id;
  expect(
    (await form(`/salesorder/${order}/line`, `linetype_id=1&part_id=${part}&qty=2&unit_price=1.10`)).body,
  ).toMatchObject({
    salesorder_id: order,
    linetype_id: 1,
    qty: 2,
    unit_price: 1.1,
  });
  const warned = await form(`/salesorder/${order}/issue`, '');
  if (warned.status === 428) expect((await form(`/salesorder/${order}/issue`, 'ignore_warnings=1')).status).toBe(200);
  const pick = (await form('/picklinebyorder', `order_id[]=${order}`)).body;
  for (const line of pick.lines) expect((await form(`/pickline/${line.id}/commit`, '')).status).toBe(200);
  expect((await form(`/pick/${pick.id}/finish`, '')).body).toMatchObject({ id: pick.id, status_id: 2 });
  const pack = (await form('/packlinebyorder', `order_id[0]=${order}`)).body.id;
  const carton = (await form(`/pack/${pack}/carton`, '')).body.carton_id;
  const move = `add_carton_id=${carton}&order_id=${order}&move_all=1&part_id=${part}&subtract_location_id=${shop.movingId}`;
  expect((await form(`/pack/${pack}/moveitem`, move)).body.contents).toMatchObject([{ part_id: part, qty: 2 }]);
  expect((await form(`/pack/${pack}/finish`, '')).status).toBe(200);
  const ship = (await form('/shiplinebyorder', `order_id=${order}`)).body.id;
  expect((await form(`/ship/${ship}/finish`, '')).status).toBe(200);
  const { pickuplines } = await shop.see(order, 'pickuplines');
  const pickup = await form('/pickup', `pickupline_ids[]=${pickuplines[0].id}&site_id=${shop.siteId}`);
  expect(pickup.status).toBe(201);
  expect(await shop.status(order)).toBe('Fulfilled');

  const [invoice] = (await shop.see(order, 'invoices')).invoices;
  for (const [path, holds] of [
    [`/pick/${pick.id}/line`, { pick_id: pick.id, part_id: part }],
    [`/pack/${pack}/line`, { pack_id: pack, part_id: part }],
    [`/pack/${pack}/carton`, { pack_id: pack, id: carton }],
    [`/ship/${ship}/line`, { ship_id: ship, carton_id: carton }],
    [`/pickup/${pickup.body.id}/line`, { pickup_id: pickup.body.id, carton_id: carton }],
    [`/invoice/${invoice.id}/line`, { invoice_id: invoice.id, part_id: part }],
  ] as const) {
    const { status, body } = await service.call('GET', path);
    expect([path, status, body]).toMatchObject([path, 200, [holds]]);
    expect((await service.call('GET', `${path}/${body[0].id}`)).body).toMatchObject(holds);
    expect((await service.call('GET', path.replace(/\d+/, '987654'))).status).toBe(404);
  }
});

test('names of a list come with commas, or each as a parameter of its own', async () => {
  const order = await shop.order([{ part_id: part }]);
  for (const query of [
    'embed=customer,lines&fields=number,note',
    'embed=customer&embed=lines&fields=number&fields=note',
  ]) {
    const record = await shop.get(`/salesorder/${order}?${query}`);
    expect([query, Object.keys(record).sort()]).toEqual([query, ['customer', 'id', 'lines', 'note', 'number']]);
    expect((await shop.get(`/salesorder?id=${order}&${query}`)).data).toEqual([record]);
    const changed = await shop.done(`/salesorder/${order}?${query}`, { priority: 2 }, 'PUT');
    expect(changed).toEqual(record);
  }
});

test('the pallets of a ship are listed below it', async () => {
  const order = await shop.issued([{ part_id: part }]);
  await shop.through([order], 'pick', 'pack');
  const ship = (await shop.post('/shiplinebyorder', { order_id: [order] })).body;
  const pallet = await shop.post(`/ship/${ship.id}/pallet`, { carton_ids: [ship.lines[0].carton_id] });
  expect((await service.call('GET', `/ship/${ship.id}/pallet?embed=cartons`)).body).toEqual([pallet.body]);
});

describe('null is a field without a value', () => {
  test('in an order and its lines', async () => {
    const nulls = {
      number: null,
      site_id: null,
      priority: null,
      total_tax: null,
      source_id: null,
      note: null,
      fees: null,
    };
    const line = { part_id: part, qty: null, unit_price: null, linetype_id: null, discounts: null };
    const made = await shop.post('/salesorder', { customer_id: shop.customerId, ...nulls, lines: [line] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ site_id: shop.siteId, priority: 3, total_tax: 0 });
    expect((await shop.post(`/salesorder/${made.body.id}/line`, line)).body).toMatchObject({ linetype_id: 1, qty: 1 });
  });

  test('in the body of an action', async () => {
    const order = await shop.issued([{ part_id: part, qty: 3 }]);
    const { lines } = (await shop.post('/picklinebyorder', { order_id: [order] })).body;
    const commit = await shop.post(`/pickline/${lines[0].id}/commit`, { location_id: null, qty: null, tracking: null });
    expect([commit.status, commit.body.qty_committed]).toEqual([200, 3]);
  });

  test('in customers, parts and users', async () => {
    const customer = {
      type: 'Company',
      customertype_id: null,
      name: 'N',
      first_name: null,
      status_id: null,
      group_ids: null,
    };
    expect((await shop.post('/customer', customer)).body).toMatchObject({ type: 'Company', status_id: 1 });
    const values = {
      parttype_id: null,
      buildtype_id: null,
      parent_part_id: null,
      active: null,
      tracking: null,
      price: null,
    };
    const made = await shop.post('/part', { number: 'NULLS', name: 'N', ...values, custom: null, group_ids: null });
    expect(made.body).toMatchObject({ parttype_id: 1, active: true, tracking: 'none', price: 0, custom: {} });
    const user = await shop.post('/user', {
      first_name: 'N',
      permissions: null,
      site_ids: null,
      usergroup_ids: null,
      active: null,
    });
    expect(user.body).toMatchObject({ permissions: [], active: true });
  });
});

test('ignore_warnings=1 counts in the query and in the body, whatever the value of the other', async () => {
  const empty = async () => (await shop.post('/salesorder', { customer_id: shop.customerId })).body.id;
  expect((await shop.post(`/salesorder/${await empty()}/issue?ignore_warnings=0`)).status).toBe(428);
  expect((await form(`/salesorder/${await empty()}/issue?ignore_warnings=0`, 'ignore_warnings=1')).status).toBe(200);
  expect(
    (await shop.post(`/salesorder/${await empty()}/issue?ignore_warnings=1`, { ignore_warnings: null })).status,
  ).toBe(200);
});

test('an answer that shows more than the record has no version, and the record itself has one', async () => {
  const order = await shop.issued([{ part_id: part }]);
  const made = await shop.post('/picklinebyorder', { order_id: [order] });
  expect(made.headers.get('etag')).toBeNull();
  const { headers } = await service.call('GET', `/pick/${made.body.id}`);
  const finished = await service.call('POST', `/pick/${made.body.id}/finish`, undefined, {
    'if-match': headers.get('etag')!,
  });
  expect([finished.status, finished.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)]);
});
