import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Transfer and use orders: orders with the calls of sales orders, at addresses of their own. */

const config = `rules:
  - { name: Own goods by themselves, when: kind = "transfer" && to_site.name = "Second" && note = "rules", then: { pick: automatic } }
  - { name: The foreman looks, when: kind = "use" && cost_centre = "4711" && note = "rules", then: { hold: Foreman } }
`;
const { service, shop } = await testShop({ config }, 'each');
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

test.each([
  ['transfer', transfer],
  ['use', use],
] as const)('units of a %s order are canceled, and its lines are changed', async (kind, create) => {
  const { id } = await create();
  const path = `/${kind}order/${id}`;
  await shop.done(`${path}/issue`);
  const lines = async () => (await shop.get(`${path}?embed=lines`)).lines;
  const [line] = await lines();
  const body = { qty: 1, reason: 'One less' };
  expect(await shop.done(`${path}/line/${line.id}/cancel`, body)).toMatchObject({ id });
  expect(await shop.refused(`/salesorder/${id}/line/${line.id}/cancel`, body)).toBe('404 record.unknown');
  expect(await lines()).toMatchObject([{ qty_canceled: 1 }]);
  const more = {
    lines: [
      { id: line.id, qty: 5 },
      { part_id, qty: 2 },
    ],
  };
  const tried = await service.call('POST', `${path}/change`, more, { prefer: 'dry-run' });
  expect(tried).toMatchObject({ status: 200, body: { short: [], added: [expect.any(Number)] } });
  expect(tried.body).not.toHaveProperty('total');
  expect(await lines()).toHaveLength(1);
  expect(await shop.refused(`/salesorder/${id}/change`, more)).toBe('404 record.unknown');
  await shop.done(`${path}/change`, more);
  expect((await lines()).map(({ qty, qty_canceled }: Record<string, number>) => qty! - qty_canceled!)).toEqual([5, 2]);
  await shop.through([id], 'pick', ...(kind === 'transfer' ? (['pack', 'ship'] as const) : []), 'pickup');
  expect(await shop.get(`${path}?embed=status`)).toMatchObject({ status: { name: 'Fulfilled' } });
  expect((await shop.get(`${path}/timeline`)).map(({ event }: { event: string }) => event)).toContain(
    `${kind}order.modified`,
  );
  expect(await service.verify()).toEqual([]);
});

test('units in transit are not canceled, and the refusal names the calls that help', async () => {
  const sent = async (qty: number) => {
    const { id } = await transfer();
    const path = `/transferorder/${id}`;
    await shop.done(`${path}/issue`);
    const [line] = (await shop.get(`${path}?embed=lines`)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line.id, qty }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    const { receipts, pickups } = await shop.get(`${path}?embed=receipts,pickups`);
    const cancel = (qty: number) => service.call('POST', `${path}/line/${line.id}/cancel`, { qty, reason: 'Less' });
    return { cancel, undo: `/pickup/${pickups[0].id}/undo`, close: `/receipt/${receipts[0].id}/close` };
  };
  const part = await sent(3);
  const refusal = await part.cancel(2);
  expect(refusal).toMatchObject({ status: 422, body: { next: [{ path: part.undo }, { path: part.close }] } });
  expect(refusal.body.detail).toContain('in transit');
  // The rest is canceled, and closes the order short. Its pickup stays.
  expect((await part.cancel(1)).status).toBe(200);
  expect(await part.cancel(1)).toMatchObject({ status: 409, body: { next: [{ path: part.close }] } });

  const whole = await sent(4);
  const { body } = await whole.cancel(1);
  expect(body).toMatchObject({ code: 'order.state', next: [{ path: whole.undo }, { path: whole.close }] });
  await shop.done(body.next[0].path, body.next[0].body);
  expect(await service.verify()).toEqual([]);
});

test('rules tell the kinds of orders apart', async () => {
  const [moved, used] = [await transfer({ note: 'rules' }), await use({ note: 'rules', cost_centre: '4711' })];
  const sold = await shop.order([{ part_id, qty: 1 }], { note: 'rules' });
  const planOf = async (path: string) => {
    const { steps, hold } = await shop.get(`${path}/plan`);
    return [steps.find(({ step }: { step: string }) => step === 'pick').by, hold];
  };
  expect(await planOf(`/transferorder/${moved.id}`)).toEqual(['automatic', null]);
  expect(await planOf(`/useorder/${used.id}`)).toEqual(['hand', 'Foreman']);
  expect(await planOf(`/salesorder/${sold}`)).toEqual(['hand', null]);
});
