import { describe, expect, test } from 'vitest';
import { type Line, testShop } from '../../../support/shop.ts';

const config = `
carriers:
  Will Call: { plugin: will-call }
  Counter: { plugin: will-call, pack: true }
rules:
  - { name: In one, when: source.name = "In one", then: { start_in_carton: true } }
`;

const { service, shop } = await testShop({ config }, 'each');
const inOne = (await shop.done('/source', { name: 'In one' })).id;

const picked = async (lines: Line[], values = {}) => {
  const id = await shop.issued(lines, values);
  await shop.through([id], 'pick');
  return id;
};
const packOf = (...order_id: number[]) => shop.done('/packlinebyorder', { order_id });
const cartonIn = async (pack: number, body: unknown = {}) => shop.done(`/pack/${pack}/carton`, body);
const move = (pack: number, body: Record<string, unknown>) => shop.done(`/pack/${pack}/moveitem`, body);
const held = (carton: { contents: Record<string, unknown>[] }) =>
  [...carton.contents]
    .sort((a, b) => Number(a.line_id) - Number(b.line_id))
    .map((row) => [row.order_id, row.part_id, row.qty]);
const contents = async (pack: number, carton: number) =>
  held(await shop.get(`/pack/${pack}/carton/${carton}?embed=contents`));

describe('making a pack', () => {
  test('one pack takes all picked units of the orders that are on no pack', async () => {
    const part = await shop.part({}, 20);
    const [a, b] = [await picked([{ part_id: part, qty: 2 }]), await picked([{ part_id: part, qty: 3 }])];
    const reply = await shop.post('/packlinebyorder', { order_id: [a, b] });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      order_ids: [a, b],
      start_in_carton: false,
      cartons: [],
      lines: [{ qty: 2 }, { qty: 3 }],
    });
    expect(await shop.refused('/packlinebyorder', { order_id: [a, b] })).toBe('409 pack.nothing-left');
    const { body } = await shop.post('/packlinebyorder', { order_id: [a] });
    expect(body.detail).toContain(`: it is on pack ${reply.body.id}.`);
  });

  test('an unpicked order, a draft and an order without a pack step get 409', async () => {
    const part = await shop.part({}, 20);
    const fresh = await shop.issued([{ part_id: part }]);
    expect(await shop.refused('/packlinebyorder', { order_id: [fresh] })).toBe('409 pack.nothing-left');
    expect(await shop.refused('/packlinebyorder', { order_id: [await shop.order([{ part_id: part }])] })).toBe(
      '409 order.state',
    );
    const collected = await picked([{ part_id: part }], { carrier_id: await shop.carrier('Will Call') });
    const { status, body } = await shop.post('/packlinebyorder', { order_id: [collected] });
    expect([status, body.code]).toEqual([409, 'pack.no-step']);
    expect(body.detail).toContain(`GET /salesorder/${collected}/plan`);
  });

  test('GET lists the orders with picked units to pack', async () => {
    const part = await shop.part({}, 20);
    const id = await picked([{ part_id: part, qty: 2.5 }]);
    const collected = await picked([{ part_id: part }], { carrier_id: await shop.carrier('Will Call') });
    const page = () => shop.get(`/packlinebyorder?filter=order_id IN (${id}, ${collected})`);
    expect((await page()).data).toMatchObject([{ order_id: id, lines: 1, qty: 2.5 }]);
    await packOf(id);
    expect(await page()).toMatchObject({ total: 0, data: [] });
  });

  test('units that are picked later go into another pack', async () => {
    const part = await shop.part({}, 2);
    const id = await shop.issued([{ part_id: part, qty: 3 }]);
    await shop.done('/task/1/perform', { order_id: [id], partial: 1 });
    expect((await packOf(id)).lines).toMatchObject([{ qty: 2 }]);
    await shop.stock(part, 1);
    await shop.through([id], 'pick');
    expect((await packOf(id)).lines).toMatchObject([{ qty: 1 }]);
  });
});

describe('cartons', () => {
  test('a new carton is open, has a number in its pack, and is a location', async () => {
    const pack = await packOf(await picked([{ part_id: await shop.part({}, 1) }]));
    const cartontype_id = await shop.cartontype();
    const reply = await shop.post(`/pack/${pack.id}/carton`, { cartontype_id: String(cartontype_id) });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      carton_id: reply.body.id,
      number: 1,
      status_id: 1,
      cartontype_id,
      contents: [],
    });
    expect((await cartonIn(pack.id)).number).toBe(2);
    expect(await shop.get(`/location/${reply.body.location_id}`)).toMatchObject({ locationtype_id: 3 });
    const list = await shop.get(`/pack/${pack.id}/carton`);
    expect(list.map((carton: { number: number }) => carton.number)).toEqual([1, 2]);
    expect(await shop.refused(`/pack/${pack.id}/carton`, { cartontype_id: 999_999 })).toBe('422 reference.unknown');
    expect(await shop.refused('/pack/999999/carton', {})).toBe('404 record.unknown');
  });

  test('details can be set until the carton is locked, even after the pack is finished', async () => {
    const id = await picked([{ part_id: await shop.part({}, 1) }]);
    const pack = await packOf(id);
    const carton = await cartonIn(pack.id);
    await move(pack.id, { add_carton_id: carton.id, move_all: 1 });
    const path = `/pack/${pack.id}/carton/${carton.id}`;
    const [van, bike] = [await shop.carrier('Van'), await shop.carrier('Bike')];
    const level = (await shop.done(`/carrier/${bike}/servicelevel`, { name: 'Now' })).id;
    expect(await shop.done(path, { tracking_number: 'T1', carrier_id: van }, 'PUT')).toMatchObject({
      tracking_number: 'T1',
    });
    await shop.done(`/pack/${pack.id}/finish`);
    expect(await shop.done(path, { carrierservicelevel_id: level }, 'PUT')).toMatchObject({ carrier_id: bike });
    expect(await shop.done(path, { carrier_id: bike, weight_g: 900 }, 'PUT')).toMatchObject({
      carrierservicelevel_id: level,
      weight_g: 900,
      tracking_number: 'T1',
    });
    expect(await shop.done(path, { carrier_id: van }, 'PUT')).toMatchObject({ carrierservicelevel_id: null });
    const wrong = { carrier_id: van, carrierservicelevel_id: level };
    expect(await shop.refused(path, wrong, 'PUT')).toBe('422 body.invalid');
    expect(await shop.refused(path, { carrier_id: 999_999 }, 'PUT')).toBe('422 reference.unknown');
    await shop.through([id], 'ship');
    expect(await shop.done(path, { tracking_number: 'T2' }, 'PUT')).toMatchObject({
      tracking_number: 'T2',
      status_id: 2,
    });
    await shop.through([id], 'pickup');
    expect(await shop.refused(path, { tracking_number: 'T3' }, 'PUT')).toBe('409 carton.state');
    expect(await shop.get(path)).toMatchObject({ tracking_number: 'T2', status_id: 3, weight_g: 900 });
  });

  test('a carton and the moving location cannot be deactivated while they hold units', async () => {
    const id = await picked([{ part_id: await shop.part({}, 2), qty: 2 }]);
    const pack = await packOf(id);
    const carton = await cartonIn(pack.id);
    const close = (place: number) => service.call('PUT', `/location/${place}`, { active: false });
    expect((await close(shop.movingId)).body).toMatchObject({ status: 409, code: 'record.in-use' });
    await move(pack.id, { add_carton_id: carton.id, move_all: 1 });
    const { body } = await close(carton.location_id);
    expect(body.detail).toContain(`holds goods of order ${(await shop.see(id)).number}: it cannot be deactivated`);
    await shop.done(`/pack/${pack.id}/finish`);
  });

  test('an open carton can be deleted; its contents are loose again', async () => {
    const part = await shop.part({}, 3);
    const id = await picked([{ part_id: part, qty: 3 }]);
    const pack = await packOf(id);
    const [first, second] = [await cartonIn(pack.id), await cartonIn(pack.id)];
    await move(pack.id, { add_carton_id: first.id, order_id: id, part_id: part, qty: 2 });
    const path = `/pack/${pack.id}/carton/${first.id}`;
    expect(await service.call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await shop.units(part)).toEqual({ moving: 3 });
    expect(await shop.refused(path, undefined, 'DELETE')).toBe('404 record.unknown');
    await move(pack.id, { add_carton_id: second.id, move_all: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    expect(await shop.refused(`/pack/${pack.id}/carton/${second.id}`, undefined, 'DELETE')).toBe('409 carton.state');
    expect(await shop.refused(`/pack/${pack.id}/carton`, {})).toBe('409 pack.state');
  });
});

describe('moveitem', () => {
  test('moves a quantity of a part of an order from the moving location into a carton', async () => {
    const [part, other] = [await shop.part({}, 9), await shop.part({}, 9)];
    const lines = [
      { part_id: part, qty: 3 },
      { part_id: other, qty: 1 },
      { part_id: part, qty: 2 },
    ];
    const [a, b] = [await picked(lines), await picked([{ part_id: part, qty: 4 }])];
    const pack = await packOf(a, b);
    const carton = await cartonIn(pack.id);
    const from = { add_carton_id: carton.id, subtract_location_id: shop.movingId };
    // The quantity covers both lines of the part, and is sent as text.
    expect(held(await move(pack.id, { ...from, order_id: a, part_id: part, qty: '4' }))).toEqual([
      [a, part, 3],
      [a, part, 1],
    ]);
    expect(held(await move(pack.id, { ...from, order_id: b, part_id: part, qty: 1.5 }))).toContainEqual([b, part, 1.5]);
    const tooMuch = { ...from, order_id: b, part_id: part, qty: 3 };
    expect(await shop.refused(`/pack/${pack.id}/moveitem`, tooMuch)).toBe('409 stock.short');
    // First all units of one order, then all others.
    expect(await move(pack.id, { ...from, order_id: a, move_all: 1 })).toMatchObject({ carton_id: carton.id });
    await move(pack.id, { ...from, move_all: '1' });
    expect(await shop.units(part)).toEqual({ carton: 9 });
    expect(await shop.refused(`/pack/${pack.id}/moveitem`, { ...from, move_all: 1 })).toBe('409 stock.short');
  });

  test('tracking chooses the lots and serial numbers of a carton', async () => {
    const [lot, serial] = [await shop.part({ tracking: 'lot' }), await shop.part({ tracking: 'serial' })];
    const tracked = [
      { lot: 'SOON', qty: 2, expires_on: '2047-01-01' },
      { lot: 'LATE', qty: 3, expires_on: '2047-12-01' },
    ];
    await shop.stock(lot, 5, { tracking: tracked });
    await shop.stock(serial, 3, { tracking: [{ serial: 'S1' }, { serial: 'S2' }, { serial: 'S3' }] });
    const id = await shop.issued([
      { part_id: lot, qty: 3 },
      { part_id: lot, qty: 2 },
      { part_id: serial, qty: 3 },
    ]);
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const [first, second] = [await shop.done(`/pack/${pack.id}/carton`), await shop.done(`/pack/${pack.id}/carton`)];
    const path = `/pack/${pack.id}/moveitem`;
    const to = (carton: { id: number }, part_id: number) => ({ add_carton_id: carton.id, order_id: id, part_id });
    const has = (contents: { lot: string | null; serial: string | null; qty: number }[]) =>
      contents.map((one) => `${one.qty} ${one.serial ?? one.lot}`).sort();

    expect(await shop.refused(path, { ...to(first, lot), tracking: [{ lot: 'LATE', qty: 4 }] })).toBe(
      '409 stock.short',
    );
    expect(await shop.refused(path, { ...to(first, lot), tracking: [{ lot: 'OTHER', qty: 1 }] })).toBe(
      '409 stock.short',
    );
    expect(await shop.refused(path, { ...to(first, lot), tracking: [{ serial: 'S1' }] })).toBe('422 tracking.mismatch');
    expect(await shop.refused(path, { ...to(first, serial), qty: 2, tracking: [{ serial: 'S1' }] })).toBe(
      '422 tracking.mismatch',
    );
    const both = { add_carton_id: first.id, tracking: [{ serial: 'S1' }] };
    expect(await shop.refused(path, both)).toBe('422 tracking.mismatch');

    await shop.done(path, { ...to(first, lot), tracking: [{ lot: 'LATE', qty: 3 }] });
    const { contents } = await shop.done(path, {
      ...to(first, serial),
      tracking: [{ serial: 'S3' }, { serial: 'S1' }],
    });
    expect(has(contents)).toEqual(['1 LATE', '1 S1', '1 S3', '2 LATE']);
    expect(await shop.refused(path, { ...to(second, serial), tracking: [{ serial: 'S3' }] })).toBe('409 stock.short');
    await shop.done(path, { add_carton_id: second.id, move_all: 1 });
    const back = { ...to(second, serial), subtract_location_id: first.location_id, tracking: [{ serial: 'S3' }] };
    expect(has((await shop.done(path, back)).contents)).toEqual(['1 S2', '1 S3', '2 SOON']);
    await shop.done(`/pack/${pack.id}/finish`);
    await shop.through([id], 'ship', 'pickup');
    const { data } = await shop.get(
      `/inventorymovement?reason=pickup&order_id=${id}&from_location_id=${second.location_id}`,
    );
    expect(has(data)).toEqual(['1 S2', '1 S3', '2 SOON']);
  });
});

describe('moveitem from another carton, and refusals', () => {
  test('moves a part or all of another carton of the pack', async () => {
    const part = await shop.part({}, 9);
    const [a, b] = [await picked([{ part_id: part, qty: 3 }]), await picked([{ part_id: part, qty: 2 }])];
    const pack = await packOf(a, b);
    const [first, second] = [await cartonIn(pack.id), await cartonIn(pack.id)];
    await move(pack.id, { add_carton_id: first.id, move_all: 1 });
    const back = { add_carton_id: second.id, subtract_location_id: first.location_id };
    expect(held(await move(pack.id, { ...back, order_id: a, part_id: part, qty: 1 }))).toEqual([[a, part, 1]]);
    await move(pack.id, { ...back, order_id: b, move_all: 1 });
    expect(await contents(pack.id, first.id)).toEqual([[a, part, 2]]);
    expect(await contents(pack.id, second.id)).toEqual([
      [a, part, 1],
      [b, part, 2],
    ]);
  });

  test('the carton itself, a foreign carton, a foreign location and a missing quantity are refused', async () => {
    const part = await shop.part({}, 9);
    const [pack, other] = [
      await packOf(await picked([{ part_id: part, qty: 3 }])),
      await packOf(await picked([{ part_id: part, qty: 3 }])),
    ];
    const [carton, foreign] = [await cartonIn(pack.id), await cartonIn(other.id)];
    await move(other.id, { add_carton_id: foreign.id, move_all: 1 });
    const refused = (body: unknown) => shop.refused(`/pack/${pack.id}/moveitem`, body);
    const all = { add_carton_id: carton.id, move_all: 1 };
    expect(await refused({ ...all, subtract_location_id: carton.location_id })).toBe('422 body.invalid');
    expect(await refused({ add_carton_id: foreign.id, move_all: 1 })).toBe('422 reference.unknown');
    expect(await refused({ ...all, subtract_location_id: foreign.location_id })).toBe('409 stock.short');
    expect(await refused({ ...all, subtract_location_id: shop.stockId })).toBe('409 stock.short');
    expect(await refused({ add_carton_id: carton.id, part_id: part })).toBe('422 body.invalid');
    expect(await refused({ add_carton_id: carton.id, part_id: part, qty: -1 })).toBe('422 body.invalid');
    expect(await refused({ move_all: 1 })).toBe('422 body.invalid');
    await move(pack.id, all);
    await shop.done(`/pack/${pack.id}/finish`);
    expect(await refused(all)).toBe('409 pack.state');
  });

  test('an alias can be named and is packed as its parent', async () => {
    const part = await shop.part({}, 2);
    const alias = await shop.part({ parttype_id: 4, parent_part_id: part });
    const id = await picked([{ part_id: alias, qty: 2 }]);
    const pack = await packOf(id);
    const carton = await cartonIn(pack.id);
    const moved = await move(pack.id, { add_carton_id: carton.id, order_id: id, part_id: alias, qty: 2 });
    expect(held(moved)).toEqual([[id, part, 2]]);
  });

  test('accepts url-encoded bodies', async () => {
    const part = await shop.part({}, 2);
    const id = await picked([{ part_id: part, qty: 2 }]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pack = (await service.call('POST', '/packlinebyorder', `order_id[]=${id}`, form)).body;
    const carton = await cartonIn(pack.id);
    const body = `add_carton_id=${carton.id}&order_id=${id}&part_id=${part}&qty=2&subtract_location_id=${shop.movingId}`;
    expect(await service.call('POST', `/pack/${pack.id}/moveitem`, body, form)).toMatchObject({ status: 200 });
  });
});

describe('start_in_carton', () => {
  test('puts all units into one carton, and they can be moved to others', async () => {
    const [part, other] = [await shop.part({}, 9), await shop.part({}, 9)];
    const values = { source_id: inOne };
    const id = await picked(
      [
        { part_id: part, qty: 3 },
        { part_id: other, qty: 2 },
      ],
      values,
    );
    const pack = await packOf(id);
    expect(pack).toMatchObject({ start_in_carton: true, cartons: [{ number: 1, status_id: 1 }] });
    const [carton] = pack.cartons;
    expect(await contents(pack.id, carton.id)).toEqual([
      [id, part, 3],
      [id, other, 2],
    ]);
    expect(await shop.refused(`/pack/${pack.id}/autopack`)).toBe('409 pack.start-in-carton');
    const second = await cartonIn(pack.id);
    await move(pack.id, { add_carton_id: second.id, part_id: part, qty: 1, subtract_location_id: carton.location_id });
    await shop.done(`/pack/${pack.id}/finish`);
    expect((await shop.get(`/pack/${pack.id}/carton`)).map((one: { status_id: number }) => one.status_id)).toEqual([
      2, 2,
    ]);
  });

  test('lets the pack be finished directly', async () => {
    const id = await picked([{ part_id: await shop.part({}, 9), qty: 3 }], { source_id: inOne });
    const pack = await packOf(id);
    expect(await shop.done(`/pack/${pack.id}/finish`)).toMatchObject({ status_id: 2 });
    expect(await shop.counters(id, 'qty_packed')).toEqual([3]);
  });

  test('a change of the carton type changes the weight by the empty weights, and clears the drawing', async () => {
    const [box, crate] = [
      await shop.cartontype({ empty_weight_g: 150 }),
      await shop.cartontype({ empty_weight_g: 400 }),
    ];
    const id = await picked([{ part_id: await shop.part({ weight_g: 250 }, 2), qty: 2 }]);
    const pack = await packOf(id);
    const [made] = (await shop.done(`/pack/${pack.id}/autopack`)).cartons;
    const path = `/pack/${pack.id}/carton/${made.id}`;
    await shop.done(path, { cartontype_id: box }, 'PUT');
    await shop.done(`/pack/${pack.id}/finish`);
    expect(await shop.done(path, { cartontype_id: crate }, 'PUT')).toMatchObject({ weight_g: 900, placements: null });
    expect((await service.call('GET', `/carton/${made.id}/drawing?view=iso`)).status).toBe(404);
    // The same type again, or a weight from the scales.
    expect(await shop.done(path, { cartontype_id: crate }, 'PUT')).toMatchObject({ weight_g: 900 });
    expect(await shop.done(path, { cartontype_id: null, weight_g: 700 }, 'PUT')).toMatchObject({ weight_g: 700 });
  });

  test('can be set for one pack', async () => {
    const id = await picked([{ part_id: await shop.part({}, 9), qty: 3 }]);
    const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    expect(pack.cartons).toHaveLength(1);
  });
});

describe('autopack', () => {
  test('fills cartons for each order, and says why units are left out', async () => {
    const cartontype_id = await shop.cartontype({ inner_depth_mm: 120 });
    const small = await shop.part({}, 20);
    const huge = await shop.part({ number: 'HUGE', width_mm: 900, length_mm: 900, depth_mm: 900 }, 2);
    const unknown = await shop.part({ number: 'UNSIZED', width_mm: null }, 2);
    const [a, b] = [
      await picked([
        { part_id: small, qty: 4 },
        { part_id: huge, qty: 1 },
        { part_id: unknown, qty: 1 },
      ]),
      await picked([
        { part_id: small, qty: 2.5 },
        { part_id: small, qty: 2 },
      ]),
    ];
    const pack = await packOf(a, b);
    const done = await shop.done(`/pack/${pack.id}/autopack`);
    expect(done.cartons).toHaveLength(2);
    expect(done.cartons.map((carton: { contents: [] }) => held(carton))).toEqual([[[a, small, 4]], [[b, small, 2]]]);
    for (const carton of done.cartons) {
      expect(carton).toMatchObject({ cartontype_id, status_id: 1 });
      const count = held(carton).reduce((sum, row) => sum + (row[2] as number), 0);
      expect(carton.placements).toHaveLength(count);
      expect(carton.placements[0]).toMatchObject({
        part_id: small,
        x_mm: expect.any(Number),
        width_mm: expect.any(Number),
      });
    }
    expect(done.left_out.map((left: Record<string, unknown>) => [left.order_id, left.part, left.qty])).toEqual(
      expect.arrayContaining([
        [a, 'HUGE', 1],
        [a, 'UNSIZED', 1],
        [b, expect.any(String), 2.5],
      ]),
    );
    for (const { why } of done.left_out) expect(why).toMatch(/\w+/);
    expect(await shop.refused(`/pack/${pack.id}/finish`)).toBe('409 pack.not-all-in-cartons');
    // The loose units are the same, so no more are packed.
    expect((await shop.done(`/pack/${pack.id}/autopack`)).cartons).toHaveLength(2);
    expect((await shop.get(`/salesorder/${a}/timeline`)).map((row: { event: string }) => row.event)).toContain(
      'carton.created',
    );
  });

  test('takes cartons from a limited supply, and deleted cartons return to it', async () => {
    const size = { inner_width_mm: 910, inner_length_mm: 910, inner_depth_mm: 910 };
    const few = await shop.cartontype({ ...size, name: 'The last three', supply: 3 });
    const part = await shop.part({ width_mm: 900, length_mm: 900, depth_mm: 900 }, 10);
    const left = async () => (await shop.get(`/cartontype/${few}`)).supply;
    const [a, b] = [await picked([{ part_id: part, qty: 2 }]), await picked([{ part_id: part, qty: 2 }])];
    const packs = [await packOf(a), await packOf(b)];
    const made = await Promise.all(packs.map(({ id }) => shop.done(`/pack/${id}/autopack`)));
    const types = made.flatMap(({ cartons }) =>
      cartons.map((carton: { cartontype_id: number }) => carton.cartontype_id),
    );
    expect(types.filter((type) => type === few)).toHaveLength(3);
    expect(await left()).toBe(0);
    // A person may use a carton beyond the counted stock of cartons.
    const carton = await cartonIn(packs[0].id, { cartontype_id: few });
    expect(await left()).toBe(0);
    await shop.done(`/pack/${packs[0].id}/carton/${carton.id}`, { cartontype_id: null }, 'PUT');
    expect(await left()).toBe(1);
    const used = types.slice(0, made[0].cartons.length).filter((type: number) => type === few).length;
    expect((await service.call('DELETE', `/pack/${packs[0].id}`)).status).toBe(204);
    expect(await left()).toBe(1 + used);
    await shop.done(`/cartontype/${few}`, { active: false }, 'PUT');
  });

  test('a finished pack is refused', async () => {
    const id = await picked([{ part_id: await shop.part({}, 1) }]);
    await shop.through([id], 'pack');
    const { packs } = await shop.see(id, 'packs');
    expect(await shop.refused(`/pack/${packs[0].id}/autopack`)).toBe('409 pack.state');
    expect(await shop.refused('/pack/999999/autopack')).toBe('404 record.unknown');
  });
});

describe('finishing and deleting', () => {
  test('needs every unit in a carton, and names the loose ones', async () => {
    const part = await shop.part({ number: 'LOOSE' }, 3);
    const id = await picked([{ part_id: part, qty: 3 }]);
    const pack = await packOf(id);
    const carton = await cartonIn(pack.id);
    await move(pack.id, { add_carton_id: carton.id, part_id: part, qty: 1 });
    const { status, body } = await shop.post(`/pack/${pack.id}/finish`);
    expect([status, body.code]).toEqual([409, 'pack.not-all-in-cartons']);
    const { number } = await shop.see(id);
    expect(body.detail).toContain(`2 of part LOOSE for order ${number}`);
    expect(body.loose).toMatchObject([{ order_id: id, part_id: part }]);
  });

  test('finishing closes cartons with their weight, and empty ones are void; repeating it changes nothing', async () => {
    const part = await shop.part({ weight_g: 250 }, 3);
    const id = await picked([{ part_id: part, qty: 3 }]);
    const pack = await packOf(id);
    const spareType = await shop.cartontype({ supply: 3 });
    const [used, spare] = [
      await cartonIn(pack.id, { cartontype_id: await shop.cartontype() }),
      await cartonIn(pack.id, { cartontype_id: spareType }),
    ];
    await move(pack.id, { add_carton_id: used.id, move_all: 1 });
    for (let times = 0; times < 2; times++) expect((await shop.post(`/pack/${pack.id}/finish`)).status).toBe(200);
    expect(await shop.get(`/pack/${pack.id}/carton?embed=status`)).toMatchObject([
      { id: used.id, status_id: 2, weight_g: 900 },
      { id: spare.id, status: { name: 'Void' }, weight_g: null },
    ]);
    expect(await shop.counters(id, 'qty_packed')).toEqual([3]);
    // The box of the void carton is unused, and its place is no place any more.
    expect(await shop.get(`/cartontype/${spareType}`)).toMatchObject({ supply: 3 });
    expect(await shop.get(`/location/${spare.location_id}`)).toMatchObject({ active: false });
    expect(await shop.refused(`/pack/${pack.id}/carton/${spare.id}`, { tracking_number: 'T' }, 'PUT')).toBe(
      '409 carton.state',
    );
    await shop.done(`/pack/${pack.id}`, undefined, 'DELETE');
    expect(await shop.get(`/cartontype/${spareType}`)).toMatchObject({ supply: 3 });
  });

  test('cartons of the Pack task carry the carrier and service level of the order, and follow them', async () => {
    const [van, bike] = [await shop.carrier('Van Line'), await shop.carrier('Bike Line')];
    const level = (await shop.done(`/carrier/${van}/servicelevel`, { name: 'Express' })).id;
    const part_id = await shop.part({}, 9);
    const sent = { carrier_id: van, carrierservicelevel_id: level };
    const [own, named] = [
      await shop.issued([{ part_id, qty: 2 }], sent),
      await shop.issued([{ part_id, qty: 2 }], sent),
    ];
    const cartonsOf = async (id: number) => (await shop.see(id, 'packs.cartons')).packs[0].cartons;
    await shop.through([own, named], 'pick');
    await shop.through([own], 'pack');
    expect(await cartonsOf(own)).toMatchObject([sent]);
    await shop.perform('pack', [named], { carrier_id: bike, tracking_number: 'B-1' });
    expect(await cartonsOf(named)).toMatchObject([{ carrier_id: bike, carrierservicelevel_id: null }]);
    await shop.done(`/salesorder/${own}/carrier`, { carrier_id: bike });
    expect(await cartonsOf(own)).toMatchObject([{ carrier_id: bike, carrierservicelevel_id: null }]);
  });

  test('without a ship step each carton gets a pickupline', async () => {
    const id = await picked([{ part_id: await shop.part({}, 2), qty: 2 }], {
      carrier_id: await shop.carrier('Counter'),
    });
    const pack = await packOf(id);
    for (let count = 0; count < 2; count++) {
      const carton = await cartonIn(pack.id);
      await move(pack.id, { add_carton_id: carton.id, part_id: (await shop.see(id)).lines[0].part_id, qty: 1 });
    }
    await shop.done(`/pack/${pack.id}/finish`);
    expect((await shop.see(id, 'pickuplines')).pickuplines).toHaveLength(2);
    expect(await shop.refused('/shiplinebyorder', { order_id: [id] })).toBe('409 ship.no-step');
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('deleting an open or finished pack moves all units back to the moving location', async () => {
    const part = await shop.part({}, 3);
    const id = await picked([{ part_id: part, qty: 3 }], { carrier_id: await shop.carrier('Counter') });
    const open = await packOf(id);
    const carton = await cartonIn(open.id);
    await move(open.id, { add_carton_id: carton.id, part_id: part, qty: 1 });
    expect(await service.call('DELETE', `/pack/${open.id}`)).toMatchObject({ status: 204 });
    expect(await shop.units(part)).toEqual({ moving: 3 });

    await shop.through([id], 'pack');
    const { packs, pickuplines } = await shop.see(id, 'packs,pickuplines');
    expect(pickuplines).toHaveLength(1);
    await shop.done(`/pack/${packs[0].id}`, undefined, 'DELETE');
    expect(await shop.see(id, 'packs,pickuplines')).toMatchObject({ packs: [], pickuplines: [] });
    expect([await shop.counters(id, 'qty_packed'), await shop.counters(id, 'qty_picked')]).toEqual([[0], [3]]);
    await shop.through([id], 'pack', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('a pack with a carton on a ship or picked up cannot be deleted', async () => {
    const id = await picked([{ part_id: await shop.part({}, 1) }]);
    await shop.through([id], 'pack');
    const pack = (await shop.see(id, 'packs')).packs[0].id;
    const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
    const refusal = async () => (await service.call('DELETE', `/pack/${pack}`)).body;
    expect(await refusal()).toMatchObject({
      status: 409,
      code: 'pack.state',
      detail: expect.stringContaining(`on ship ${ship.id}`),
    });
    await shop.through([id], 'ship', 'pickup');
    expect(await refusal()).toMatchObject({ status: 409, detail: expect.stringContaining('picked up') });
  });
});

describe('the Pack task', () => {
  test('continues an open pack', async () => {
    const part = await shop.part({}, 5);
    const id = await picked([{ part_id: part, qty: 5 }]);
    const pack = await packOf(id);
    const carton = await cartonIn(pack.id);
    await move(pack.id, { add_carton_id: carton.id, part_id: part, qty: 2 });
    expect(await shop.perform('pack', [id])).toMatchObject({ status: 200, body: { id: pack.id, status_id: 2 } });
    expect(await shop.counters(id, 'qty_packed')).toEqual([5]);
    expect(await shop.perform('pack', [id])).toMatchObject({ status: 409, body: { code: 'pack.nothing-left' } });
  });

  test('leaves a pack with other orders unchanged, and says so', async () => {
    const part = await shop.part({}, 5);
    const [a, b] = [await picked([{ part_id: part }]), await picked([{ part_id: part }])];
    const pack = await packOf(a, b);
    const { status, body } = await shop.perform('pack', [a]);
    expect([status, body.code]).toEqual([409, 'pack.state']);
    expect(body.detail).toContain(`pack ${pack.id} together with other orders`);
    expect((await shop.perform('pack', [a, b])).status).toBe(200);
  });

  test('puts units that no carton takes into their own packaging, decimals too', async () => {
    await shop.cartontype();
    const huge = await shop.part({ width_mm: 900, length_mm: 900, depth_mm: 900 }, 2);
    const cut = await shop.part({}, 2.5);
    const id = await picked([
      { part_id: huge, qty: 2 },
      { part_id: cut, qty: 2.5 },
    ]);
    await shop.through([id], 'pack');
    expect(await shop.counters(id, 'qty_packed')).toEqual([2, 2.5]);
  });

  test('packs a part of an order, and sets carrier and tracking number on its cartons', async () => {
    const part = await shop.part({}, 5);
    const id = await picked([{ part_id: part, qty: 5 }]);
    const carrier_id = await shop.carrier('Van');
    const [line] = (await shop.see(id)).lines;
    const some = { line_details: [{ transactionline_id: line.id, qty: 2 }] };
    const details = { carrier_id, tracking_number: 'T-1' };
    const first = await shop.perform('pack', [id], { ...some, ...details });
    expect(await shop.get(`/pack/${first.body.id}/carton`)).toMatchObject([{ carrier_id, tracking_number: 'T-1' }]);
    const second = await shop.perform('pack', [id], { tracking_number: 'T-2' });
    expect(await shop.get(`/pack/${first.body.id}/carton`)).toMatchObject([{ tracking_number: 'T-1' }]);
    expect(await shop.get(`/pack/${second.body.id}/carton`)).toMatchObject([
      { tracking_number: 'T-2', carrier_id: null },
    ]);
    expect(await shop.counters(id, 'qty_packed')).toEqual([5]);
    expect(await shop.perform('ship', [id], { carrier_id: 999_999 })).toMatchObject({
      status: 422,
      body: { code: 'reference.unknown', errors: [{ pointer: '/carrier_id' }] },
    });
  });
});
