import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type House, openHouse } from './house.ts';
import { openShop, type Shop } from './shop.ts';

let house: House;
let shop: Shop;

beforeAll(async () => {
  house = await openHouse();
  shop = await openShop(house);
});
afterEach(async () => expect(await house.verify()).toEqual([]));
afterAll(() => house.close());

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });

describe('by order', () => {
  test('one pick holds the lines of all the orders given', async () => {
    const part = await shop.part({}, 10);
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 3 }])];
    const reply = await shop.post('/picklinebyorder', { order_id: [String(b), a] });
    expect(reply.status).toBe(201);
    expect(reply.body.order_ids).toEqual([a, b]);
    expect(reply.body.lines.map((line: { order_id: number; qty: number }) => [line.order_id, line.qty])).toEqual([
      [a, 2],
      [b, 3],
    ]);
    const found = await shop.get(`/pickline?filter=work.transactionline.transaction_id=${a}&embed=pick`);
    expect(found.data).toMatchObject([{ pick_id: reply.body.id, qty: 2, pick: { id: reply.body.id } }]);
  });

  test('an order of which nothing is left stays out, and where nothing is left of any it is 409', async () => {
    const part = await shop.part({}, 10);
    const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
    await pickOf(a);
    expect(await pickOf(a, b)).toMatchObject({ order_ids: [b] });
    expect(await shop.refused('/picklinebyorder', { order_id: [a, b] })).toBe('409 pick.nothing-left');
    const { body } = await shop.post('/picklinebyorder', { order_id: [a] });
    expect(body.detail).toMatch(/^Nothing is left to pick of order SO-\d+: it is on pick \d+\.$/);
  });

  test('where stock is short of everything the answer names place, part and quantity', async () => {
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
    expect(await shop.refused('/picklinebyorder', { order_id: [999_999] })).toBe('404 record.unknown');
    expect(await shop.refused('/picklinebyorder', { order_id: [] })).toBe('422 body.invalid');
    const north = await shop.done('/site', { name: 'North', sitetype_id: 1 });
    const shelf = await shop.done('/location', { site_id: north.id, name: 'Shelf', locationtype_id: 1 });
    await shop.stock(part, 5, { location_id: shelf.id });
    const there = await shop.issued([{ part_id: part }], { site_id: north.id });
    const here = await shop.issued([{ part_id: part }]);
    expect(await shop.refused('/picklinebyorder', { order_id: [here, there] })).toBe('422 order.sites-differ');
    // A site without a moving location can make picks, but bring them nowhere.
    const pick = await pickOf(there);
    expect(await shop.refused(`/pickline/${pick.lines[0].id}/commit`)).toBe('409 record.state');
    await shop.done('/location', { site_id: north.id, name: 'Cart', locationtype_id: 2 });
    await shop.through([there], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(there)).toBe('Fulfilled');
  });

  test('GET lists what can be picked, in the order of priority, as a page', async () => {
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
  test('one pick takes everything that can be picked for a customer', async () => {
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

  test('a part is taken for all orders that wait for it, and leaves their other lines alone', async () => {
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
    // By what was ordered, too.
    expect(await shop.done('/picklinebypart', { part_id: [alias] })).toMatchObject({ order_ids: [b] });
  });

  test('of several sites, that of the caller is meant, or the one that is said', async () => {
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

describe('committing', () => {
  test('without a body all of it moves from where it is reserved; again changes nothing', async () => {
    const part = await shop.part({}, 5);
    const pick = await pickOf(await shop.issued([{ part_id: part, qty: 3 }]));
    const line = pick.lines[0];
    for (let times = 0; times < 2; times++) {
      const reply = await shop.post(`/pickline/${line.id}/commit`);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ id: line.id, qty: 3, qty_committed: 3, location_id: shop.stockId });
    }
    expect(await shop.units(part)).toEqual({ storage: 2, moving: 3 });
    const { commits } = await shop.get(`/pickline/${line.id}?embed=commits`);
    expect(commits).toMatchObject([
      { from_location_id: shop.stockId, to_location_id: shop.movingId, qty: 3, reason: 'pick' },
    ]);
  });

  test('less than asked: the rest returns to the order, with the reason', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const pick = await pickOf(id);
    const body = { qty: '1.5', short_reason: 'Box was damaged' };
    expect(await shop.done(`/pickline/${pick.lines[0].id}/commit`, body)).toMatchObject({
      qty: 1.5,
      qty_committed: 1.5,
      short_reason: 'Box was damaged',
    });
    const rest = await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`);
    expect(rest.data).toMatchObject([
      { qty: 3.5, qty_committed: 0, location_id: shop.stockId, short_reason: 'Box was damaged' },
    ]);
    await shop.done(`/pick/${pick.id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([1.5]);
    const second = await pickOf(id);
    expect(second.lines).toMatchObject([{ qty: 3.5 }]);
    await shop.done(`/pickline/${second.lines[0].id}/commit`);
    await shop.done(`/pick/${second.id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([5]);
  });

  test('in parts: the rest stays on the pick where that is asked, and comes from another shelf', async () => {
    const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const pick = await pickOf(id);
    await shop.stock(part, 2, { location_id: shelf });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 3, keep_rest: 1 });
    const { lines } = await shop.get(`/pick/${pick.id}?embed=lines`);
    expect(lines).toMatchObject([
      { id: pick.lines[0].id, qty: 3, qty_committed: 3 },
      { qty: 2, qty_committed: 0, location_id: shop.stockId },
    ]);
    await shop.done(`/pickline/${lines[1].id}/commit`, { location_id: shelf });
    await shop.done(`/pick/${pick.id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([5]);
  });

  test('again with something else is refused: somebody else took it, or it was the rest that was meant', async () => {
    const part = await shop.part({ number: 'RIVALS' }, 10);
    const id = await shop.issued([{ part_id: part, qty: 10 }]);
    const path = `/pickline/${(await pickOf(id)).lines[0].id}/commit`;
    const replies = await Promise.all([4, 6].map((qty) => shop.post(path, { qty })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = replies.find(({ status }) => status === 200)!.body.qty_committed;
    const { body } = replies.find(({ status }) => status === 409)!;
    expect(body).toMatchObject({ code: 'pickline.committed' });
    expect(body.detail).toContain(`was committed before, with ${taken} of part RIVALS from Stock.`);
    expect(await shop.refused(path, { location_id: await shop.storage() })).toBe('409 pickline.committed');
    // The same again, or all of it, changes nothing.
    for (const again of [{}, { qty: taken }, { location_id: shop.stockId }]) await shop.done(path, again);
  });

  test('what was committed by mistake is given back, and the line can be committed anew', async () => {
    const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
    await shop.stock(part, 5, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    const pick = await pickOf(id);
    const path = `/pickline/${pick.lines[0].id}`;
    await shop.done(`${path}/commit`, { location_id: shelf });
    for (let times = 0; times < 2; times++)
      expect(await shop.done(`${path}/uncommit`)).toMatchObject({
        qty: 3,
        qty_committed: 0,
        location_id: shelf,
        pick_id: pick.id,
      });
    expect(await shop.units(part)).toEqual({ storage: 10 });
    await shop.done(`${path}/commit`, { location_id: shop.stockId, qty: 2 });
    await shop.done(`${path}/uncommit`);
    await shop.done(`${path}/commit`, { qty: 1 });
    await shop.done(`/pick/${pick.id}/finish`);
    expect(await shop.counters(id, 'qty_picked')).toEqual([1]);
    const { body } = await shop.post(`${path}/uncommit`);
    expect([body.code, body.detail]).toEqual([
      'pick.state',
      expect.stringMatching(
        /is Finished: its lines can't be given back one by one\. Delete it to give back what it took\./,
      ),
    ]);
    expect(await shop.refused('/pickline/999999/uncommit')).toBe('404 record.unknown');
  });

  test('more than the line is for, nothing, and a line on no pick are refused', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const free = (await shop.get(`/pickline?order_id=${id}`)).data[0];
    expect(await shop.refused(`/pickline/${free.id}/commit`)).toBe('409 pick.state');
    await pickOf(id);
    expect(await shop.refused(`/pickline/${free.id}/commit`, { qty: 3 })).toBe('422 body.invalid');
    expect(await shop.refused(`/pickline/${free.id}/commit`, { qty: 0 })).toBe('422 body.invalid');
    expect(await shop.refused('/pickline/999999/commit')).toBe('404 record.unknown');
    expect(await shop.units(part)).toEqual({ storage: 5 });
  });

  test('from another place of storage, where that much is free there', async () => {
    const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    await shop.stock(part, 3, { location_id: shelf });
    const pick = await pickOf(id);
    const line = pick.lines[0].id;
    expect(await shop.refused(`/pickline/${line}/commit`, { location_id: shelf })).toBe('409 stock.short');
    expect(await shop.done(`/pickline/${line}/commit`, { location_id: shelf, qty: 3 })).toMatchObject({
      location_id: shelf,
    });
    const { data } = await shop.get(`/inventory?part_id=${part}&sort=location_id&filter=qty > 0`);
    expect(data.map((row: Record<string, number>) => [row.location_id, row.qty, row.qty_committed])).toEqual(
      [
        [shop.stockId, 5, 1],
        [shop.movingId, 3, 3],
      ].sort((a, b) => a[0]! - b[0]!),
    );
    await shop.done(`/pick/${pick.id}/finish`);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('what it leaves at the first place goes to an order that waits for it', async () => {
    const [part, shelf] = [await shop.part({}, 2), await shop.storage()];
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const waiting = await shop.issued([{ part_id: part, qty: 2 }]);
    // Nothing is reserved at a place that is out of use, but a person may take from there what they see.
    await shop.done(`/location/${shelf}`, { active: false }, 'PUT');
    await shop.stock(part, 2, { location_id: shelf });
    expect((await shop.progress(waiting)).waiting_for).toMatch(/^stock: 2 /);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { location_id: shelf });
    expect((await shop.get(`/pickline?order_id=${waiting}`)).data).toMatchObject([
      { qty: 2, location_id: shop.stockId },
    ]);
  });

  test('not from the moving location, a carton, another site or nowhere', async () => {
    const part = await shop.part({}, 5);
    const pick = await pickOf(await shop.issued([{ part_id: part, qty: 2 }]));
    const south = await shop.done('/site', { name: 'South', sitetype_id: 1 });
    const elsewhere = await shop.done('/location', { site_id: south.id, name: 'Shelf', locationtype_id: 1 });
    await shop.stock(part, 5, { location_id: elsewhere.id });
    for (const location_id of [shop.movingId, elsewhere.id, 999_999]) {
      expect(await shop.refused(`/pickline/${pick.lines[0].id}/commit`, { location_id })).toBe('422 reference.unknown');
    }
  });

  test('tracking details of a part that is not tracked are refused; an empty list is none', async () => {
    const pick = await pickOf(await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]));
    const path = `/pickline/${pick.lines[0].id}/commit`;
    expect(await shop.refused(path, { tracking: [{ lot: 'A', qty: 2 }] })).toBe('422 tracking.mismatch');
    expect(await shop.done(path, { tracking: [] })).toMatchObject({ qty_committed: 2 });
  });
});

describe('tracked parts', () => {
  const lots = async (values: Record<string, [number, string?]>) => {
    const part = await shop.part({ tracking: 'lot' });
    for (const [lot, [qty, expires_on]] of Object.entries(values)) {
      await shop.stock(part, qty, { tracking: [{ lot, qty, ...(expires_on ? { expires_on } : {}) }] });
    }
    return part;
  };
  const reservedOf = async (order: number) =>
    (
      await house.sql.query(
        `select coalesce(i.serial, i.lot) as unit, r.qty::float from reservation r join inventory i on i.id = r.inventory_id
         join location l on l.id = i.location_id where r.order_id = $1 and r.closed_at is null and l.locationtype_id = 1 order by 1`,
        [order],
      )
    ).rows.map(({ unit, qty }) => `${qty} ${unit}`);
  const moved = async (line: number) =>
    (await shop.get(`/pickline/${line}?embed=commits`)).commits.map((row: Record<string, unknown>) => [
      row.lot ?? row.serial,
      row.qty,
    ]);

  test('the lot that expires first is reserved first, and taken where nothing is said', async () => {
    const part = await lots({ NEW: [5, '2031-01-01'], OLD: [2, '2030-01-01'], ETERNAL: [9] });
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    expect(await moved(pick.lines[0].id)).toEqual([
      ['OLD', 2],
      ['NEW', 2],
    ]);
  });

  test('what has expired is neither offered nor reserved; who is short because of it is told so', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const part = await lots({ SPOILED: [5, '2020-01-01'], LAST_DAY: [1, today], FRESH: [1, '2041-01-01'] });
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    expect(await reservedOf(id)).toEqual(['1 FRESH', '1 LAST_DAY']);
    expect(await shop.get(`/part/${part}?embed=qty_available_for_pick`)).toMatchObject({ qty_available_for_pick: [] });
    const { body } = await shop.perform('pick', [id]);
    expect(body.detail).toMatch(/1 of 3 of part \w+ \(5 there have expired\)/);
    // Whoever knows better says the day anew: it is good, and goes to whom waits for it.
    const kept = { lot: 'SPOILED', qty: 1, expires_on: '2042-01-01' };
    await shop.stock(part, 1, { tracking: [kept] });
    expect(await reservedOf(id)).toEqual(['1 FRESH', '1 LAST_DAY', '1 SPOILED']);
    await shop.through([id], 'pick');
  });

  test('what expires while it is reserved is not fetched any more, also by a pick that was begun', async () => {
    const part = await lots({ OLD: [4, '2041-01-01'], NEW: [3, '2042-01-01'] });
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 2 }])];
    const begun = await pickOf(a);
    // Time goes by.
    await house.sql.query(`update inventory set expires_on = '2020-01-01' where part_id = $1 and lot = 'OLD'`, [part]);
    const pick = await pickOf(b);
    expect([await reservedOf(b), pick.lines.length]).toEqual([['2 NEW'], 1]);
    expect((await shop.perform('pick', [a])).body).toMatchObject({ code: 'stock.short' });
    expect((await shop.perform('pick', [a], { partial: 1 })).status).toBe(200);
    expect(await shop.counters(a, 'qty_picked')).toEqual([1]);
    expect(await shop.refused(`/pickline/${begun.lines[0].id}/commit`)).toBe('404 record.unknown');
    await shop.stock(part, 1, { tracking: [{ lot: 'NEWER', qty: 1, expires_on: '2043-01-01' }] });
    await shop.through([a, b], 'pick');
    expect(await shop.units(part)).toEqual({ moving: 4, storage: 4 });
  });

  test('what can be picked is offered in that order too', async () => {
    const part = await lots({ NEW: [5, '2031-01-01'], OLD: [2, '2030-01-01'], ETERNAL: [9] });
    const id = await shop.issued([{ part_id: part, qty: 1 }]);
    const pick = await pickOf(id);
    const shown = await shop.get(`/pick/${pick.id}?embed=lines,lines.part.qty_available_for_pick.location`);
    const offered = shown.lines[0].part.qty_available_for_pick;
    expect(offered.map((one: Record<string, unknown>) => [one.lot, one.qty])).toEqual([
      ['OLD', 1],
      ['NEW', 5],
      ['ETERNAL', 9],
    ]);
    expect(offered[0].location).toMatchObject({ id: shop.stockId });
  });

  test('a person may take other lots, also those that another line of the order has reserved there', async () => {
    const part = await lots({ A: [5], B: [5], C: [1] });
    const id = await shop.issued([
      { part_id: part, qty: 4 },
      { part_id: part, qty: 4 },
    ]);
    const pick = await pickOf(id);
    const [first] = pick.lines;
    expect(await shop.refused(`/pickline/${first.id}/commit`, { qty: 2 })).toBe('422 tracking.required');
    expect(await shop.refused(`/pickline/${first.id}/commit`, { tracking: [{ lot: 'A' }] })).toBe(
      '422 tracking.mismatch',
    );
    expect(await shop.refused(`/pickline/${first.id}/commit`, { tracking: [{ serial: 'S' }] })).toBe(
      '422 tracking.mismatch',
    );
    expect(await shop.refused(`/pickline/${first.id}/commit`, { tracking: [{ lot: 'NOPE', qty: 1 }] })).toBe(
      '409 stock.short',
    );
    const body = {
      tracking: [
        { lot: 'A', qty: 2 },
        { lot: 'C', qty: '1' },
      ],
      qty: 2,
    };
    expect(await shop.refused(`/pickline/${first.id}/commit`, body)).toBe('422 tracking.mismatch');
    // Less than reserved of its own lot, and one unit of a lot that nobody has.
    expect(await shop.done(`/pickline/${first.id}/commit`, { ...body, qty: 3 })).toMatchObject({
      qty: 3,
      qty_committed: 3,
    });
    expect(await moved(first.id)).toEqual([
      ['A', 2],
      ['C', 1],
    ]);
    await shop.through([id], 'pick');
    expect(await shop.counters(id, 'qty_picked')).toEqual([4, 4]);
  });

  test('a serial number is one unit, and goes with the lot it came with', async () => {
    const part = await shop.part({ tracking: 'serial' });
    await shop.stock(part, 3, { tracking: [{ serial: 'S1', lot: 'L' }, { serial: 'S2' }, { serial: 'S3' }] });
    const again = { part_id: part, location_id: shop.stockId, qty: 1, tracking: [{ serial: 'S2' }] };
    expect(await shop.refused('/inventoryadjustment', again)).toBe('409 record.exists');
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const pick = await pickOf(id);
    const path = `/pickline/${pick.lines[0].id}/commit`;
    expect(await shop.refused(path, { tracking: [{ serial: 'S3' }, { serial: 'S3' }] })).toBe('422 tracking.mismatch');
    expect(await shop.refused(path, { tracking: [{ serial: 'S1' }, { serial: 'S2' }, { serial: 'S3' }] })).toBe(
      '422 body.invalid',
    );
    await shop.done(path, { tracking: [{ serial: 'S3' }, { serial: 'S1' }] });
    await shop.done(`/pick/${pick.id}/finish`);
    await shop.through([id], 'pack', 'ship');
    const { packs } = await shop.see(id, 'packs.cartons.contents');
    const held = packs[0].cartons[0].contents.map((row: Record<string, unknown>) => [row.serial, row.lot, row.qty]);
    expect(held.sort()).toEqual([
      ['S1', 'L', 1],
      ['S3', null, 1],
    ]);
    expect(await shop.refused('/inventoryadjustment', { ...again, tracking: [{ serial: 'S1' }] })).toBe(
      '409 record.exists',
    );
    await shop.through([id], 'pickup');
    // What left may come back.
    await shop.done('/inventoryadjustment', { ...again, tracking: [{ serial: 'S1', lot: 'L' }] });
  });

  test('a unit from the shelf that another order has reserved is taken all the same: that order gets another', async () => {
    const part = await shop.part({ tracking: 'serial' });
    await shop.stock(part, 3, { tracking: [{ serial: 'U1' }, { serial: 'U2' }, { serial: 'U3' }] });
    const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part }])];
    expect([await reservedOf(a), await reservedOf(b)]).toEqual([['1 U1', '1 U2'], ['1 U3']]);
    const pick = await pickOf(a, b);
    const [first, second] = pick.lines.map((line: { id: number }) => `/pickline/${line.id}/commit`);
    await shop.done(first, { tracking: [{ serial: 'U3' }, { serial: 'U1' }] });
    expect(await reservedOf(b)).toEqual(['1 U2']);
    await shop.done(second);
    await shop.done(`/pick/${pick.id}/finish`);
    expect([await shop.counters(a, 'qty_picked'), await shop.counters(b, 'qty_picked')]).toEqual([[2], [1]]);
    // Committed with other units than these.
    expect(await shop.refused(first, { tracking: [{ serial: 'U2' }, { serial: 'U1' }] })).toBe(
      '409 pickline.committed',
    );
    await shop.done(first, { tracking: [{ serial: 'U1' }, { serial: 'U3' }] });
  });

  test('of a lot that others have reserved in part who comes last gives way, and keeps as much of the place', async () => {
    const [part, shelf] = [await lots({ A: [4, '2041-01-01'], B: [6, '2042-01-01'] }), await shop.storage()];
    await shop.stock(part, 3, { location_id: shelf, tracking: [{ lot: 'C', qty: 3, expires_on: '2043-01-01' }] });
    const one = await shop.issued([{ part_id: part, qty: 2 }]);
    const two = await shop.issued([{ part_id: part, qty: 2 }]);
    const mine = await shop.issued([{ part_id: part, qty: 6 }]);
    const pick = await pickOf(mine);
    const path = `/pickline/${pick.lines[0].id}/commit`;
    await shop.done(path, {
      tracking: [
        { lot: 'A', qty: 3 },
        { lot: 'B', qty: 1 },
      ],
    });
    expect([await reservedOf(one), await reservedOf(two), await reservedOf(mine)]).toEqual([
      ['1 A', '1 B'],
      ['2 B'],
      ['2 B'],
    ]);
    // From another place only what leaves its owners as much: all of C is for the fourth.
    const fourth = await shop.issued([{ part_id: part, qty: 3 }]);
    expect(await reservedOf(fourth)).toEqual(['3 C']);
    const other = await pickOf(one);
    const reply = await shop.post(`/pickline/${other.lines[0].id}/commit`, {
      location_id: shelf,
      tracking: [{ lot: 'C', qty: 2 }],
    });
    const { number } = await shop.see(fourth);
    expect(reply.body.detail).toMatch(/^2 of lot C of part \w+ can't be taken at Shelf \d+: 3 there, reserved for /);
    expect(reply.body.detail).toContain(`${number}; none elsewhere.`);
    expect(reply.status).toBe(409);
  });

  test('what cannot be taken is said with where it is, and for whom', async () => {
    const [part, shelf] = [await shop.part({ number: 'RADIO', tracking: 'serial' }), await shop.storage('Upper shelf')];
    await shop.stock(part, 1, { tracking: [{ serial: 'R1' }] });
    await shop.stock(part, 1, { location_id: shelf, tracking: [{ serial: 'R2' }] });
    const pick = await pickOf(await shop.issued([{ part_id: part }]));
    const path = `/pickline/${pick.lines[0].id}/commit`;
    const why = async (body: object) => (await shop.post(path, body)).body.detail;
    expect(await why({ tracking: [{ serial: 'R2' }] })).toBe(
      "Serial number R2 of part RADIO can't be taken at Stock: at Upper shelf.",
    );
    const other = await shop.issued([{ part_id: part }]);
    await shop.through([other], 'pick');
    const { number } = await shop.see(other);
    expect(await why({ tracking: [{ serial: 'R2' }] })).toBe(
      `Serial number R2 of part RADIO can't be taken at Stock: at Moving for order ${number}.`,
    );
    expect(await why({ tracking: [{ serial: 'R3' }] })).toBe(
      "Serial number R3 of part RADIO can't be taken at Stock: none in stock.",
    );
  });
});

describe('finishing and deleting', () => {
  test('finishing gives back what was not committed; again changes nothing', async () => {
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

  test('a pick of which nothing was committed finishes empty, and its orders are told', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    const pick = await pickOf(id);
    await shop.done(`/pick/${pick.id}/finish`);
    const timeline = await shop.get(`/salesorder/${id}/timeline`);
    expect(timeline.at(-1)).toMatchObject({ event: 'pick.finished', object_id: pick.id, detail: { lines: 0 } });
    expect(await shop.status(id)).toBe('Issued');
  });

  test('deleting an open pick brings everything back to where it was', async () => {
    const [part, shelf] = [await shop.part({}, 3), await shop.storage()];
    await shop.stock(part, 4, { location_id: shelf });
    const id = await shop.issued([{ part_id: part, qty: 6 }]);
    const pick = await pickOf(id);
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    expect(await shop.post(`/pickline/${pick.lines[1].id}/commit`, { qty: 1 })).toMatchObject({ status: 200 });
    const reply = await house.call('DELETE', `/pick/${pick.id}`);
    expect([reply.status, reply.body]).toEqual([204, null]);
    expect(await shop.units(part)).toEqual({ storage: 7 });
    expect(await shop.refused(`/pick/${pick.id}`, undefined, 'DELETE')).toBe('404 record.unknown');
    expect((await pickOf(id)).lines.reduce((sum: number, line: { qty: number }) => sum + line.qty, 0)).toBe(6);
  });

  test('deleting a finished pick takes the counters back; the order is Issued again', async () => {
    const part = await shop.part({}, 3);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([id], 'pick');
    const { picks, status } = await shop.see(id, 'status,picks');
    expect(status.name).toBe('In Progress');
    await shop.done(`/pick/${picks[0].id}`, undefined, 'DELETE');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked')]).toEqual(['Issued', [0]]);
    // And all over again: only the last commit is brought back.
    await shop.through([id], 'pick');
    await shop.done(`/pick/${(await shop.see(id, 'picks')).picks[0].id}`, undefined, 'DELETE');
    expect(await shop.units(part)).toEqual({ storage: 3 });
  });

  test('what went on into a pack keeps its pick; what was picked later can be given back', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part, qty: 5 }]);
    const some = { line_details: [{ transactionline_id: (await shop.see(id)).lines[0].id, qty: 2 }] };
    const first = await shop.perform('pick', [id], some);
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const second = await shop.perform('pick', [id], some);
    const { status, body } = await house.call('DELETE', `/pick/${first.body.id}`);
    // Either pick could be the one whose units are packed: as long as enough is left, it can go.
    expect([status, body]).toEqual([204, null]);
    expect((await house.call('DELETE', `/pick/${second.body.id}`)).body).toMatchObject({
      status: 409,
      code: 'pick.state',
      detail: expect.stringContaining(`are on pack ${pack.id}. Delete the pack first`),
    });
    await shop.done(`/pack/${pack.id}`, undefined, 'DELETE');
    await shop.done(`/pick/${second.body.id}`, undefined, 'DELETE');
    expect(await shop.units(part)).toEqual({ storage: 5 });
  });

  test('a pick that was picked up stays, with a pack and without', async () => {
    const part = await shop.part({}, 5);
    const packed = await shop.issued([{ part_id: part }]);
    await shop.through([packed], 'pick', 'pack', 'ship', 'pickup');
    const collected = await shop.issued([{ part_id: part }], { carrier_id: await shop.carrier('Will Call') });
    await shop.through([collected], 'pick', 'pickup');
    for (const id of [packed, collected]) {
      const { picks } = await shop.see(id, 'picks');
      const { status, body } = await house.call('DELETE', `/pick/${picks[0].id}`);
      expect([status, body.code]).toEqual([409, 'pick.state']);
      expect(body.detail).toContain('1 of part');
      expect(body.detail).toContain('picked up');
    }
  });

  test('the pick of an order that was voided is Void, and cannot be finished', async () => {
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
  test('goes on with a pick that somebody has begun', async () => {
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

  test('leaves a pick alone that holds other orders too, and says so', async () => {
    const part = await shop.part({}, 5);
    const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
    const pick = await pickOf(a, b);
    const { status, body } = await shop.perform('pick', [a]);
    expect([status, body.code]).toEqual([409, 'pick.state']);
    expect(body.detail).toContain(`pick ${pick.id} together with other orders`);
    expect((await shop.perform('pick', [a, b])).status).toBe(200);
  });

  test('a shortage of anything refuses it; with partial, what is there is picked', async () => {
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

  test('part of an order: these lines, so much of them; what is said twice adds up', async () => {
    const part = await shop.part({}, 4);
    const id = await shop.issued([
      { part_id: part, qty: 3 },
      { part_id: part, qty: 3 },
    ]);
    const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    const of = (transactionline_id: number, qty?: number) => ({ transactionline_id, ...(qty ? { qty } : {}) });
    // The second line is short, but there is enough for this much of it.
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
