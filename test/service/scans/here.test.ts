import { beforeAll, describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import { person } from '../views/people.ts';

/** The effect of a scan in the work of a list, in words. */

const { service, shop } = await testShop({}, 'end');

const scan = async (code: string, context: string) => {
  const { status, body } = await service.call('GET', `/scan?code=${encodeURIComponent(code)}&${context}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
/** The effect of the scan, as `action: detail`; for a wrong one as `null: detail`. */
const here = async (code: string, context: string) => {
  const { action, detail } = (await scan(code, context)).here;
  return `${action}: ${detail}`;
};

/** An order with picked units in closed cartons, for a carrier. */
async function packed(number: string, carrier_id: number, more: object = {}) {
  const part = await shop.part({}, 10);
  const id = await shop.issued([{ part_id: part, qty: 1 }], { number, carrier_id, ...more });
  await shop.through([id], 'pick', 'pack');
  const { packs } = await shop.see(id, 'packs.cartons');
  const [pack] = packs;
  return { id, pack, carton: `${pack.number}-1`, cartonId: pack.cartons[0].id };
}

test('a lot whose name looks like GS1 is found where it lies, and so is the lot that such a code carries', async () => {
  const part = await shop.part({ number: 'BRACKETS', tracking: 'lot' });
  const takes = async (lot: string) => {
    await shop.stock(part, 1, { tracking: [{ lot, qty: 1 }] });
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    const pick = await shop.done('/picklinebyorder', { order_id: [order] });
    return `pick_id=${pick.id}`;
  };
  const first = await takes('(10)X');
  expect(await here('(10)X', first)).toMatch(/^pick: Counts 1 of 1 × BRACKETS/);
  expect(await here('(10)x ', first)).toMatch(/^pick: /);
  const second = await takes('Y-1');
  expect(await here('(10)Y-1', second)).toMatch(/^pick: /);
  expect(await here(']C110Y-1', second)).toMatch(/^pick: /);
});

test('a carton is found by the barcode on the label of its carrier', async () => {
  const carrier_id = await shop.carrier('Labels');
  const { pack, cartonId } = await packed('CARRIER-CODES', carrier_id);
  const labelled = async (tracking_number: string, codes: readonly string[]) => {
    await shop.done(`/pack/${pack.id}/carton/${cartonId}`, { tracking_number }, 'PUT');
    for (const code of codes) {
      const { matches } = await scan(code, `carrier_id=${carrier_id}`);
      expect([code, matches.map(({ kind, id }: { kind: string; id: number }) => [kind, id])]).toEqual([
        code,
        [['carton', cartonId]],
      ]);
    }
  };
  const usps = '9400100000000000000017';
  await labelled(usps, [
    usps,
    `42090041${usps}`,
    `42090041\u001d${usps}`,
    `]C142090041\u001d${usps}`,
    `420900411234${usps}`,
  ]);
  await labelled('1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784', '1z 999 aa1 01 2345 6784']);
  await labelled('7790 1797 2697', ['1001921334250001000300779017972697']);
  await labelled('987654312345672', ['9611020987654312345672']);
});

describe('for a receipt', () => {
  test('parts count, locations are where the next units go, and other records are wrong', async () => {
    const [tea, lot] = [
      await shop.part({ number: 'R-TEA', upc: '9506000134369' }),
      await shop.part({ number: 'R-LOT', tracking: 'lot' }),
    ];
    await shop.part({ number: 'R-TEA-6', parttype_id: 4, parent_part_id: tea, parent_qty: 6 });
    await shop.part({ number: 'R-OTHER' });
    await shop.storage('R-SHELF');
    const lines = [
      { part_id: tea, qty: 7 },
      { part_id: lot, qty: 2 },
    ];
    const { id } = await shop.done('/receipt', { number: 'IN-1', external_id: 'PO-1', lines });
    const context = `receipt_id=${id}`;
    expect(await here('9506000134369', context)).toBe('receive: Counts 1 of 7 × R-TEA.');
    expect(await here('r-tea-6', context)).toBe('receive: Counts 6 of 7 × R-TEA.');
    expect(await here('R-LOT', context)).toBe('track: R-LOT is tracked by lot: scan the lot.');
    expect(await here('R-OTHER', context)).toBe('null: This is part R-OTHER. Expected: 7 of R-TEA, 2 of R-LOT.');
    expect(await here('R-SHELF', context)).toBe('place: The next units go to R-SHELF.');
    expect(await here('in-1', context)).toBe('show: This is receipt IN-1.');
    expect((await scan('po-1', context)).matches).toMatchObject([{ kind: 'receipt', id, by: 'external_id' }]);
    await shop.done(`/receipt/${id}/receive`, { lines: [{ part_id: tea, qty: 2, location_id: shop.stockId }] });
    expect(await here('R-TEA-6', context)).toBe('null: One scan counts 6 of R-TEA, and at most 5 may come in.');
    await shop.done(`/receipt/${id}/close`);
    expect(await here('R-TEA', context)).toBe('null: This is part R-TEA. Receipt IN-1 is Closed.');
    const blind = `receipt_id=${(await shop.done('/receipt', {})).id}`;
    expect(await here('R-TEA-6', blind)).toBe('receive: Counts 6 × R-TEA.');
  });
});

describe('for a pick', () => {
  let pick: { id: number; number: string; lines: { id: number; part_id: number }[] };
  let context: string;
  beforeAll(async () => {
    const places = new Map<string, number>();
    for (const name of ['A-10', 'A-2', 'A-3']) places.set(name, await shop.storage(name));
    const stocked = async (number: string, place: string, more: object = {}, stock: object = {}) => {
      const id = await shop.part({ number, ...more });
      await shop.stock(id, 20, { location_id: places.get(place), ...stock });
      return id;
    };
    const soap = await stocked('SOAP', 'A-10');
    const milk = await stocked('MILK', 'A-3', { tracking: 'lot' }, { tracking: [{ lot: 'L1', qty: 20 }] });
    const radio = await stocked(
      'RADIO',
      'A-3',
      { tracking: 'serial' },
      { qty: 2, tracking: [{ serial: 'R1' }, { serial: 'R2' }] },
    );
    const tea = await stocked('TEA', 'A-2', { upc: '4006381333931' });
    await shop.part({ number: 'TEA-6', upc: '14006381333938', parttype_id: 4, parent_part_id: tea, parent_qty: 6 });
    await shop.part({ number: 'TEA-12', upc: '24006381333935', parttype_id: 4, parent_part_id: tea, parent_qty: 12 });
    await shop.part({ number: 'OTHER' });
    const lines = [soap, milk, radio, tea].map((part_id) => ({ part_id, qty: part_id === tea ? 7 : 2 }));
    const order = await shop.issued(lines, { number: 'ORDER-1' });
    pick = await shop.done('/picklinebyorder', { order_id: [order] });
    context = `pick_id=${pick.id}`;
  });

  test('the place of a line is confirmed with what to take there', async () => {
    expect(await here('A-2', context)).toBe('place: A-2: 7 of TEA.');
    expect(await here('a-3', context)).toBe('place: A-3: 2 of MILK, 2 of RADIO.');
    await shop.storage('A-9');
    expect(await here('A-9', context)).toBe('null: This is location A-9. The pick asks for TEA at A-2.');
  });

  test('a part is counted, and a case counts its units', async () => {
    expect(await here('TEA', context)).toBe('pick: Counts 1 of 7 × TEA at A-2.');
    expect(await here('(01)14006381333938', context)).toBe('pick: Counts 6 of 7 × TEA at A-2.');
    expect(await here('24006381333935', context)).toBe(
      'null: One scan counts 12 of TEA, and the pick asks for 7 at A-2.',
    );
    expect(await here('(01)04006381333931(37)8', context)).toBe(
      'null: One scan counts 8 of TEA, and the pick asks for 7 at A-2.',
    );
  });

  test('another part is named, with what the pick asks for', async () => {
    expect(await here('OTHER', context)).toBe('null: This is part OTHER. The pick asks for TEA at A-2.');
    expect(await here('nothing', context)).toBe('null: No record has the code nothing. The pick asks for TEA at A-2.');
  });

  test('a tracked part needs its lot or serial number, which must be there and not expired', async () => {
    expect(await here('MILK', context)).toBe('track: MILK is tracked by lot: scan the lot.');
    const { rows } = await service.sql.query(
      "update part set upc = '09506000134352' where number = 'MILK' returning id",
    );
    expect(rows).toHaveLength(1);
    expect(await here('(01)09506000134352(10)l1', context)).toBe('pick: Counts 1 of 2 × MILK at A-3.');
    expect(await here('(01)09506000134352(10)L9', context)).toBe('null: Lot L9 of MILK is not at A-3.');
    expect(await here('(01)09506000134352(10)L1(17)200101', context)).toBe(
      'null: Lot L1 of MILK expired on 2020-01-01.',
    );
    expect(await here('RADIO', context)).toBe('track: RADIO is tracked by serial number: scan the serial number.');
    expect((await scan('R2', context)).matches).toMatchObject([
      { kind: 'part', label: 'RADIO', by: 'serial', serial: 'R2', qty: 1 },
    ]);
    expect(await here('R2', context)).toBe('pick: Counts 1 of 2 × RADIO at A-3.');
    expect(await here('L1', context)).toBe('pick: Counts 1 of 2 × MILK at A-3.');
    expect((await scan('R2', '')).matches).toEqual([]);
  });

  test('a code with several records that fit is the choice of a person', async () => {
    const { rows } = await service.sql.query("update location set barcode = 'SOAP' where name = 'A-2' returning id");
    expect(rows).toHaveLength(1);
    const { here, matches } = await scan('SOAP', context);
    expect(here).toEqual({ action: 'choose', detail: 'SOAP is location A-2 and part SOAP: choose one.' });
    expect(matches.map(({ here }: { here: { action: string } }) => here.action)).toEqual(['place', 'pick']);
    // Only one of them fits here.
    await service.sql.query("update location set barcode = 'OTHER' where name = 'A-2'");
    expect(await here_('OTHER')).toEqual(['place', null]);
    await service.sql.query("update location set barcode = null where name = 'A-2'");
  });
  const here_ = async (code: string) => {
    const body = await scan(code, context);
    expect(body.here).toEqual(body.matches[0].here);
    return body.matches.map((match: { here: { action: string | null } }) => match.here.action);
  };

  test('the pick itself and its order are shown, and others are not of it', async () => {
    const part = await shop.part({}, 5);
    const other = await shop.issued([{ part_id: part, qty: 1 }], { number: 'ORDER-2' });
    await shop.done('/picklinebyorder', { order_id: [other] });
    await shop.order([{ part_id: part, qty: 1 }], { number: 'ORDER-3' });
    const gone = await shop.issued([{ part_id: part, qty: 1 }], { number: 'ORDER-4' });
    await shop.done(`/salesorder/${gone}/void`);
    expect(await here(pick.number, context)).toBe(`show: This is pick ${pick.number}.`);
    expect(await here('ORDER-1', context)).toBe(`show: Order ORDER-1 is on pick ${pick.number}.`);
    expect(await here('ORDER-2', context)).toBe(`null: Order ORDER-2 is not on pick ${pick.number}.`);
    expect(await here('ORDER-4', context)).toBe('null: Order ORDER-4 is void.');
    const [{ number }] = (await shop.see(other, 'picks')).picks;
    expect(await here(number, context)).toBe(`null: This is pick ${number}. The pick asks for TEA at A-2.`);
  });

  test('a pick over several orders counts the units of all of them, at all places', async () => {
    const part_id = await shop.part({ number: 'RICE' });
    for (const name of ['R-11', 'R-9']) await shop.stock(part_id, 4, { location_id: await shop.storage(name) });
    const orders = [2, 1, 3].map((qty) => shop.issued([{ part_id, qty }]));
    const wave = await shop.done('/picklinebyorder', { order_id: await Promise.all(orders) });
    expect(await here('RICE', `pick_id=${wave.id}`)).toBe('pick: Counts 1 of 6 × RICE at R-9, R-11.');
    expect((await here('R-9', `pick_id=${wave.id}`)).startsWith('place: R-9: ')).toBe(true);
  });

  test('names of records that the caller may not read are in no sentence', async () => {
    const picker = await person(service, 'Picker', ['pick.read', 'location.read']);
    const { body } = await picker.call('GET', `/scan?code=nothing&${context}`);
    const { rows } = await service.sql.query("select id from part where number = 'TEA'");
    expect(body.here.detail).toBe(`No record has the code nothing. The pick asks for part ${rows[0].id} at A-2.`);
  });

  test('what is picked is done, and a finished pick takes nothing', async () => {
    const { data } = await shop.get(`/pickline?${context}&sort=location.name,id&embed=part`);
    const commit = async (number: string, body?: object) =>
      shop.done(
        `/pickline/${data.find((line: { part: { number: string } }) => line.part.number === number).id}/commit`,
        body,
      );
    await commit('TEA');
    expect(await here('TEA', context)).toBe('null: All of TEA is picked. The pick asks for MILK at A-3.');
    expect(await here('A-2', context)).toBe('null: Everything at A-2 is picked. The pick asks for MILK at A-3.');
    for (const number of ['MILK', 'RADIO', 'SOAP']) await commit(number);
    expect(await here('SOAP', context)).toBe(`null: This is part SOAP. Pick ${pick.number} is Finished.`);
  });
});

test('units of a pick that are counted are in a hand, and not asked for again', async () => {
  const [sand, brick] = [await shop.part({ number: 'SAND' }), await shop.part({ number: 'BRICK' })];
  await shop.part({ number: 'SAND-12', parttype_id: 4, parent_part_id: sand, parent_qty: 12 });
  await shop.stock(sand, 50, { location_id: await shop.storage('B-1') });
  await shop.stock(brick, 50, { location_id: await shop.storage('B-2') });
  const orders = [
    await shop.issued([{ part_id: sand, qty: 12 }]),
    await shop.issued([
      { part_id: sand, qty: 12 },
      { part_id: brick, qty: 1 },
    ]),
  ];
  const { id, lines } = await shop.done('/picklinebyorder', { order_id: orders });
  const context = `pick_id=${id}`;
  expect(await here('SAND-12', context)).toBe('pick: Counts 12 of 24 × SAND at B-1.');
  const [first, second] = lines.filter(({ part_id }: { part_id: number }) => part_id === sand);
  await shop.done(`/pickline/${first.id}/count`, { qty: 12 });
  await shop.done(`/pickline/${second.id}/count`, { qty: 8 });
  expect(await here('SAND-12', context)).toBe('null: One scan counts 12 of SAND, and the pick asks for 4 at B-1.');
  expect(await here('B-1', context)).toBe('place: B-1: 4 of SAND.');
  expect(await here('nothing', context)).toBe('null: No record has the code nothing. The pick asks for SAND at B-1.');
  await shop.done(`/pickline/${second.id}/count`, { qty: 4 });
  expect(await here('SAND', context)).toMatch(/^null: All of SAND is picked\./);
  expect(await here('nothing', context)).toBe('null: No record has the code nothing. The pick asks for BRICK at B-2.');
});

describe('for a pack', () => {
  test('units and cartons are packed', async () => {
    const [salt, oil] = [await shop.part({ number: 'SALT' }, 9), await shop.part({ number: 'OIL' }, 9)];
    await shop.part({ number: 'SALT-3', parttype_id: 4, parent_part_id: salt, parent_qty: 3 });
    const order = await shop.issued(
      [
        { part_id: salt, qty: 2 },
        { part_id: oil, qty: 1 },
      ],
      { number: 'ORDER-5' },
    );
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    const { carton_id } = await shop.done(`/pack/${pack.id}/carton`, { cartontype_id: await shop.cartontype() });
    const context = `pack_id=${pack.id}`;
    expect(await here(`${pack.number}-1`, context)).toBe(`open: The next units go into carton ${pack.number}-1.`);
    expect(await here('SALT', context)).toBe('pack: Counts 1 of 2 × SALT.');
    expect(await here('SALT-3', context)).toBe('null: One scan counts 3 of SALT, and 2 of SALT are to pack.');
    expect(await here('CUP', context)).toBe('null: No record has the code CUP. To pack: 2 of SALT, 1 of OIL.');
    expect(await here('ORDER-5', context)).toBe(`show: Order ORDER-5 is on pack ${pack.number}.`);
    const move = { subtract_location_id: shop.movingId, add_carton_id: carton_id };
    await shop.done(`/pack/${pack.id}/moveitem`, { ...move, order_id: order, part_id: salt, qty: 2 });
    expect(await here('SALT', context)).toBe('null: All of SALT is in cartons. To pack: 1 of OIL.');
    await shop.done(`/pack/${pack.id}/moveitem`, { ...move, move_all: 1 });
    expect(await here('MILK', context)).toBe('null: This is part MILK. Everything is in cartons.');
    await shop.done(`/pack/${pack.id}/finish`);
    expect(await here('OIL', context)).toBe(`null: This is part OIL. Pack ${pack.number} is Finished.`);
  });

  test('a carton of another pack is named', async () => {
    const post = await shop.carrier('Parcel Post');
    const one = await packed('ORDER-6', post);
    const part = await shop.part({}, 5);
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    expect(await here(one.carton, `pack_id=${pack.id}`)).toBe(
      `null: Carton ${one.carton} is of pack ${one.pack.number}, and not of ${pack.number}.`,
    );
  });
});

describe('where goods leave', () => {
  test('a ship takes its own cartons, and names the carrier of another one', async () => {
    const [post, freight] = [await shop.carrier('Parcel Post'), await shop.carrier('Road Freight')];
    const [one, two, three] = [
      await packed('ORDER-7', post),
      await packed('ORDER-8', post),
      await packed('ORDER-9', freight),
    ];
    const ship = await shop.done('/shiplinebyorder', { order_id: [one.id] });
    const context = `ship_id=${ship.id}`;
    expect(await here(one.carton, context)).toBe(
      `load: Carton ${one.carton} of order ORDER-7 is on ship ${ship.number}.`,
    );
    expect(await here(two.carton, context)).toBe(`null: Carton ${two.carton} of order ORDER-8 is on no ship.`);
    expect(await here(three.carton, context)).toBe(
      `null: Carton of another carrier: ${three.carton} goes with Road Freight, and not with Parcel Post.`,
    );
    const other = await shop.done('/shiplinebyorder', { order_id: [two.id] });
    expect(await here(two.carton, context)).toBe(`null: Carton ${two.carton} is on ship ${other.number}.`);
    await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: [one.cartonId] });
    expect(await here(`${ship.number}-1`, context)).toBe(
      `open: Cartons that are checked off go onto pallet ${ship.number}-1.`,
    );
    expect(await here(one.carton, context)).toContain(`It is on pallet ${ship.number}-1.`);
    expect(await here(one.carton, `ship_id=${other.id}`)).toBe(`null: Carton ${one.carton} is on ship ${ship.number}.`);
    await shop.done(`/ship/${ship.id}/finish`);
    expect(await here(one.carton, context)).toBe(
      `null: This is carton ${one.carton}. Ship ${ship.number} is Finished.`,
    );
  });

  test('a carrier takes what is ready, and what is held or of others stays', async () => {
    const [post, freight] = [await shop.carrier('Parcel Post'), await shop.carrier('Road Freight')];
    const [one, two, three] = [
      await packed('ORDER-10', post),
      await packed('ORDER-11', post),
      await packed('ORDER-12', freight),
    ];
    const context = `carrier_id=${post}&site_id=${shop.siteId}`;
    expect(await here(one.carton, context)).toBe(
      `null: Carton ${one.carton} of order ORDER-10 is not ready for pickup: it has to be shipped first.`,
    );
    await shop.through([one.id], 'ship');
    await shop.through([two.id], 'ship');
    expect(await here(one.carton, context)).toBe(`hand_over: Carton ${one.carton} of order ORDER-10 is ready.`);
    expect(await here('ORDER-10', context)).toBe('null: Order ORDER-10 has 1 carton ready: scan each carton.');
    await shop.done(`/salesorder/${two.id}/hold`, { reason: 'Credit check' });
    expect(await here(two.carton, context)).toBe('null: Order ORDER-11 is on hold: Credit check.');
    expect(await here(three.carton, context)).toBe(
      `null: Carton of another carrier: ${three.carton} goes with Road Freight, and not with Parcel Post.`,
    );
    await shop.done(`/salesorder/${two.id}/release`);
    const pickup = await shop.done('/pickup', { carrier_id: post, site_id: shop.siteId });
    expect(await here(one.carton, context)).toBe(`null: Carton ${one.carton} was picked up with ${pickup.number}.`);
    expect(await here(one.carton, `pickup_id=${pickup.id}`)).toBe(
      `check: Carton ${one.carton} of order ORDER-10 is of pickup ${pickup.number}.`,
    );
    expect(await here(three.carton, `pickup_id=${pickup.id}`)).toBe(
      `null: Carton ${three.carton} of order ORDER-12 is not picked up.`,
    );
    expect(await here('ORDER-10', `pickup_id=${pickup.id}`)).toBe(
      `show: Order ORDER-10 is on pickup ${pickup.number}.`,
    );
  });

  test('names of carriers and orders are left out where the caller may not read them', async () => {
    const [post, freight] = [await shop.carrier('Parcel Post'), await shop.carrier('Road Freight')];
    const [one, two] = [await packed('ORDER-13', post), await packed('ORDER-14', freight)];
    const ship = await shop.done('/shiplinebyorder', { order_id: [one.id] });
    const loader = await person(service, 'Loader', ['ship.read', 'carton.read']);
    const of = async (carton: string) => (await loader.call('GET', `/scan?code=${carton}&ship_id=${ship.id}`)).body;
    expect((await of(one.carton)).here.detail).toBe(`Carton ${one.carton} is on ship ${ship.number}.`);
    const other = await of(two.carton);
    expect(other.here.detail).toBe(`Carton of another carrier: ${two.carton} is not of this one.`);
    expect(JSON.stringify(other)).not.toMatch(/Freight|Post|ORDER/);
  });
});
