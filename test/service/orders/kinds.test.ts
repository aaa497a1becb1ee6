import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Transfer and use orders: orders with the calls of sales orders, at addresses of their own. */

const { service, shop } = await testShop({}, 'each');
const part_id = await shop.part({ price: 10 }, 100);
const other = (
  await shop.done('/site', {
    name: 'Second',
    address_1: '5 Low Street',
    city: 'Leeds',
    postal_code: 'LS1 4AP',
    country: 'GB',
  })
).id;

const use = (more = {}) => shop.done('/useorder', { purpose: 'Repair', lines: [{ part_id, qty: 3 }], ...more });
const transfer = (more = {}) =>
  shop.done('/transferorder', { to_site_id: other, lines: [{ part_id, qty: 4 }], ...more });
const events = async (id: number) =>
  (
    await service.sql.query(
      'select e.name from event_log l join event e on e.id = l.event_id where $1 = any(l.order_ids) order by l.id',
      [id],
    )
  ).rows.map(({ name }) => name);

test('a use order is picked and leaves stock, without pack, ship, invoice or carrier', async () => {
  const { id, number } = await use({ cost_centre: '4711' });
  expect(number).toBe(`UO-${1000 + id}`);
  const order = await shop.done(`/useorder/${id}/issue`);
  expect(order).toMatchObject({ purpose: 'Repair', cost_centre: '4711', status_id: 2 });
  expect(order).not.toHaveProperty('total');
  expect(order).not.toHaveProperty('carrier_id');
  const { steps, next } = await shop.get(`/useorder/${id}/progress`);
  expect(
    steps.map(({ step, required, by }: { step: string; required: boolean; by: string }) => [step, required, by]),
  ).toEqual([
    ['pick', true, 'hand'],
    ['pack', false, 'hand'],
    ['ship', false, 'hand'],
    ['pickup', true, 'automatic'],
  ]);
  expect(next.length).toBeGreaterThan(0);
  await shop.through([id], 'pick', 'pickup');
  expect(await shop.get(`/useorder/${id}?embed=status,lines`)).toMatchObject({
    status: { name: 'Fulfilled' },
    lines: [{ qty_picked_up: 3 }],
  });
  expect((await shop.get(`/invoice?order_id=${id}`)).total).toBe(0);
  expect(await shop.units(part_id)).toMatchObject({ storage: 97 });
  expect(await events(id)).toEqual(
    expect.arrayContaining(['useorder.created', 'useorder.issued', 'useorder.fulfilled']),
  );
  expect((await shop.get('/verify')).violations ?? []).toEqual([]);
});

test('each address has the orders of its kind only', async () => {
  const [sale, moved, used] = [await shop.order([{ part_id, qty: 1 }]), (await transfer()).id, (await use()).id];
  const idsAt = async (path: string) =>
    (await shop.get(`${path}?perPage=100`)).data.map(({ id }: { id: number }) => id);
  expect(await idsAt('/transferorder')).toEqual([moved]);
  expect((await shop.get('/transferorder?perPage=0')).total).toBe(1);
  expect(await idsAt('/useorder')).toContain(used);
  const sales = await shop.get('/salesorder?perPage=100');
  expect(sales.data.map(({ id }: { id: number }) => id)).toEqual([sale]);
  expect(sales.total).toBe(1);
  expect((await shop.get(`/salesorder?perPage=0&filter=${encodeURIComponent('total >= 0')}`)).total).toBe(1);
  expect((await shop.get('/salesorderline')).total).toBe(1);
  expect((await shop.get('/salesorder/summary')).orders).toBe(1);
  expect((await shop.get('/transferorder/summary')).orders).toBe(1);
  for (const path of ['', '/progress', '/plan', '/timeline', '/line', '/fee'])
    expect([path, (await service.call('GET', `/salesorder/${moved}${path}`)).status]).toEqual([path, 404]);
  for (const verb of ['issue', 'unissue', 'void', 'closeshort', 'clone', 'release', 'retry', 'drive', 'replan'])
    expect([verb, await shop.refused(`/salesorder/${used}/${verb}`)]).toEqual([verb, '404 record.unknown']);
  expect(await shop.refused(`/salesorder/${used}`, { note: 'x' }, 'PUT')).toBe('404 record.unknown');
  expect(await shop.refused(`/salesorder/${used}`, undefined, 'DELETE')).toBe('404 record.unknown');
  expect(await shop.refused(`/salesorder/${used}/line`, { part_id })).toBe('404 record.unknown');
  expect(await shop.refused(`/useorder/${sale}/issue`)).toBe('404 record.unknown');
  expect(await shop.refused('/bulkrun', { action: 'void', order_id: [sale, moved] })).toBe('422 reference.unknown');
  const { body } = await service.call('GET', `/salesorder/${moved}`);
  expect(body).toMatchObject({ record: 'transferorder', path: `/transferorder/${moved}` });
  await shop.done(`/useorder/${used}`, undefined, 'DELETE');
  expect(await service.call('GET', `/useorder/${used}`)).toMatchObject({ status: 404 });
});

test('a transfer order has the address of the receiving site, and its lines have no price', async () => {
  const { id } = await transfer();
  const shown = await shop.get(`/transferorder/${id}?embed=to_site,lines`);
  expect(shown).toMatchObject({ to_site: { name: 'Second' }, ship_city: 'Leeds', lines: [{ qty: 4 }] });
  expect(shown.lines[0]).not.toHaveProperty('unit_price');
  const line = await shop.done(`/transferorder/${id}/line`, { part_id, qty: 2 });
  expect(await shop.get(`/transferorder/${id}/line/${line.id}`)).toMatchObject({ order_id: id, qty: 2 });
  expect(
    (await service.sql.query('select sum(unit_price) as price from salesorderline where salesorder_id = $1', [id]))
      .rows[0].price,
  ).toBe('0.000000');
  expect(await shop.refused('/transferorder', { to_site_id: shop.siteId, site_id: shop.siteId })).toBe(
    '422 body.invalid',
  );
  expect(await shop.refused(`/transferorder/${id}`, { to_site_id: shop.siteId }, 'PUT')).toBe('422 body.invalid');
  const clone = await shop.done(`/transferorder/${id}/clone`);
  expect(clone).toMatchObject({ to_site_id: other, ship_city: 'Leeds' });
  await shop.done(`/transferorder/${id}/issue`);
  await shop.done(`/transferorder/${id}/unissue`);
  await shop.done(`/transferorder/${id}/void`);
  expect((await shop.get(`/transferorder/linetype`)).data).toMatchObject([{ name: 'Sale' }]);
});
