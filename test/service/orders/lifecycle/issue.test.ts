import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const config = `
settings: { auto-create-pick-by-order: true }
carriers:
  Will Call: { plugin: will-call }
  Parcel Post: {}
rules:
  - { name: Finance looks, when: source.name = "Checked", then: { hold: Credit check } }
  - { name: By post, when: source.name = "Post", then: { carrier: Parcel Post, priority: 1 } }
  - { name: By hand, when: source.name = "No pick", then: { create_pick: false } }
`;

const sources: Record<string, number> = {};

const { service: testService, shop } = await testShop({ config }, 'each');
for (const name of ['Checked', 'Post', 'No pick']) sources[name] = (await shop.done('/source', { name })).id;

const issue = (id: number, body?: unknown, query = '') =>
  testService.call('POST', `/salesorder/${id}/issue${query}`, body);

describe('warnings', () => {
  test('an order without lines and address, on hold, is not issued, and every warning is named', async () => {
    const made = await shop.done('/salesorder', { customer_id: shop.customerId });
    await shop.done(`/salesorder/${made.id}/hold`, { reason: 'Customer called' });
    const { status, body, headers } = await issue(made.id);
    expect(status).toBe(428);
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect(body).toMatchObject({ status: 428, code: 'order.warnings' });
    expect(body.warnings).toEqual([
      { code: 'order.held', message: 'The order is on hold: Customer called', pointer: '/held_at' },
      { code: 'order.no-lines', message: 'The order has no lines.', pointer: '/lines' },
      { code: 'order.address-unknown', message: expect.stringContaining('name and city'), pointer: '/ship_to_name' },
    ]);
    expect(await shop.status(made.id)).toBe('Draft');
  });

  test('an inactive part, a kit without components and a shortage are named with their lines', async () => {
    const [old, hollow, scarce] = [
      await shop.part({}, 5),
      await shop.part({ parttype_id: 3 }),
      await shop.part({ number: 'SCARCE' }, 2),
    ];
    const id = await shop.order([
      { part_id: old, qty: 1 },
      { part_id: hollow, qty: 1 },
      { part_id: scarce, qty: 3.5 },
    ]);
    await shop.done(`/part/${old}`, { active: false }, 'PUT');
    const { status, body } = await issue(id);
    expect(status).toBe(428);
    expect(body.warnings.map(({ code, pointer }: Record<string, string>) => [code, pointer])).toEqual([
      ['part.inactive', '/lines/0/part_id'],
      ['part.no-components', '/lines/1/part_id'],
      ['stock.short', '/lines/2/qty'],
    ]);
    expect(body.warnings[2].message).toBe('Of part SCARCE, 1.5 of 3.5 are not available.');
    // Nothing of it stayed.
    expect(await shop.get(`/inventory?part_id=${scarce}`)).toMatchObject({ data: [{ qty: 2, qty_committed: 0 }] });
  });

  test('the warning about a kit without components also covers kits inside kits and aliases', async () => {
    const hollow = await shop.part({ parttype_id: 3 });
    const [outer, whole] = [await shop.part({ parttype_id: 3 }), await shop.part({ parttype_id: 3 })];
    const screw = await shop.part({}, 50);
    await shop.done('/billofmaterial', { part_id: outer, lines: [{ part_id: screw }, { part_id: hollow }] });
    await shop.done('/billofmaterial', { part_id: whole, lines: [{ part_id: screw }] });
    const alias = (parent_part_id: number) => shop.part({ parttype_id: 4, parent_part_id });
    const parts = [outer, await alias(hollow), whole, await alias(whole), await alias(screw)];
    const id = await shop.order(parts.map((part_id) => ({ part_id, qty: 1 })));
    const { body } = await issue(id);
    expect(body.warnings.map(({ code, pointer }: Record<string, string>) => [code, pointer])).toEqual([
      ['part.no-components', '/lines/0/part_id'],
      ['part.no-components', '/lines/1/part_id'],
    ]);
  });

  test('the warning about an inactive part also covers kits at any depth and aliases, once for each line', async () => {
    const kit = async (number: string, ...inside: number[]) => {
      const part_id = await shop.part({ number, parttype_id: 3 });
      await shop.done('/billofmaterial', { part_id, lines: inside.map((id) => ({ part_id: id })) });
      return part_id;
    };
    const [gone, screw] = [await shop.part({ number: 'GONE' }, 50), await shop.part({ number: 'SCREW' }, 50)];
    const shelf = await kit('SHELF', screw, await kit('SET', gone), await kit('BAG', screw, gone));
    const twelve = await shop.part({ number: 'TWELVE', parttype_id: 4, parent_part_id: gone });
    const whole = await kit('WHOLE', screw);
    const lines = [shelf, twelve, whole, screw].map((part_id) => ({ part_id, qty: 1 }));
    const id = await shop.order(lines);
    for (const part of [gone, twelve]) await shop.done(`/part/${part}`, { active: false }, 'PUT');
    const { status, body } = await issue(id);
    expect(status).toBe(428);
    expect(body.warnings).toEqual([
      {
        code: 'part.inactive',
        message: 'Part GONE, which SHELF comes to, is no longer active.',
        pointer: '/lines/0/part_id',
      },
      { code: 'part.inactive', message: 'Part TWELVE is no longer active.', pointer: '/lines/1/part_id' },
      {
        code: 'part.inactive',
        message: 'Part GONE, which TWELVE comes to, is no longer active.',
        pointer: '/lines/1/part_id',
      },
    ]);
  });

  test.each([
    ['the body', { ignore_warnings: 1 }, ''],
    ['the body, as text', { ignore_warnings: '1' }, ''],
    ['the query', undefined, '?ignore_warnings=1'],
  ])('ignore_warnings in %s issues it all the same', async (_where, body, query) => {
    const id = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
    expect((await issue(id, { ignore_warnings: 0 })).status).toBe(428);
    const issued = await issue(id, body, query);
    expect(issued.status).toBe(200);
    expect(issued.body).toMatchObject({ id, status_id: 2 });
    expect(issued.body.issue_date).toMatch(/\+00:00$/);
  });

  test('an order without a ship step needs no address', async () => {
    const carrier_id = await shop.carrier('Will Call');
    const part_id = await shop.part({}, 1);
    const made = await shop.done('/salesorder', { customer_id: shop.customerId, carrier_id, lines: [{ part_id }] });
    expect((await issue(made.id)).status).toBe(200);
  });
});

describe('states', () => {
  test('issuing again changes nothing', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 4), qty: 2 }]);
    const events = async () => (await shop.get(`/salesorder/${id}/timeline`)).length;
    const before = await events();
    const again = await issue(id);
    expect([again.status, again.body.status_id]).toEqual([200, 2]);
    expect(await events()).toBe(before);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect([(await issue(id)).status, await shop.status(id)]).toEqual([200, 'Fulfilled']);
  });

  test.each(['void', 'closeshort'])('after %s it is refused with the state', async (verb) => {
    const id = await shop.issued([{ part_id: await shop.part({}, 4), qty: 2 }]);
    await shop.done(`/salesorder/${id}/${verb}`);
    const { status, body } = await issue(id);
    expect([status, body.code]).toEqual([409, 'order.state']);
    expect(body.detail).toContain(await shop.status(id));
  });

  test('an order that does not exist is 404', async () => {
    expect((await issue(999_999)).body).toMatchObject({ status: 404, code: 'record.unknown' });
  });
});

describe('effects of an issue', () => {
  test('stock is reserved for the order, and no longer available to others', async () => {
    const part = await shop.part({}, 5);
    await shop.issued([{ part_id: part, qty: 3 }]);
    const free = async () =>
      (await shop.get(`/part/${part}?embed=qty_available_for_pick.location`)).qty_available_for_pick;
    expect(await free()).toMatchObject([{ qty: 2, location: { id: shop.stockId } }]);
    await shop.issued([{ part_id: part, qty: 3 }]);
    expect(await free()).toEqual([]);
    expect(await shop.get(`/inventory?part_id=${part}`)).toMatchObject({ data: [{ qty: 5, qty_committed: 5 }] });
  });

  test('with auto-create-pick-by-order, issue creates the pick from available stock', async () => {
    const part = await shop.part({}, 2);
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const { picks } = await shop.see(id, 'picks.lines');
    expect(picks).toMatchObject([{ lines: [{ order_id: id, part_id: part, qty: 2, qty_committed: 0 }] }]);
  });

  test('a rule can leave the pick to a later request', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 2), qty: 1 }], { source_id: sources['No pick'] });
    expect((await shop.see(id, 'picks')).picks).toEqual([]);
  });

  test('an order that a rule holds is issued on hold, and its pick is created at release', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 2), qty: 1 }], { source_id: sources.Checked });
    expect(await shop.see(id, 'picks')).toMatchObject({ hold_reason: 'Credit check', status_id: 2, picks: [] });
    expect(await shop.refused('/picklinebyorder', { order_id: [id] })).toBe('409 order.held');
    await shop.done(`/salesorder/${id}/release`);
    expect(await shop.see(id, 'picks.lines')).toMatchObject({ held_at: null, picks: [{ lines: [{ qty: 1 }] }] });
    await shop.done(`/salesorder/${id}/release`);
    expect((await shop.see(id, 'picks')).picks).toHaveLength(1);
  });

  test('a rule changes carrier and priority, and an unissued order gets its own values back', async () => {
    const van = await shop.carrier('Own Van');
    const level = await shop.done(`/carrier/${van}/servicelevel`, { name: 'Next day' });
    const values = { source_id: sources.Post, carrier_id: van, carrierservicelevel_id: level.id, priority: 4 };
    const id = await shop.order([{ part_id: await shop.part({}, 2), qty: 1 }], values);
    expect((await shop.get(`/salesorder/${id}/plan`)).carrier).toMatchObject({ name: 'Parcel Post' });
    expect(await shop.see(id)).toMatchObject({ carrier_id: van, priority: 4 });

    await shop.done(`/salesorder/${id}/issue`);
    expect(await shop.see(id, 'carrier')).toMatchObject({
      carrier: { name: 'Parcel Post' },
      carrierservicelevel_id: null,
      priority: 1,
    });
    const plan = await shop.get(`/salesorder/${id}/plan`);
    expect(plan).not.toHaveProperty('before');
    await shop.done(`/salesorder/${id}/unissue`);
    expect(await shop.see(id)).toMatchObject({ carrier_id: van, carrierservicelevel_id: level.id, priority: 4 });
  });

  test('a rule can set the carrier of an order without one', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 1) }], { source_id: sources.Post });
    expect((await shop.see(id, 'carrier')).carrier.name).toBe('Parcel Post');
    await shop.done(`/salesorder/${id}/unissue`);
    expect((await shop.see(id)).carrier_id).toBeNull();
  });

  test('an order whose priority is higher gets arriving stock first, then the one issued first', async () => {
    const part = await shop.part();
    const late = await shop.issued([{ part_id: part, qty: 2 }], { priority: 5 });
    const [first, second] = [
      await shop.issued([{ part_id: part, qty: 2 }]),
      await shop.issued([{ part_id: part, qty: 2 }]),
    ];
    await shop.stock(part, 3);
    const { data } = await shop.get(`/picklinebypart?part_id=${part}`);
    expect(data.map((row: { order_id: number; qty: number }) => [row.order_id, row.qty])).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect((await shop.progress(late)).waiting_for).toMatch(/^stock: 2 of part P/);
  });

  test('an order with nothing to pick is ready for pickup', async () => {
    const service = await shop.part({ parttype_id: 2 });
    const id = await shop.issued([
      { part_id: service, qty: 2, unit_price: 7 },
      { linetype_id: 9, unit_price: 4 },
    ]);
    const { next, step } = await shop.progress(id);
    expect(step).toBe('pickup');
    await shop.done(next[0].path, next[0].body);
    expect(await shop.see(id, 'status,invoices')).toMatchObject({
      status: { name: 'Fulfilled' },
      invoices: [{ total: 18 }],
    });
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([2, 0]);
  });

  test('an order without any line can be issued, picked up and is then fulfilled', async () => {
    const id = await shop.issued([]);
    expect(await shop.progress(id)).toMatchObject({ step: 'pickup', state: 'waiting' });
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });
});

describe('long orders', () => {
  test('an order with 1,000 lines is issued in the background unless the caller says never', async () => {
    const part_id = await shop.part({}, 2000);
    const lines = Array.from({ length: 1000 }, () => ({ part_id, qty: 1 }));
    const id = await shop.order(lines);
    const queued = await issue(id);
    expect([queued.status, queued.body]).toEqual([202, null]);
    expect(queued.headers.get('location')).toMatch(/^\/background\/\d+$/);
    const now = await shop.order(lines);
    const done = await testService.call('POST', `/salesorder/${now}/issue`, {}, { 'x-background-processing': 'never' });
    expect(done.status).toBe(200);
    for (let tries = 0; tries < 100 && (await shop.status(id)) !== 'Issued'; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await shop.status(id)).toBe('Issued');
  });
});
