import { beforeAll, describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import { type Person, person } from '../views/people.ts';

/** The records that a code can mean. */

const { service, shop } = await testShop({}, 'end');

const path = (code: string, more = '') => `/scan?code=${encodeURIComponent(code)}${more}`;
const scan = async (code: string, more = '') => {
  const { status, body } = await service.call('GET', path(code, more));
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
/** The matches as `kind label by`. */
const found = async (code: string, more = ''): Promise<string[]> =>
  (await scan(code, more)).matches.map(({ kind, label, by }: Record<string, string>) => `${kind} ${label} ${by}`);

describe('a part', () => {
  test('is found by its number in any case, and by its upc', async () => {
    const id = await shop.part({ number: 'Tea-Assam', name: 'Assam tea', upc: 'in-store 7' });
    expect(await scan('TEA-ASSAM\r')).toEqual({
      code: 'TEA-ASSAM',
      gs1: null,
      matches: [
        {
          kind: 'part',
          id,
          by: 'number',
          label: 'Tea-Assam',
          description: 'Assam tea',
          part_id: id,
          qty: 1,
          lot: null,
          serial: null,
          expires_on: null,
          here: null,
        },
      ],
      here: null,
    });
    expect(await found('IN-STORE 7')).toEqual(['part Tea-Assam upc']);
    expect(await found('Tea')).toEqual([]);
  });

  test.each([
    ['614141000036', 'UPC-A'],
    ['0614141000036', 'EAN-13'],
    ['00614141000036', 'GTIN-14'],
    ['614141000036 ', 'none'],
  ])('is found by every form of its GTIN, if its upc is %s', async (upc) => {
    const id = await shop.part({ upc: upc.trim() });
    for (const code of [
      '614141000036',
      ']E00614141000036',
      '(01)00614141000036',
      'https://id.gs1.org/01/00614141000036',
    ]) {
      const { matches, gs1 } = await scan(code);
      expect(matches.map((match: { id: number }) => match.id)).toContain(id);
      expect(gs1.gtin).toBe('00614141000036');
    }
    expect(await found('10614141000033')).toEqual([]);
    await shop.done(`/part/${id}`, { active: false }, 'PUT');
  });

  test('counts the units of its parent, times the count in the code', async () => {
    const single = await shop.part({ number: 'CUP', upc: '4006381333931' });
    const box = await shop.part({
      number: 'CUP-12',
      upc: '14006381333938',
      parttype_id: 4,
      parent_part_id: single,
      parent_qty: 12,
    });
    const one = (await scan('4006381333931')).matches[0];
    expect([one.id, one.part_id, one.qty]).toEqual([single, single, 1]);
    const twelve = (await scan('14006381333938')).matches[0];
    expect([twelve.id, twelve.part_id, twelve.qty]).toEqual([box, single, 12]);
    expect((await scan('(02)14006381333938(37)4')).matches[0]).toMatchObject({ id: box, part_id: single, qty: 48 });
    expect((await scan('(01)04006381333931(30)6')).matches[0]).toMatchObject({ id: single, qty: 6 });
  });

  test('has lot, serial number and expiry of the code, and its weight if its unit is kg', async () => {
    const id = await shop.part({ number: 'GOUDA', upc: '09506000134352', unit: 'kg', tracking: 'lot' });
    const { code, gs1, matches } = await scan('\u001d0109506000134352310300125010L7\u001d15270600');
    expect(code).toBe('(01)09506000134352(3103)001250(10)L7(15)270600');
    expect(gs1).toMatchObject({
      gtin: '09506000134352',
      lot: 'L7',
      expires_on: '2027-06-30',
      weight_kg: 1.25,
      qty: null,
    });
    expect(matches).toMatchObject([{ id, part_id: id, qty: 1.25, lot: 'L7', serial: null, expires_on: '2027-06-30' }]);
    expect((await scan('(01)09506000134352(21)S1')).matches[0]).toMatchObject({ qty: 1, lot: null, serial: 'S1' });
  });

  test('shares its code with others: all are answered, those in use first', async () => {
    const ids = [
      await shop.part({ upc: 'SHARED' }),
      await shop.part({ upc: 'shared' }),
      await shop.part({ upc: 'SHARED' }),
    ];
    await shop.done(`/part/${ids[0]}`, { active: false }, 'PUT');
    const { matches } = await scan('shared');
    expect(matches.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[2], ids[0]]);
  });
});

describe('a location', () => {
  test('is found by its name and by its barcode, at the site of the caller or at the given one', async () => {
    const id = await shop.storage('B-7');
    await shop.done(`/location/${id}`, { barcode: 'LOC 17' }, 'PUT');
    expect(await found('b-7')).toEqual(['location B-7 name']);
    expect(await found('loc 17')).toEqual(['location B-7 barcode']);
    const north = await shop.done('/site', { name: 'North' });
    const there = await shop.done('/location', { site_id: north.id, name: 'B-7', barcode: 'LOC 17' });
    expect((await scan('B-7', `&site_id=${north.id}`)).matches).toMatchObject([{ kind: 'location', id: there.id }]);
    expect((await scan('LOC 17', `&site_id=${shop.siteId}`)).matches).toMatchObject([{ id, description: 'Storage' }]);
  });

  test('has a barcode that is unique at its site in any case, as long as it is in use', async () => {
    const location = (name: string, more: object = {}) => ({ site_id: shop.siteId, name, ...more });
    const first = await shop.done('/location', location('C-1', { barcode: 'LOC-1' }));
    expect(first.barcode).toBe('LOC-1');
    const { status, body } = await shop.post('/location', location('C-2', { barcode: 'loc-1' }));
    expect([status, body.code, body.errors]).toEqual([
      409,
      'record.exists',
      [{ pointer: '/barcode', detail: 'is taken' }],
    ]);
    const second = await shop.done('/location', location('C-2'));
    expect(second.barcode).toBeNull();
    expect(await shop.refused(`/location/${second.id}`, { barcode: 'LOC-1' }, 'PUT')).toBe('409 record.exists');
    await shop.done(`/location/${first.id}`, { active: false }, 'PUT');
    expect((await shop.done(`/location/${second.id}`, { barcode: 'LOC-1' }, 'PUT')).barcode).toBe('LOC-1');
    expect(await shop.refused(`/location/${first.id}`, { active: true }, 'PUT')).toBe('409 record.exists');
    expect((await shop.get('/location?barcode=loc-1&active=1')).data).toMatchObject([{ id: second.id }]);
    expect((await shop.done(`/location/${second.id}`, { barcode: null }, 'PUT')).barcode).toBeNull();
    expect(await shop.refused('/location', location('C-3', { barcode: '' }))).toBe('422 body.invalid');
  });

  test('gets one of two equal barcodes that are set at the same time', async () => {
    const ids = await Promise.all(['D-1', 'D-2', 'D-3', 'D-4'].map((name) => shop.storage(name)));
    const replies = await Promise.all(ids.map((id) => service.call('PUT', `/location/${id}`, { barcode: 'ONCE' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await found('once')).toHaveLength(1);
  });
});

describe('the papers of an order', () => {
  test('lead to the order, its pick, pack, carton, ship, pallet and pickup', async () => {
    const part = await shop.part({}, 10);
    const carrier = await shop.carrier('Parcel Post');
    const order = await shop.issued([{ part_id: part, qty: 2 }], { number: 'S-1012', carrier_id: carrier });
    const pick = await shop.done('/picklinebyorder', { order_id: [order] });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    const { carton_id } = await shop.done(`/pack/${pack.id}/carton`, { cartontype_id: await shop.cartontype() });
    await shop.done(`/pack/${pack.id}/moveitem`, {
      move_all: 1,
      subtract_location_id: shop.movingId,
      add_carton_id: carton_id,
    });
    await shop.done(`/pack/${pack.id}/carton/${carton_id}`, { tracking_number: '00106141412345678908' }, 'PUT');
    const { location_id } = await shop.get(`/carton/${carton_id}`);
    await shop.done(`/location/${location_id}`, { barcode: 'TOTE-5' }, 'PUT');
    await shop.done(`/pack/${pack.id}/finish`);
    const ship = await shop.done('/shiplinebyorder', { order_id: [order] });
    const pallet = await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: [carton_id] });
    await shop.done(`/ship/${ship.id}/finish`);
    const pickup = await shop.done('/pickup', { carrier_id: carrier, site_id: shop.siteId });

    expect(await found('s-1012')).toEqual(['order S-1012 number']);
    expect(await found(pick.number)).toEqual([`pick ${pick.number} number`]);
    expect(await found(pack.number.toLowerCase())).toEqual([`pack ${pack.number} number`]);
    expect(await found(ship.number)).toEqual([`ship ${ship.number} number`]);
    expect(await found(pickup.number)).toEqual([`pickup ${pickup.number} number`]);
    expect(await found(`${ship.number}-1`)).toEqual([`pallet ${ship.number}-1 number`]);
    const label = `${pack.number}-1`;
    const [carton] = (await scan(label)).matches;
    expect(carton).toMatchObject({ kind: 'carton', id: carton_id, label, by: 'number', part_id: null, qty: null });
    expect(carton.description).toBe('Locked, order S-1012, Parcel Post');
    expect(await found('00106141412345678908')).toEqual([`carton ${label} tracking_number`]);
    expect(await found(']C100106141412345678908')).toEqual([`carton ${label} tracking_number`]);
    expect(await found('TOTE-5')).toEqual([`carton ${label} barcode`]);
    expect(pallet.id).toBeGreaterThan(0);
    for (const code of [
      'P-0',
      'P-01',
      'P-999999',
      'K-1-99',
      'K-1-9999999999',
      'P-99999999999999999999',
      `P-${'9'.repeat(15)}`,
    ]) {
      expect(await found(code), code).toEqual([]);
    }
  });

  test('are ambiguous where an order has the number of a ship, and then both are answered', async () => {
    const part = await shop.part({}, 10);
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    await shop.through([order], 'pick', 'pack');
    const ship = await shop.done('/shiplinebyorder', { order_id: [order] });
    await shop.order([{ part_id: part, qty: 1 }], { number: ship.number });
    expect(await found(ship.number)).toEqual([`ship ${ship.number} number`, `order ${ship.number} number`]);
  });
});

describe('what the caller may not read', () => {
  let picker: Person;
  beforeAll(async () => {
    picker = await person(service, 'Picker', ['pick.read', 'location.read']);
    await shop.part({ number: 'HIDDEN', upc: 'B-7' });
  });

  test('is not answered', async () => {
    const of = async (code: string) =>
      (await picker.call('GET', path(code, `&site_id=${shop.siteId}`))).body.matches.map(
        ({ kind }: { kind: string }) => kind,
      );
    expect(await of('HIDDEN')).toEqual([]);
    expect(await of('B-7')).toEqual(['location']);
    expect(await of('S-1012')).toEqual([]);
    expect((await found('B-7')).toSorted()).toEqual(['location B-7 name', 'part HIDDEN upc']);
  });

  test('is no context, and an unknown list is none either', async () => {
    expect((await picker.call('GET', path('B-7', '&pack_id=1'))).body).toMatchObject({
      status: 403,
      code: 'permission.missing',
      permission: 'pack.read',
      parameter: 'pack_id',
    });
    expect((await picker.call('GET', path('B-7', '&pick_id=999999'))).body).toMatchObject({
      status: 422,
      code: 'reference.unknown',
      errors: [{ pointer: '/pick_id' }],
    });
  });

  test('a user is found by the e-mail of a badge: by everybody who may read users, and by the user', async () => {
    const { id } = await service.client.user.create({
      first_name: 'Nancy',
      last_name: 'Davolio',
      email: 'nancy@example.com',
      password: 'correct horse 7',
    });
    expect((await scan('NANCY@example.com')).matches).toMatchObject([
      { kind: 'user', id, label: 'Nancy Davolio', by: 'email' },
    ]);
    expect((await picker.call('GET', path('nancy@example.com'))).body.matches).toEqual([]);
    const login = await service.call('POST', '/login', { email: 'nancy@example.com', password: 'correct horse 7' });
    const authorization = `Basic ${Buffer.from(`${login.body.session_token}:`).toString('base64')}`;
    const own = await service.call('GET', path('nancy@example.com'), undefined, { authorization });
    expect(own.body.matches).toMatchObject([{ kind: 'user', id }]);
  });
});

describe('a code', () => {
  test.each([
    ['', 'code must not be empty.'],
    ['x'.repeat(501), 'code may have 500 characters at most; it has 501.'],
  ])('of a wrong length is refused', async (code, detail) => {
    expect((await service.call('GET', path(code))).body).toMatchObject({
      status: 400,
      code: 'query.invalid-value',
      detail,
    });
  });

  test('is scanned for one list at a time', async () => {
    expect((await service.call('GET', path('A', '&pick_id=1&pack_id=1'))).body).toMatchObject({
      code: 'query.invalid-value',
    });
    expect((await service.call('GET', '/scan?pick_id=1')).body).toMatchObject({ code: 'query.invalid-value' });
  });

  test('may have every character', async () => {
    for (const code of [
      "' or 1=1 --",
      '%',
      '_',
      '🍵',
      '\u001d',
      ']C1',
      '(01)',
      'https://',
      '\\',
      'P-%',
      '(01)09506000134352(10)<b>',
    ]) {
      expect((await scan(code)).matches, code).toEqual(code.includes('09506000134352') ? [expect.anything()] : []);
    }
  });
});
