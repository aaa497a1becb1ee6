import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Numbers, codes, lots and serial numbers, as people copy them from files and letters. */

const { service, shop } = await testShop({}, 'end');

const post = async (path: string, body: object) => {
  const { status, body: answer } = await service.call('POST', path, body);
  return { status, code: answer.code, errors: answer.errors, answer };
};
const newPart = (number: string, more: object = {}) => post('/part', { number, name: 'Part', parttype_id: 1, ...more });
const total = async (resource: string, filter: string) =>
  (await service.call('GET', `/${resource}?filter=${encodeURIComponent(filter)}`)).body.total;
const scanned = async (code: string) =>
  (await service.call('GET', `/scan?code=${encodeURIComponent(code)}`)).body.matches.map(
    ({ kind, label }: { kind: string; label: string }) => `${kind} ${label}`,
  );

describe('a number', () => {
  test('is stored without the blanks around it and without what nobody sees, and is taken once', async () => {
    expect((await newPart('  BLANKS\u00a0')).answer.number).toBe('BLANKS');
    for (const same of ['BLANKS', 'BLANKS ', ' blanks', 'BLAN\u200bKS', '\ufeffBLANKS', 'BLANKS\t']) {
      expect([same, (await newPart(same)).code]).toEqual([same, 'record.exists']);
    }
  });

  test('is the same in composed and decomposed letters', async () => {
    expect((await newPart('CAFE\u0301-1')).answer.number).toBe('CAF\u00c9-1');
    expect((await newPart('CAF\u00c9-1')).code).toBe('record.exists');
  });

  test('of an order, a customer and a quote is one too', async () => {
    const order = { customer_id: shop.customerId, number: 'SO-BLANK ' };
    expect((await post('/salesorder', order)).answer.number).toBe('SO-BLANK');
    expect((await post('/salesorder', { ...order, number: ' so-blank' })).code).toBe('record.exists');
    const customer = { type: 'Company', name: 'Blank', number: ' C-BLANK' };
    expect((await post('/customer', customer)).answer.number).toBe('C-BLANK');
    expect((await post('/customergroup', { name: ' Wholesale ' })).answer.name).toBe('Wholesale');
    expect((await post('/customergroup', { name: 'wholesale' })).code).toBe('record.exists');
  });

  test('of nothing but what nobody sees is empty', async () => {
    const { status, errors } = await newPart(' \u200b ');
    expect([status, errors[0].detail]).toEqual([422, 'must not be empty']);
  });

  test('is found by a filter in every way of writing it', async () => {
    await newPart('FILTERED 1');
    for (const written of ['filtered 1', ' FILTERED 1 ', 'FIL\u200bTERED\u00a01', 'FILTERED%', '%TERED 1']) {
      expect([written, await total('part', `number = "${written}"`)]).toEqual([written, 1]);
    }
    expect(await total('part', 'number IN ("filtered 1 ", "other")')).toBe(1);
    expect((await service.call('GET', `/part?number=${encodeURIComponent(' filtered 1 ')}`)).body.total).toBe(1);
  });
});

test('a number that an older build stored with a blank is found as it is, and can be mended', async () => {
  await service.sql.query(`insert into part (number, name) values ('OLD ', 'Old')`);
  expect(await total('part', 'number = "OLD "')).toBe(1);
  const { body } = await service.call('GET', `/part?filter=${encodeURIComponent('number = "old "')}`);
  expect((await service.call('PUT', `/part/${body.data[0].id}`, { number: 'OLD ' })).body.number).toBe('OLD');
  expect(await total('part', 'number = "OLD"')).toBe(1);
});

describe('a barcode', () => {
  test('may have blanks within it, as it is printed, and a scan has none', async () => {
    expect((await newPart('SPACED', { upc: ' 4 006381 333931 ' })).answer.upc).toBe('4 006381 333931');
    for (const code of ['4006381333931', '4 006381 333931']) expect(await scanned(code)).toEqual(['part SPACED']);
    expect(await total('part', 'upc = "4006381333931"')).toBe(1);
    expect(await total('part', 'upc = "400 6381333931"')).toBe(1);
  });

  test.each(['4.00638E+12', '4,00638E+12', '4e+12', '4.00638E12'])(
    '%s is refused, because a spreadsheet has lost its digits',
    async (upc) => {
      const { status, errors } = await newPart('SPOILED', { upc });
      expect([status, errors[0].pointer]).toEqual([422, '/upc']);
      expect(errors[0].detail).toContain('spreadsheet');
    },
  );

  test('of a small pack, UPC-E, is found for a UPC-A, and the other way round', async () => {
    await newPart('SMALL', { upc: '012345000058' });
    await newPart('SHORT', { upc: '04252614' });
    for (const code of ['012345000058', '0012345000058', ']E00012345000058', '01234558', ']E001234558']) {
      expect([code, await scanned(code)]).toEqual([code, ['part SMALL']]);
    }
    expect(await scanned('042100005264')).toEqual(['part SHORT']);
  });
});

describe('a lot', () => {
  const lots = async (part: number) =>
    (await service.call('GET', `/inventory?part_id=${part}&sort=id`)).body.data.map(
      ({ lot, qty }: { lot: string; qty: number }) => [lot, qty],
    );

  test('is one in every case and with blanks around it', async () => {
    const part = await shop.part({ number: 'LOTS', tracking: 'lot' });
    for (const lot of ['L7', 'l7', ' L7 ']) await shop.stock(part, 2, { tracking: [{ lot, qty: 2 }] });
    expect(await lots(part)).toEqual([['L7', 6]]);
    await shop.stock(part, -1, { tracking: [{ lot: 'l7 ', qty: -1 }] });
    expect(await lots(part)).toEqual([['L7', 5]]);
    const from_location_id = shop.stockId;
    const to_location_id = await shop.storage('LOTS-2');
    const moved = { part_id: part, from_location_id, to_location_id, qty: 2, tracking: [{ lot: 'l7', qty: 2 }] };
    expect((await post('/inventorytransfer', moved)).status).toBe(201);
    expect(await lots(part)).toEqual([
      ['L7', 3],
      ['L7', 2],
    ]);
  });

  test('that an older build stored in two ways stays two', async () => {
    const part = await shop.part({ number: 'TWO-LOTS', tracking: 'lot' });
    await shop.stock(part, 1, { tracking: [{ lot: 'L7', qty: 1 }] });
    await service.sql.query(
      `insert into inventory (part_id, location_id, lot, qty) select part_id, location_id, 'l7', 0 from inventory where part_id = $1`,
      [part],
    );
    await shop.stock(part, 1, { tracking: [{ lot: 'l7', qty: 1 }] });
    await shop.stock(part, 1, { tracking: [{ lot: 'L7', qty: 1 }] });
    expect(await lots(part)).toEqual([
      ['L7', 2],
      ['l7', 1],
    ]);
  });

  test('and a serial number are committed and moved into cartons in any case', async () => {
    const milk = await shop.part({ number: 'MILK', tracking: 'lot' });
    await shop.stock(milk, 3, { tracking: [{ lot: 'M1', qty: 3 }] });
    const radio = await shop.part({ number: 'RADIO', tracking: 'serial' });
    await shop.stock(radio, 2, { tracking: [{ serial: 'R1' }, { serial: 'R2' }] });
    const twice = await post('/inventoryadjustment', {
      part_id: radio,
      location_id: shop.stockId,
      qty: 1,
      tracking: [{ serial: 'r1' }],
    });
    expect(twice.code).toBe('record.exists');
    const order = await shop.issued([
      { part_id: milk, qty: 2 },
      { part_id: radio, qty: 1 },
    ]);
    const pick = await shop.done('/picklinebyorder', { order_id: [order] });
    const lineOf = (part: number) => pick.lines.find(({ part_id }: { part_id: number }) => part_id === part).id;
    const counted = await post(`/pickline/${lineOf(milk)}/count`, { lot: 'm1', qty: 2 });
    expect([counted.status, counted.errors]).toEqual([200, undefined]);
    const committed = await post(`/pickline/${lineOf(radio)}/commit`, { tracking: [{ serial: ' r2' }] });
    expect([committed.status, committed.errors]).toEqual([200, undefined]);
  });
});
