import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });

describe('by order', () => {
  test('one pick holds the lines of all orders in the request', async () => {
    const part = await shop.part({}, 10);
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 3 }])];
    const reply = await shop.post('/picklinebyorder', { order_id: [String(b), a] });
    expect(reply.status).toBe(201);
    expect(reply.body.order_ids).toEqual([a, b]);
    expect(reply.body.lines.map((line: { order_id: number; qty: number }) => [line.order_id, line.qty])).toEqual([
      [a, 2],
      [b, 3],
    ]);
    const page = await shop.get(`/pickline?filter=work.transactionline.transaction_id=${a}&embed=pick`);
    expect(page.data).toMatchObject([{ pick_id: reply.body.id, qty: 2, pick: { id: reply.body.id } }]);
  });

  test('an order with nothing left is left out, and without any units to pick the answer is 409', async () => {
    const part = await shop.part({}, 10);
    const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
    await pickOf(a);
    expect(await pickOf(a, b)).toMatchObject({ order_ids: [b] });
    expect(await shop.refused('/picklinebyorder', { order_id: [a, b] })).toBe('409 pick.nothing-left');
    const { body } = await shop.post('/picklinebyorder', { order_id: [a] });
    expect(body.detail).toMatch(/^Nothing is left to pick of order SO-\d+: it is on pick \d+\.$/);
  });

  test('if stock is short of all units, the answer names site, part and quantity', async () => {
    const part = await shop.part({ number: 'NONE-1' });
    const id = await shop.issued([{ part_id: part, qty: 2.5 }]);
    const { status, body } = await shop.post('/picklinebyorder', { order_id: [id] });
    expect([status, body.code]).toEqual([409, 'stock.short']);
    expect(body.detail).toContain('Stock is short at Main: 2.5 of 2.5 of part NONE-1.');
  });

  test('drafts, held orders, orders of two sites and unknown orders are refused', async () => {
    const part = await shop.part({}, 10);
    expect(await shop.refused('/picklinebyorder', { order_id: [await shop.order([{ part_id: part }])] })).toBe(
      '409 order.state',
    );
    const held = await shop.issued([{ part_id: part }]);
    await shop.done(`/salesorder/${held}/hold`, { reason: 'Wait' });
    expect(await shop.refused('/picklinebyorder', { order_id: [held] })).toBe('409 order.held');
    expect(await shop.refused('/picklinebyorder', { order_id: [held, 999_999] })).toBe('422 reference.unknown');
    expect(await shop.refused('/picklinebyorder', { order_id: [] })).toBe('422 body.invalid');
    const north = await shop.done('/site', { name: 'North', sitetype_id: 1 });
    const shelf = await shop.done('/location', { site_id: north.id, name: 'Shelf', locationtype_id: 1 });
    await shop.stock(part, 5, { location_id: shelf.id });
    const there = await shop.issued([{ part_id: part }], { site_id: north.id });
    const here = await shop.issued([{ part_id: part }]);
    expect(await shop.refused('/picklinebyorder', { order_id: [here, there] })).toBe('422 order.sites-differ');
    // A site without a moving location can make picks, but not commit them.
    const pick = await pickOf(there);
    expect(await shop.refused(`/pickline/${pick.lines[0].id}/commit`)).toBe('409 record.state');
    await shop.done('/location', { site_id: north.id, name: 'Cart', locationtype_id: 2 });
    await shop.through([there], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(there)).toBe('Fulfilled');
  });

  test('GET lists the units to pick by priority, as a page', async () => {
    const part = await shop.part({}, 6);
    const [later, first] = [
      await shop.issued([{ part_id: part, qty: 2 }]),
      await shop.issued([{ part_id: part, qty: 5 }], { priority: 1 }),
    ];
    const page = await shop.get(`/picklinebyorder?filter=id IN (${later}, ${first})&embed=customer`);
    expect(page).toMatchObject({ total: 2, current_page: 1 });
    expect(page.data).toMatchObject([
      { order_id: first, lines: 1, qty: 4, qty_short: 1, customer: { id: shop.customerId } },
      { order_id: later, lines: 1, qty: 2, qty_short: 0 },
    ]);
    await pickOf(first, later);
    expect((await shop.get(`/picklinebyorder?filter=id IN (${later}, ${first})`)).data).toEqual([]);
  });
});

describe('by customer, destination and part', () => {
  test('one pick takes all units to pick for a customer', async () => {
    const customer = await shop.done('/customer', { type: 'Individual', first_name: 'Ana', last_name: 'Trujillo' });
    const part = await shop.part({}, 10);
    const own = { customer_id: customer.id };
    const [a, b] = [await shop.issued([{ part_id: part }], own), await shop.issued([{ part_id: part }], own)];
    const held = await shop.issued([{ part_id: part }], own);
    await shop.done(`/salesorder/${held}/hold`, { reason: 'Wait' });
    expect(await shop.done('/picklinebycustomer', { customer_id: [customer.id] })).toMatchObject({ order_ids: [a, b] });
    expect(await shop.refused('/picklinebycustomer', { customer_id: customer.id })).toBe('409 pick.nothing-left');
  });

  test('a destination is a country by code or name, a postal code, or both', async () => {
    const part = await shop.part({}, 10);
    const to = (ship_country: string, ship_postal_code: string) => ({ ship_country, ship_postal_code });
    const paris = await shop.issued([{ part_id: part }], to('FR', '75001'));
    const lyon = await shop.issued([{ part_id: part }], to('FR', '69001'));
    const graz = await shop.issued([{ part_id: part }], to('AT', '8010'));
    const by = (body: unknown) => shop.done('/picklinebydestination', body);
    expect(await by({ ship_country: ['FR'], ship_postal_code: ['75001'] })).toMatchObject({ order_ids: [paris] });
    expect(await by({ ship_country: ['france'] })).toMatchObject({ order_ids: [lyon] });
    expect(await by({ ship_postal_code: '8010' })).toMatchObject({ order_ids: [graz] });
    expect(await shop.refused('/picklinebydestination', { ship_country: ['FR'] })).toBe('409 pick.nothing-left');
    expect(await shop.refused('/picklinebydestination', {})).toBe('422 body.invalid');
  });

  test('a pick of a part takes it for all orders, and leaves their other lines', async () => {
    const [part, other] = [await shop.part({}, 10), await shop.part({}, 10)];
    const alias = await shop.part({ parttype_id: 4, parent_part_id: part });
    const both = [
      { part_id: part, qty: 1 },
      { part_id: other, qty: 1 },
    ];
    const [a, b] = [await shop.issued(both), await shop.issued([{ part_id: alias, qty: 2 }])];
    expect((await shop.get(`/picklinebypart?part_id=${part}`)).data).toMatchObject([
      { order_id: a, qty: 1 },
      { order_id: b, qty: 2 },
    ]);
    const pick = await shop.done('/picklinebypart', { part_id: [part] });
    expect(pick.order_ids).toEqual([a, b]);
    expect(pick.lines.map((line: { part_id: number; qty: number }) => [line.part_id, line.qty])).toEqual([
      [part, 1],
      [part, 2],
    ]);
    await shop.done(`/pick/${pick.id}`, undefined, 'DELETE');
    // The ordered part counts too.
    expect(await shop.done('/picklinebypart', { part_id: [alias] })).toMatchObject({ order_ids: [b] });
  });

  test('the site of the caller is chosen, or the site in the request', async () => {
    const part = await shop.part({}, 10);
    const west = await shop.done('/site', { name: 'West', sitetype_id: 1 });
    for (const [name, locationtype_id] of [
      ['Shelf', 1],
      ['Cart', 2],
    ] as const) {
      const place = await shop.done('/location', { site_id: west.id, name, locationtype_id });
      if (locationtype_id === 1) await shop.stock(part, 5, { location_id: place.id });
    }
    const [here, there] = [
      await shop.issued([{ part_id: part }]),
      await shop.issued([{ part_id: part }], { site_id: west.id }),
    ];
    expect(await shop.done('/picklinebypart', { part_id: [part] })).toMatchObject({
      order_ids: [here],
      site_id: shop.siteId,
    });
    expect(await shop.done('/picklinebypart', { part_id: [part], site_id: west.id })).toMatchObject({
      order_ids: [there],
    });
  });
});

describe('finishing and deleting', () => {
  test('finishing returns uncommitted lines; repeating it changes nothing', async () => {
    const [a, b] = [await shop.part({}, 5), await shop.part({}, 5)];
    const id = await shop.issued([
      { part_id: a, qty: 2 },
      { part_id: b, qty: 3 },
    ]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    for (let times = 0; times < 2; times++) {
      expect(await shop.done(`/pick/${pick.id}/finish`)).toMatchObject({
        status_id: 2,
        finished_at: expect.any(String),
      });
    }
    expect(await shop.counters(id, 'qty_picked')).toEqual([2, 0]);
    expect(await pickOf(id)).toMatchObject({ lines: [{ part_id: b, qty: 3 }] });
  });

  test('a pick without commits finishes empty, and its orders get the event', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    const pick = await pickOf(id);
    await shop.done(`/pick/${pick.id}/finish`);
    const timeline = await shop.get(`/salesorder/${id}/timeline`);
    expect(timeline.at(-1)).toMatchObject({ event: 'pick.finished', object_id: pick.id, detail: { lines: 0 } });
    expect(await shop.status(id)).toBe('Issued');
  });

  test('deleting an open pick moves all units back to where they were', async () => {
    const [part, shelf] = [await shop.part({}, 3), await shop.storage()];
    await shop.stock(part, 4, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 6 }]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    expect(await shop.post(`/pickline/${pick.lines[1].id}/commit`, { qty: 1 })).toMatchObject({ status: 200 });
    const reply = await service.call('DELETE', `/pick/${pick.id}`);
    expect([reply.status, reply.body]).toEqual([204, null]);
    expect(await shop.units(part)).toEqual({ storage: 7 });
    expect(await shop.refused(`/pick/${pick.id}`, undefined, 'DELETE')).toBe('404 record.unknown');
    expect((await pickOf(id)).lines.reduce((sum: number, line: { qty: number }) => sum + line.qty, 0)).toBe(6);
  });

  test('deleting a finished pick lowers the counters; the order is Issued again', async () => {
    const part = await shop.part({}, 3);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([id], 'pick');
    const { picks, status } = await shop.see(id, 'status,picks');
    expect(status.name).toBe('In Progress');
    await shop.done(`/pick/${picks[0].id}`, undefined, 'DELETE');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked')]).toEqual(['Issued', [0]]);
    // A second time: only the last commit is given back.
    await shop.through([id], 'pick');
    await shop.done(`/pick/${(await shop.see(id, 'picks')).picks[0].id}`, undefined, 'DELETE');
    expect(await shop.units(part)).toEqual({ storage: 3 });
  });

  test('a pick with packed units cannot be deleted; a later pick can', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const some = { line_details: [{ transactionline_id: (await shop.see(id)).lines[0].id, qty: 2 }] };
    const first = await shop.perform('pick', [id], some);
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const second = await shop.perform('pick', [id], some);
    const { status, body } = await service.call('DELETE', `/pick/${first.body.id}`);
    // The packed units can be from either pick: a pick can be deleted while enough units are left.
    expect([status, body]).toEqual([204, null]);
    expect((await service.call('DELETE', `/pick/${second.body.id}`)).body).toMatchObject({
      status: 409,
      code: 'pick.state',
      detail: expect.stringContaining(`are on pack ${pack.id}. Delete pack ${pack.id}.`),
    });
    await shop.done(`/pack/${pack.id}`, undefined, 'DELETE');
    await shop.done(`/pick/${second.body.id}`, undefined, 'DELETE');
    expect(await shop.units(part)).toEqual({ storage: 5 });
  });

  test('a pick with units that were picked up cannot be deleted, with and without a pack step', async () => {
    const part = await shop.part({}, 5);
    const packed = await shop.issued([{ part_id: part }]);
    await shop.through([packed], 'pick', 'pack', 'ship', 'pickup');
    const collected = await shop.issued([{ part_id: part }], { carrier_id: await shop.carrier('Will Call') });
    await shop.through([collected], 'pick', 'pickup');
    for (const id of [packed, collected]) {
      const { picks } = await shop.see(id, 'picks');
      const { status, body } = await service.call('DELETE', `/pick/${picks[0].id}`);
      expect([status, body.code]).toEqual([409, 'pick.state']);
      expect(body.detail).toContain('1 of part');
      expect(body.detail).toContain('picked up');
    }
  });

  test('the pick of a voided order is Void and cannot be finished', async () => {
    const part = await shop.part({}, 5);
    const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
    const alone = await pickOf(a);
    await shop.done(`/salesorder/${a}/void`);
    expect((await shop.get(`/pick/${alone.id}?embed=status`)).status.name).toBe('Void');
    expect(await shop.refused(`/pick/${alone.id}/finish`)).toBe('409 pick.state');
    const c = await shop.issued([{ part_id: part }]);
    const both = await pickOf(b, c);
    await shop.done(`/salesorder/${c}/void`);
    expect(await shop.get(`/pick/${both.id}?embed=status,lines`)).toMatchObject({
      status: { name: 'Open' },
      lines: [{ order_id: b }],
    });
  });
});

describe('the Pick task', () => {
  test('continues an open pick', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 2 });
    const reply = await shop.perform('pick', [id]);
    expect(reply.status).toBe(200);
    expect(
      (await shop.see(id, 'picks.status')).picks.map((one: { status: { name: string } }) => one.status.name),
    ).toEqual(['Finished', 'Finished']);
    expect(await shop.counters(id, 'qty_picked')).toEqual([5]);
    expect(await shop.perform('pick', [id])).toMatchObject({ status: 409, body: { code: 'pick.nothing-left' } });
  });

  test('leaves a pick with other orders unchanged, and says so', async () => {
    const part = await shop.part({}, 5);
    const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
    const pick = await pickOf(a, b);
    const { status, body } = await shop.perform('pick', [a]);
    expect([status, body.code]).toEqual([409, 'pick.state']);
    expect(body.detail).toContain(`pick ${pick.id} together with other orders`);
    expect((await shop.perform('pick', [a, b])).status).toBe(200);
  });

  test('any shortage refuses the task; with partial, the units in stock are picked', async () => {
    const [there, scarce] = [await shop.part({}, 5), await shop.part({}, 1)];
    const id = await shop.issued([
      { part_id: there, qty: 2 },
      { part_id: scarce, qty: 3 },
    ]);
    expect(await shop.perform('pick', [id])).toMatchObject({ status: 409, body: { code: 'stock.short' } });
    expect(await shop.counters(id, 'qty_picked')).toEqual([0, 0]);
    expect((await shop.perform('pick', [id], { partial: 1 })).status).toBe(200);
    expect(await shop.counters(id, 'qty_picked')).toEqual([2, 1]);
  });

  test('a part of an order is picked by lines and quantities; repeated lines are added up', async () => {
    const part = await shop.part({}, 4);
    const id = await shop.issued([
      { part_id: part, qty: 3 },
      { part_id: part, qty: 3 },
    ]);
    const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    const of = (transactionline_id: number, qty?: number) => ({ transactionline_id, ...(qty ? { qty } : {}) });
    // The second line is short, but this quantity of it is in stock.
    expect(
      (await shop.perform('pick', [id], { line_details: [of(first, 1), of(first, '1' as never), of(second, 1)] }))
        .status,
    ).toBe(200);
    expect(await shop.counters(id, 'qty_picked')).toEqual([2, 1]);
    expect(await shop.perform('pick', [id], { line_details: [of(second, 1)] })).toMatchObject({ status: 409 });
    expect((await shop.perform('pick', [id], { line_details: [of(first)] })).status).toBe(200);
    expect(await shop.counters(id, 'qty_picked')).toEqual([3, 1]);
    const other = await shop.issued([{ part_id: part }]);
    const { status, body } = await shop.perform('pick', [other], { line_details: [of(first)] });
    expect([status, body.code, body.errors[0].pointer]).toEqual([
      422,
      'reference.unknown',
      '/line_details/0/transactionline_id',
    ]);
  });
});
