import { describe, expect, test } from 'vitest';
import { untilEnd } from '../../support/until-end.ts';
import { openShop } from '../platform/records/shop.ts';

const shop = await untilEnd(openShop());

const part = (number: string, more: object = {}) => shop.make('/part', { number, name: number, ...more });

describe('parts', () => {
  test('the defaults of a part are the type Inventory, no tracking and no price', async () => {
    const { status, body } = await shop.post('/part', {
      number: 'CHAI',
      name: 'Chai',
      custom: { colour: 'red', n: 3 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      parttype_id: 1,
      buildtype_id: 1,
      tracking: 'none',
      price: 0,
      active: true,
      custom: { colour: 'red', n: 3 },
    });
    expect((await shop.get('/part?filter=custom.colour="RED"&fields=id')).body.data).toEqual([{ id: body.id }]);
    expect(await shop.news()).toEqual([`part.created ${body.id}`]);
  });

  test('numbers differ regardless of case', async () => {
    await part('Tofu');
    expect(await shop.post('/part', { number: 'TOFU', name: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'record.exists' },
    });
  });

  test('numbers can be sent as strings, and an invalid one is refused', async () => {
    const { body } = await shop.post('/part', { number: 123, name: 'N', price: '12.50', width_mm: '10', active: '0' });
    expect(body).toMatchObject({ number: '123', price: 12.5, width_mm: 10, active: false });
    const bad = await shop.post('/part', { number: 'W', name: 'W', width_mm: 0, weight_g: 'heavy' });
    expect(bad.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual(['/width_mm', '/weight_g']);
  });

  test('only an alias has a parent, and a parent alone makes an alias', async () => {
    const parent = await part('PARENT');
    const alias = await part('ALIAS', { parent_part_id: parent });
    const { body } = await shop.get(`/part/${alias}?embed=parent_part,parttype`);
    expect(body).toMatchObject({ parttype: { name: 'Alias' }, parent_part: { number: 'PARENT' } });
    for (const wrong of [
      { parttype_id: 4 },
      { parttype_id: 1, parent_part_id: parent },
      { parent_part_id: alias },
      { parent_part_id: 99999 },
    ]) {
      const answer = await shop.post('/part', { number: 'WRONG', name: 'W', ...wrong });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/parent_part_id']);
    }
  });

  test('type, parent and tracking of a used part cannot change, and the rest can', async () => {
    const id = await part('USED');
    expect((await shop.put(`/part/${id}`, { tracking: 'lot' })).status).toBe(200);
    const customer = await shop.make('/customer', { type: 'Company', name: 'Uses' });
    await shop.make('/salesorder', { customer_id: customer, lines: [{ part_id: id }] });
    const { body: whole } = await shop.get(`/part/${id}`);
    expect((await shop.put(`/part/${id}`, { ...whole, price: 5, active: false })).body).toMatchObject({
      price: 5,
      active: false,
    });
    expect(await shop.put(`/part/${id}`, { parttype_id: 3 })).toMatchObject({
      status: 409,
      body: { code: 'record.in-use' },
    });
    expect(await shop.put(`/part/${id}`, { tracking: 'serial' })).toMatchObject({ status: 409 });
    expect(await shop.remove(`/part/${id}`)).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
  });

  test('groups can be embedded and used in filters', async () => {
    const group = await shop.make('/partgroup', { name: 'Beverages' });
    const id = await part('CHANG', { group_ids: [group] });
    expect((await shop.get('/part?filter=groups.name="beverages"&embed=groups')).body.data).toMatchObject([
      { id, groups: [{ name: 'Beverages' }] },
    ]);
  });

  test('free stock in storage can be picked, and an alias has the stock of its parent', async () => {
    const id = await part('STOCKED');
    const alias = await part('STOCKED-ALIAS', { parent_part_id: id });
    const places = await Promise.all(
      [1, 1, 2].map((locationtype_id, n) => shop.make('/location', { site_id: 1, name: `P${n}`, locationtype_id })),
    );
    const insert = (place: number, qty: number, committed: number) =>
      shop.service.test.pool.query(
        'insert into inventory (part_id, location_id, qty, qty_committed) values ($1, $2, $3, $4)',
        [id, place, qty, committed],
      );
    await insert(places[0]!, 10, 4);
    await insert(places[1]!, 3, 3);
    await insert(places[2]!, 8, 0);
    for (const which of [id, alias]) {
      const { body } = await shop.get(`/part/${which}?embed=qty_available_for_pick.location`);
      expect(body.qty_available_for_pick).toMatchObject([{ qty: 6, location: { id: places[0], name: 'P0' } }]);
    }
  });
});

describe('bills of material', () => {
  test('each component of a kit has one line', async () => {
    const [kit, a, b] = [await part('KIT', { parttype_id: 3 }), await part('A'), await part('B')];
    const { status, body } = await shop.post('/billofmaterial', {
      part_id: kit,
      lines: [{ part_id: a, qty: 2 }, { part_id: b }, { part_id: a, qty: '0.5' }],
    });
    expect(status).toBe(201);
    const lines = (await shop.get(`/billofmaterial/${body.id}?embed=lines.part`)).body.lines;
    expect(lines).toMatchObject([
      { part: { number: 'A' }, qty: 2.5 },
      { part: { number: 'B' }, qty: 1 },
    ]);
    expect((await shop.get(`/billofmaterial?filter=lines.part_id=${a}`)).body.total).toBe(1);
    expect((await shop.post('/billofmaterial', { part_id: kit, lines: [{ part_id: a }] })).body.code).toBe(
      'record.exists',
    );
    await shop.put(`/billofmaterial/${body.id}`, { lines: [{ part_id: b, qty: 7 }] });
    expect((await shop.get(`/billofmaterial/${body.id}/line`)).body).toMatchObject([{ part_id: b, qty: 7 }]);
    expect((await shop.remove(`/part/${b}`)).status).toBe(409);
    expect((await shop.remove(`/billofmaterial/${body.id}`)).status).toBe(204);
    expect((await shop.remove(`/part/${b}`)).status).toBe(204);
  });

  test('a kit cannot contain itself, at any depth or through an alias', async () => {
    const outer = await part('OUTER', { parttype_id: 3 });
    const inner = await part('INNER', { parttype_id: 3 });
    const alias = await part('OUTER-ALIAS', { parent_part_id: outer });
    await shop.make('/billofmaterial', { part_id: outer, lines: [{ part_id: inner }] });
    for (const part_id of [outer, inner, alias]) {
      const answer = await shop.post('/billofmaterial', { part_id: inner, lines: [{ part_id }] });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/lines/0/part_id' }] } });
    }
    const circle = await shop.put(`/part/${inner}`, { parttype_id: 4, parent_part_id: outer });
    expect(circle).toMatchObject({ status: 422, body: { errors: [{ pointer: '/parent_part_id' }] } });
    const unknown = await shop.post('/billofmaterial', { part_id: inner, lines: [{ part_id: 99999 }] });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'reference.unknown' } });
    expect((await shop.post('/billofmaterial', { part_id: inner, lines: [] })).status).toBe(422);
  });

  test('components are added, changed and removed one by one, each once', async () => {
    const [kit, cup, spoon] = [
      await shop.make('/part', { number: 'SET', name: 'Tea set', parttype_id: 3 }),
      await shop.make('/part', { number: 'SET-CUP', name: 'Cup' }),
      await shop.make('/part', { number: 'SET-SPOON', name: 'Spoon' }),
    ];
    const bill = await shop.make('/billofmaterial', { part_id: kit, lines: [{ part_id: cup, qty: 4 }] });
    const lines = `/billofmaterial/${bill}/line`;
    const line = await shop.make(lines, { part_id: spoon });
    expect((await shop.get(`${lines}/${line}`)).body).toMatchObject({
      billofmaterial_id: bill,
      part_id: spoon,
      qty: 1,
    });
    expect((await shop.put(`${lines}/${line}`, { qty: '4' })).body).toMatchObject({ part_id: spoon, qty: 4 });
    expect((await shop.put(`${lines}/${line}`, { part_id: cup })).body.code).toBe('record.exists');
    expect((await shop.post(lines, { part_id: cup })).body.errors[0].pointer).toBe('/part_id');
    expect((await shop.post(lines, { part_id: kit })).status).toBe(422);
    expect((await shop.put(`${lines}/${line}`, { part_id: kit })).status).toBe(422);
    expect((await shop.remove(`${lines}/${line}`)).status).toBe(204);
    expect((await shop.get(lines)).body).toMatchObject([{ part_id: cup, qty: 4 }]);
    expect((await shop.remove(`${lines}/${line}`)).status).toBe(404);
  });
});
