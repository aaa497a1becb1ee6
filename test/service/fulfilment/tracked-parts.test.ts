import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });

const lots = async (values: Record<string, [number, string?]>) => {
  const part = await shop.part({ tracking: 'lot' });
  for (const [lot, [qty, expires_on]] of Object.entries(values)) {
    await shop.stock(part, qty, { tracking: [{ lot, qty, ...(expires_on ? { expires_on } : {}) }] });
  }
  return part;
};
const reservedOf = async (order: number) =>
  (
    await service.sql.query(
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

test('the lot that expires first is reserved and taken first', async () => {
  const part = await lots({ NEW: [5, '2031-01-01'], OLD: [2, '2030-01-01'], ETERNAL: [9] });
  const id = await shop.issued([{ part_id: part, qty: 4 }]);
  const pick = await pickOf(id);
  await shop.done(`/pickline/${pick.lines[0].id}/commit`);
  expect(await moved(pick.lines[0].id)).toEqual([
    ['OLD', 2],
    ['NEW', 2],
  ]);
});

test('expired units are neither listed nor reserved, and the shortage mentions them', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const part = await lots({ SPOILED: [5, '2020-01-01'], LAST_DAY: [1, today], FRESH: [1, '2041-01-01'] });
  const id = await shop.issued([{ part_id: part, qty: 3 }]);
  expect(await reservedOf(id)).toEqual(['1 FRESH', '1 LAST_DAY']);
  expect(await shop.get(`/part/${part}?embed=qty_available_for_pick`)).toMatchObject({ qty_available_for_pick: [] });
  const { body } = await shop.perform('pick', [id]);
  expect(body.detail).toMatch(/1 of 3 of part \w+ \(5 there have expired\)/);
  // A person sets a later expiry date: the units are good, and the waiting order gets them.
  const spoiled = { lot: 'SPOILED', qty: 1, expires_on: '2042-01-01' };
  await shop.stock(part, 1, { tracking: [spoiled] });
  expect(await reservedOf(id)).toEqual(['1 FRESH', '1 LAST_DAY', '1 SPOILED']);
  await shop.through([id], 'pick');
});

test('units that expire while reserved are exchanged when a pick is made or continued', async () => {
  const part = await lots({ OLD: [4, '2041-01-01'], NEW: [3, '2042-01-01'] });
  const [a, b] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 2 }])];
  const openPick = await pickOf(a);
  // The expiry date passes.
  await service.sql.query(`update inventory set expires_on = '2020-01-01' where part_id = $1 and lot = 'OLD'`, [part]);
  const pick = await pickOf(b);
  expect([await reservedOf(b), pick.lines.length]).toEqual([['2 NEW'], 1]);
  expect((await shop.perform('pick', [a])).body).toMatchObject({ code: 'stock.short' });
  expect((await shop.perform('pick', [a], { partial: 1 })).status).toBe(200);
  expect(await shop.counters(a, 'qty_picked')).toEqual([1]);
  expect(await shop.refused(`/pickline/${openPick.lines[0].id}/commit`)).toBe('404 record.unknown');
  await shop.stock(part, 1, { tracking: [{ lot: 'NEWER', qty: 1, expires_on: '2043-01-01' }] });
  await shop.through([a, b], 'pick');
  expect(await shop.units(part)).toEqual({ moving: 4, storage: 4 });
});

test('the units to pick are listed in the order of expiry too', async () => {
  const part = await lots({ NEW: [5, '2031-01-01'], OLD: [2, '2030-01-01'], ETERNAL: [9] });
  const id = await shop.issued([{ part_id: part, qty: 1 }]);
  const pick = await pickOf(id);
  const shown = await shop.get(`/pick/${pick.id}?embed=lines,lines.part.qty_available_for_pick.location`);
  const offered = shown.lines[0].part.qty_available_for_pick;
  expect(offered.map((one: Record<string, unknown>) => [one.lot, one.qty])).toEqual([
    // The pick counts the unit that it has reserved itself.
    ['OLD', 2],
    ['NEW', 5],
    ['ETERNAL', 9],
  ]);
  expect(offered[0].location).toMatchObject({ id: shop.stockId });
});

test('other lots can be taken, even those that another line of the order has reserved', async () => {
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
  // Fewer units of its own lot than it has reserved, and one unit of a free lot.
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

test('a serial number is one unit, and keeps its lot', async () => {
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
  // Shipped units may be returned.
  await shop.done('/inventoryadjustment', { ...again, tracking: [{ serial: 'S1', lot: 'L' }] });
});

test('a unit that another order has reserved can be taken, and that order gets another unit', async () => {
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
  // The line was committed with other units.
  expect(await shop.refused(first, { tracking: [{ serial: 'U2' }, { serial: 'U1' }] })).toBe('409 pickline.committed');
  await shop.done(first, { tracking: [{ serial: 'U1' }, { serial: 'U3' }] });
});

test('a displaced order gets units that have not expired', async () => {
  const part = await lots({ SPOILED: [5, '2020-01-01'], ONE: [1, '2041-01-01'], TWO: [1, '2042-01-01'] });
  const [a, b] = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }])];
  expect([await reservedOf(a), await reservedOf(b)]).toEqual([['1 ONE'], ['1 TWO']]);
  const pick = await pickOf(a);
  await shop.done(`/pickline/${pick.lines[0].id}/commit`, { tracking: [{ lot: 'TWO', qty: 1 }] });
  expect(await reservedOf(b)).toEqual(['1 ONE']);
});

test('the order that would be served last is displaced first, and keeps as many units of the location', async () => {
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
  // Another location gives only units that leave its orders enough: all of lot C is for the fourth order.
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

test('a refusal names the locations of the units and the orders that have them reserved', async () => {
  const [part, shelf] = [await shop.part({ number: 'RADIO', tracking: 'serial' }), await shop.storage('Upper shelf')];
  await shop.stock(part, 1, { tracking: [{ serial: 'R1' }] });
  await shop.stock(part, 1, { location_id: shelf, tracking: [{ serial: 'R2' }] });
  const pick = await pickOf(await shop.issued([{ part_id: part }]));
  const path = `/pickline/${pick.lines[0].id}/commit`;
  const why = async (body: object) => (await shop.post(path, body)).body.detail;
  expect(await why({ tracking: [{ serial: 'R2' }] })).toBe(
    "Serial number R2 of part RADIO can't be taken at Stock: none is there; it is at Upper shelf.",
  );
  const other = await shop.issued([{ part_id: part }]);
  await shop.through([other], 'pick');
  const { number } = await shop.see(other);
  expect(await why({ tracking: [{ serial: 'R2' }] })).toBe(
    `Serial number R2 of part RADIO can't be taken at Stock: none is there; it is at Moving for order ${number}.`,
  );
  expect(await why({ tracking: [{ serial: 'R3' }] })).toBe(
    "Serial number R3 of part RADIO can't be taken at Stock: none in stock.",
  );
});
