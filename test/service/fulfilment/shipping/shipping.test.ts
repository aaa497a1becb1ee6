import { describe, expect, test } from 'vitest';
import { type Line, testShop } from '../../../support/shop.ts';

const config = `
carriers:
  Will Call: { plugin: will-call }
  Freight: { plugin: freight, cartons_per_pallet: 2 }
rules:
  - { name: Loose, when: source.name = "Loose", then: { skip: pack } }
  - { name: Bare, when: source.name = "Bare", then: { skip: [pack, ship] } }
`;

const { service, shop } = await testShop({ config }, 'each');
const loose = { source_id: (await shop.done('/source', { name: 'Loose' })).id };
const bare = { source_id: (await shop.done('/source', { name: 'Bare' })).id };

const through = async (tasks: ('pick' | 'pack')[], lines: Line[], values = {}) => {
  const id = await shop.issued(lines, values);
  await shop.through([id], ...tasks);
  return id;
};
const packed = (lines: Line[], values = {}) => through(['pick', 'pack'], lines, values);
const shipOf = (...order_id: number[]) => shop.done('/shiplinebyorder', { order_id });
/** Makes a finished pack with this many cartons, each with one unit. */
const cartons = async (count: number, values = {}) => {
  const part_id = await shop.part({}, count);
  const id = await through(['pick'], [{ part_id, qty: count }], values);
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  for (let number = 0; number < count; number++) {
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    await shop.done(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, part_id, qty: 1 });
  }
  await shop.done(`/pack/${pack.id}/finish`);
  return {
    id,
    packId: pack.id,
    list: (await shop.get(`/pack/${pack.id}/carton`)) as { id: number; pallet_id: number | null }[],
  };
};
/** Makes one closed carton with a unit of each of two orders. */
const shared = async (first = {}, second = {}) => {
  const part_id = await shop.part({}, 2);
  const [a, b] = [await through(['pick'], [{ part_id }], first), await through(['pick'], [{ part_id }], second)];
  const pack = await shop.done('/packlinebyorder', { order_id: [a, b], start_in_carton: 1 });
  await shop.done(`/pack/${pack.id}/finish`);
  return { a, b, part_id, carton: pack.cartons[0].id as number };
};

describe('ships', () => {
  test('one ship takes all closed cartons of the orders that are on no ship', async () => {
    const [a, b] = [await cartons(2), await cartons(1)];
    const reply = await shop.post('/shiplinebyorder', { order_id: [a.id, b.id] });
    expect(reply.status).toBe(201);
    expect(reply.body.order_ids).toEqual([a.id, b.id]);
    expect(reply.body.lines.map((line: { carton_id: number }) => line.carton_id)).toEqual(
      [...a.list, ...b.list].map((carton) => carton.id),
    );
    expect(await shop.refused('/shiplinebyorder', { order_id: [a.id] })).toBe('409 ship.nothing-left');
    const { body } = await shop.post('/shiplinebyorder', { order_id: [b.id] });
    expect(body.detail).toContain(`: it is on ship ${reply.body.id}.`);
    expect((await shop.see(a.id, 'ships,pickuplines')).ships).toMatchObject([{ id: reply.body.id }]);
  });

  test('an order without a pack, or without a ship step, gets 409', async () => {
    const part_id = await shop.part({}, 9);
    expect(await shop.refused('/shiplinebyorder', { order_id: [await through(['pick'], [{ part_id }])] })).toBe(
      '409 ship.nothing-left',
    );
    const collected = await through(['pick'], [{ part_id }], { carrier_id: await shop.carrier('Will Call') });
    expect(await shop.refused('/shiplinebyorder', { order_id: [collected] })).toBe('409 ship.no-step');
    expect(await shop.refused('/shiplinebyorder', { order_id: [await shop.order([{ part_id }])] })).toBe(
      '409 order.state',
    );
  });

  test('GET lists the orders with cartons to ship', async () => {
    const part_id = await shop.part({}, 9);
    const { id } = await cartons(2);
    const unpacked = await through(['pick'], [{ part_id, qty: 3 }], loose);
    const collected = await through(['pick'], [{ part_id }], bare);
    const page = () => shop.get(`/shiplinebyorder?filter=order_id IN (${id}, ${unpacked}, ${collected})&sort=id`);
    expect((await page()).data).toMatchObject([
      { order_id: id, cartons: 2, qty: 2 },
      { order_id: unpacked, cartons: 0, qty: 3 },
    ]);
    await shipOf(id);
    await shipOf(unpacked);
    expect((await page()).data).toEqual([]);
  });

  test('finishing makes the cartons ready for pickup, and they stay closed; repeating it changes nothing', async () => {
    const { id, packId } = await cartons(2);
    const ship = await shipOf(id);
    expect((await shop.see(id, 'pickuplines')).pickuplines).toEqual([]);
    for (let times = 0; times < 2; times++) expect((await shop.post(`/ship/${ship.id}/finish`)).status).toBe(200);
    expect((await shop.see(id, 'pickuplines')).pickuplines).toHaveLength(2);
    expect((await shop.get(`/pack/${packId}/carton`)).map((one: { status_id: number }) => one.status_id)).toEqual([
      2, 2,
    ]);
    expect(await shop.counters(id, 'qty_shipped')).toEqual([2]);
    expect(await shop.refused('/ship/999999/finish')).toBe('404 record.unknown');
  });

  test('cartons go onto pallets and from one to another until the ship is finished', async () => {
    const { id, list } = await cartons(3);
    const ship = await shipOf(id);
    const [first, second, third] = list.map((carton) => carton.id);
    const reply = await shop.post(`/ship/${ship.id}/pallet`, { carton_ids: [first, second] });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ ship_id: ship.id, number: 1, cartons: [{ id: first }, { id: second }] });
    expect(await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: [second, third] })).toMatchObject({ number: 2 });
    const [one, two] = (await shop.get(`/ship/${ship.id}/pallet`)) as { id: number }[];
    const onTo = (pallet: number) => `/ship/${ship.id}/pallet/${pallet}/load`;
    expect(await shop.done(onTo(one!.id), { carton_ids: [second] })).toMatchObject({
      ...{ id: one!.id, number: 1, cartons: [{ id: first }, { id: second }] },
    });
    expect(await shop.done(onTo(two!.id), { carton_ids: [second] })).toMatchObject({ number: 2 });
    const foreign = (await cartons(1)).list[0]!.id;
    expect(await shop.refused(onTo(one!.id), { carton_ids: [foreign] })).toBe('422 reference.unknown');
    expect(await shop.refused(onTo(999_999), { carton_ids: [first] })).toBe('404 record.unknown');
    expect(await shop.refused(`/ship/${ship.id}/pallet`, { carton_ids: [foreign] })).toBe('422 reference.unknown');
    const { pallets } = await shop.get(`/ship/${ship.id}?embed=pallets.cartons`);
    expect(pallets.map((pallet: { cartons: { id: number }[] }) => pallet.cartons.map((carton) => carton.id))).toEqual([
      [first],
      [second, third],
    ]);
    await shop.done(`/ship/${ship.id}/finish`);
    expect(await shop.refused(`/ship/${ship.id}/pallet`, { carton_ids: [first] })).toBe('409 ship.state');
    expect(await shop.refused(onTo(one!.id), { carton_ids: [second] })).toBe('409 ship.state');
  });

  test('the Ship task palletizes as the plan says, and continues an open ship', async () => {
    const { id, packId } = await cartons(5, { carrier_id: await shop.carrier('Freight') });
    const ship = await shipOf(id);
    expect((await shop.perform('ship', [id])).body).toMatchObject({ id: ship.id, status_id: 2 });
    const pallets = (await shop.get(`/pack/${packId}/carton`)).map((one: { pallet_id: number }) => one.pallet_id);
    expect(pallets.map((pallet: number) => pallet - pallets[0])).toEqual([0, 0, 1, 1, 2]);
    expect(await shop.perform('ship', [id])).toMatchObject({ status: 409, body: { code: 'ship.nothing-left' } });
  });

  test('the Ship task leaves a ship with other orders unchanged', async () => {
    const [a, b] = [await cartons(1), await cartons(1)];
    const ship = await shipOf(a.id, b.id);
    const { status, body } = await shop.perform('ship', [a.id]);
    expect([status, body.code]).toEqual([409, 'ship.state']);
    expect(body.detail).toContain(`ship ${ship.id} together with other orders`);
    expect((await shop.perform('ship', [a.id, b.id])).status).toBe(200);
  });
});

describe('parts of orders, shared cartons and deleted ships', () => {
  test('a carton is shipped as a whole, with its units of other orders', async () => {
    const { a, b, carton } = await shared();
    const ship = await shipOf(a);
    expect(ship.lines).toMatchObject([{ carton_id: carton }]);
    expect(await shop.refused('/shiplinebyorder', { order_id: [b] })).toBe('409 ship.nothing-left');
    await shop.done(`/ship/${ship.id}/finish`);
    expect(await shop.counters(b, 'qty_shipped')).toEqual([1]);
  });

  test('lines choose the cartons to ship, and carrier and tracking number are set on them', async () => {
    const part_id = await shop.part({ width_mm: 900 }, 2);
    const id = await through(['pick'], [{ part_id }, { part_id }]);
    const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    for (const line of [first, second])
      await shop.perform('pack', [id], { line_details: [{ transactionline_id: line }] });
    const reply = await shop.perform('ship', [id], {
      line_details: [{ transactionline_id: second }],
      tracking_number: 'T-9',
    });
    expect(reply.status).toBe(200);
    expect(await shop.counters(id, 'qty_shipped')).toEqual([0, 1]);
    const { packs } = await shop.see(id, 'packs.cartons');
    expect(packs.map((pack: { cartons: { tracking_number: string }[] }) => pack.cartons[0]!.tracking_number)).toEqual([
      null,
      'T-9',
    ]);
  });

  test('a ship can be deleted until a part of it is picked up', async () => {
    const { id } = await cartons(2);
    const ship = await shipOf(id);
    await shop.done(`/ship/${ship.id}/finish`);
    expect(await service.call('DELETE', `/ship/${ship.id}`)).toMatchObject({ status: 204 });
    expect(await shop.see(id, 'ships,pickuplines')).toMatchObject({ ships: [], pickuplines: [] });
    expect(await shop.counters(id, 'qty_shipped')).toEqual([0]);
    await shop.through([id], 'ship');
    const again = await shop.see(id, 'ships,pickuplines');
    await shop.done('/pickup', { pickupline_ids: [again.pickuplines[0].id], site_id: shop.siteId });
    expect(await shop.refused(`/ship/${again.ships[0].id}`, undefined, 'DELETE')).toBe('409 ship.state');
  });
});

describe('orders without a pack step', () => {
  test('an order with a ship step gets one pickupline for all of its units', async () => {
    const part_id = await shop.part({}, 5);
    const id = await through(['pick'], [{ part_id, qty: 2 }], loose);
    expect(await shop.refused('/packlinebyorder', { order_id: [id] })).toBe('409 pack.no-step');
    const ship = await shipOf(id);
    expect(ship.lines).toMatchObject([{ carton_id: null, order_id: id }]);
    expect(await shop.refused('/shiplinebyorder', { order_id: [id] })).toBe('409 ship.nothing-left');
    await shop.done(`/ship/${ship.id}/finish`);
    const { pickuplines } = await shop.see(id, 'pickuplines');
    expect(pickuplines).toMatchObject([{ order_id: id, carton_id: null }]);
    await shop.done('/pickup', { pickupline_ids: [pickuplines[0].id], site_id: shop.siteId });
    expect([await shop.status(id), await shop.counters(id, 'qty_shipped')]).toEqual(['Fulfilled', [2]]);
  });

  test('an order without pack and ship steps is ready when it is picked', async () => {
    const part_id = await shop.part({}, 5);
    const id = await through(['pick'], [{ part_id, qty: 2 }], bare);
    const { pickuplines } = await shop.see(id, 'pickuplines');
    expect(pickuplines).toMatchObject([{ order_id: id }]);
    await shop.done('/pickup', { pickupline_ids: [pickuplines[0].id], site_id: shop.siteId });
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('units of an open pick are not picked up with the others', async () => {
    const part_id = await shop.part({}, 5);
    const id = await shop.issued([{ part_id, qty: 5 }], bare);
    const [{ id: line }] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: line, qty: 2 }] });
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 2, keep_rest: 1 });
    await shop.through([id], 'pickup');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
    expect(await shop.units(part_id)).toEqual({ moving: 2, storage: 1 });
    expect(await shop.perform('pickup', [id])).toMatchObject({ status: 409, body: { code: 'pickup.nothing-left' } });
    const { lines } = await shop.get(`/pick/${pick.id}?embed=lines`);
    await shop.done(`/pickline/${lines[1].id}/commit`);
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('orders can be shipped and picked up in parts', async () => {
    const part_id = await shop.part({}, 9);
    const id = await through(
      ['pick'],
      [
        { part_id, qty: 4 },
        { part_id, qty: 3 },
      ],
      loose,
    );
    const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    const of = (transactionline_id: number, qty?: number) => ({ line_details: [{ transactionline_id, qty }] });
    expect((await shop.perform('ship', [id], of(first, 3))).status).toBe(200);
    expect(await shop.counters(id, 'qty_shipped')).toEqual([3, 0]);
    expect(await shop.perform('pickup', [id], of(second))).toMatchObject({ status: 409 });
    expect((await shop.perform('pickup', [id], of(first, 1.5))).status).toBe(200);
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([1.5, 0]);
    await shop.through([id], 'ship');
    expect(
      (await shop.see(id, 'pickuplines')).pickuplines.filter((line: { pickup_id: null }) => line.pickup_id === null),
    ).toHaveLength(1);
    await shop.through([id], 'pickup');
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [4, 3]]);
  });

  test('a ship can be deleted while no other ship of the order waits for its pickup', async () => {
    const part_id = await shop.part({}, 9);
    const id = await through(['pick'], [{ part_id, qty: 4 }], loose);
    const [{ id: line }] = (await shop.see(id)).lines;
    const first = await shop.perform('ship', [id], { line_details: [{ transactionline_id: line, qty: 1 }] });
    const second = await shop.perform('ship', [id]);
    expect(await shop.refused(`/ship/${second.body.id}`, undefined, 'DELETE')).toBe('409 ship.state');
    await shop.through([id], 'pickup');
    expect(await shop.refused(`/ship/${first.body.id}`, undefined, 'DELETE')).toBe('409 ship.state');
    const other = await through(['pick'], [{ part_id, qty: 4 }], loose);
    const ship = await shop.perform('ship', [other]);
    expect(await service.call('DELETE', `/ship/${ship.body.id}`)).toMatchObject({ status: 204 });
    expect([await shop.counters(other, 'qty_shipped'), (await shop.see(other, 'pickuplines')).pickuplines]).toEqual([
      [0],
      [],
    ]);
    const pick = (await shop.see(other, 'picks')).picks[0].id;
    await shipOf(other);
    expect((await service.call('DELETE', `/pick/${pick}`)).body).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/it goes with ship \d+\. Delete ship \d+\.$/),
    });
  });
});

describe('pickup', () => {
  test('locks the cartons, takes the stock out and fulfils the order', async () => {
    const part_id = await shop.part({}, 5);
    const id = await packed([{ part_id, qty: 2 }]);
    await shop.through([id], 'ship');
    const { pickuplines, packs } = await shop.see(id, 'pickuplines,packs.cartons');
    const reply = await shop.post('/pickup', { pickupline_ids: [String(pickuplines[0].id)], site_id: shop.siteId });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ site_id: shop.siteId, lines: [{ carton_id: packs[0].cartons[0].id }] });
    expect(await shop.units(part_id)).toEqual({ storage: 3 });
    const order = await shop.see(id, 'status,pickups,invoices,packs.cartons.contents');
    expect(order).toMatchObject({
      status: { name: 'Fulfilled' },
      fulfilled_at: expect.any(String),
      pickups: [{ id: reply.body.id }],
      invoices: [{ pickup_id: reply.body.id }],
      packs: [{ cartons: [{ status_id: 3, contents: [{ part_id, qty: 2 }] }] }],
    });
  });

  test('takes several cartons of several orders at once, and parts of orders', async () => {
    const [a, b] = [await cartons(2), await cartons(1)];
    await shop.through([a.id, b.id], 'ship');
    const ofA = (await shop.see(a.id, 'pickuplines')).pickuplines.map((line: { id: number }) => line.id);
    const ofB = (await shop.see(b.id, 'pickuplines')).pickuplines.map((line: { id: number }) => line.id);
    await shop.done('/pickup', { pickupline_ids: [ofA[0], ofB[0]], site_id: shop.siteId });
    expect([await shop.status(a.id), await shop.status(b.id)]).toEqual(['In Progress', 'Fulfilled']);
    expect(await shop.counters(a.id, 'qty_picked_up')).toEqual([1]);
    await shop.done('/pickup', { pickupline_ids: [ofA[1]] });
    expect(await shop.status(a.id)).toBe('Fulfilled');
    expect((await shop.see(a.id, 'pickups')).pickups).toHaveLength(2);
  });

  test('a line that was picked up, an unknown line and another site are refused, and nothing changes', async () => {
    const { id } = await cartons(2);
    await shop.through([id], 'ship');
    const [first, second] = (await shop.see(id, 'pickuplines')).pickuplines.map((line: { id: number }) => line.id);
    await shop.done('/pickup', { pickupline_ids: [first], site_id: shop.siteId });
    expect(await shop.refused('/pickup', { pickupline_ids: [first, second], site_id: shop.siteId })).toBe(
      '409 pickup.done',
    );
    expect(await shop.refused('/pickup', { pickupline_ids: [second, 999_999], site_id: shop.siteId })).toBe(
      '422 reference.unknown',
    );
    const west = await shop.done('/site', { name: 'West', sitetype_id: 1 });
    expect(await shop.refused('/pickup', { pickupline_ids: [second], site_id: west.id })).toBe('422 body.invalid');
    expect(await shop.refused('/pickup', { pickupline_ids: [second], site_id: 999_999 })).toBe('422 reference.unknown');
    expect(await shop.refused('/pickup', { pickupline_ids: [], site_id: shop.siteId })).toBe('422 body.invalid');
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([1]);
  });

  test('a carton with units of several orders is picked up for all of them', async () => {
    const { a, b, carton } = await shared();
    await shop.through([a, b], 'ship');
    const { pickuplines } = await shop.see(a, 'pickuplines.orders');
    expect(pickuplines).toMatchObject([{ carton_id: carton, orders: [{ id: a }, { id: b }] }]);
    await shop.through([a], 'pickup');
    expect([await shop.status(a), await shop.status(b)]).toEqual(['Fulfilled', 'Fulfilled']);
    for (const id of [a, b]) expect((await shop.see(id, 'invoices')).invoices).toHaveLength(1);
  });

  test('a carton shared with an order on hold stays until the release', async () => {
    const { a, b } = await shared();
    await shop.through([a, b], 'ship');
    await shop.done(`/salesorder/${b}/hold`, { reason: 'Wait' });
    expect(await shop.perform('pickup', [a])).toMatchObject({ status: 409, body: { code: 'order.held', order_id: b } });
    await shop.done(`/salesorder/${b}/release`);
    await shop.through([a], 'pickup');
    expect(await shop.status(b)).toBe('Fulfilled');
  });

  test('a carton shared with an order that is shipped waits for that ship', async () => {
    const { a, b } = await shared({}, { carrier_id: (await shop.done('/carrier', { name: `Van ${Date.now()}` })).id });
    await shop.done(`/salesorder/${b}/skip`, { step: 'ship', by: 'Ann' });
    expect((await shop.see(b, 'pickuplines')).pickuplines).toEqual([]);
    expect(await shop.perform('pickup', [b])).toMatchObject({ status: 409, body: { code: 'pickup.nothing-left' } });
    const waiting = await shop.progress(b);
    expect(waiting).toMatchObject({
      step: 'pickup',
      state: 'waiting',
      waiting_for: expect.stringContaining(`order ${a}`),
    });
    expect(await service.call(waiting.next[0].method, waiting.next[0].path)).toMatchObject({ status: 200 });
    await shop.through([a], 'ship');
    await shop.through([b], 'pickup');
    expect([await shop.status(a), await shop.status(b)]).toEqual(['Fulfilled', 'Fulfilled']);
  });

  test('the Pickup task takes everything that is ready, or the cartons with these lines, and sets their details first', async () => {
    const part_id = await shop.part({ width_mm: 900 }, 2);
    const id = await through(['pick'], [{ part_id }, { part_id }]);
    const [first, second] = (await shop.see(id)).lines.map((line: { id: number }) => line.id);
    for (const line of [first, second])
      await shop.perform('pack', [id], { line_details: [{ transactionline_id: line }] });
    await shop.through([id], 'ship');
    const reply = await shop.perform('pickup', [id], {
      line_details: [{ transactionline_id: first }],
      tracking_number: 'T-1',
    });
    expect(reply.body.order_ids).toEqual([id]);
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([1, 0]);
    const { packs } = await shop.see(id, 'packs.cartons');
    expect(packs[0].cartons[0]).toMatchObject({ status_id: 3, tracking_number: 'T-1' });
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
    expect(await shop.perform('pickup', [id])).toMatchObject({ status: 409, body: { code: 'order.state' } });
  });

  test('if nothing is ready, the answer says where to look', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 1) }]);
    const { status, body } = await shop.perform('pickup', [id]);
    expect([status, body.code]).toEqual([409, 'pickup.nothing-left']);
    expect(body.detail).toContain(`GET /salesorder/${id}/progress`);
    expect(await shop.refused('/task/9/perform', { order_id: [id] })).toBe('404 record.unknown');
  });
});
