import { expect, test } from 'vitest';
import { testShop } from '../../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });
const count = (line: number, body: object = {}) => shop.done(`/pickline/${line}/count`, body);
const refusal = async (line: number, body: object = {}) => (await shop.post(`/pickline/${line}/count`, body)).body;
const read = (line: number) => shop.get(`/pickline/${line}`);

/** A pick of one order with a line for each of the parts. */
const picked = async (...lines: { part_id: number; qty: number }[]) => {
  const order = await shop.issued(lines);
  const pick = await pickOf(order);
  return { order, pick: pick.id as number, lines: pick.lines.map(({ id }: { id: number }) => id) as number[] };
};

test('each count adds a unit, and the last one commits the line and finishes the pick', async () => {
  const part = await shop.part({}, 5);
  const { order, pick, lines } = await picked({ part_id: part, qty: 3 });
  const [line] = lines as [number];
  expect(await read(line)).toMatchObject({ qty_counted: 0, counts: [] });
  expect(await count(line)).toMatchObject({ id: line, qty: 3, qty_committed: 0, qty_counted: 1 });
  const { counts } = await count(line, { location_id: shop.stockId });
  expect(counts).toEqual([
    {
      location_id: shop.stockId,
      lot: null,
      serial: null,
      qty: 2,
      user_id: expect.any(Number),
      name: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    },
  ]);
  expect(await shop.units(part)).toEqual({ storage: 5 });
  expect(await count(line)).toMatchObject({ id: line, qty: 3, qty_committed: 3, qty_counted: 0, counts: [] });
  expect(await shop.units(part)).toEqual({ storage: 2, moving: 3 });
  expect((await shop.get(`/pick/${pick}?embed=status`)).status.name).toBe('Finished');
  const events = (await shop.get(`/salesorder/${order}/timeline`)).map(({ event }: { event: string }) => event);
  expect(events.slice(2)).toEqual([
    'pick.created',
    'pickline.counted',
    'pickline.counted',
    'pickline.committed',
    'pick.finished',
    'salesorder.started',
  ]);
});

test('a case counts its units, and units can be taken back', async () => {
  const part = await shop.part({ number: 'COUNTED-BACK' }, 50);
  const { lines } = await picked({ part_id: part, qty: 24 });
  const [line] = lines as [number];
  await count(line, { qty: 12 });
  expect(await count(line, { qty: -2 })).toMatchObject({ qty_counted: 10 });
  expect(await refusal(line, { qty: -11 })).toMatchObject({
    code: 'pickline.not-counted',
    detail: "11 of part COUNTED-BACK can't be taken back there: counted are 10 at Stock.",
  });
  expect(await count(line, { qty: -10 })).toMatchObject({ qty_counted: 0, counts: [] });
  expect((await refusal(line, { qty: -1 })).detail).toMatch(/nothing is counted for pickline \d+\.$/);
  expect(await refusal(line, { qty: 0 })).toMatchObject({ code: 'body.invalid' });
  await count(line, { qty: 24 });
});

test('a count beyond the line is refused and names the people who counted', async () => {
  const part = await shop.part({ number: 'COUNTED-OVER' }, 50);
  const { lines } = await picked({ part_id: part, qty: 3 });
  const [line] = lines as [number];
  await count(line, { qty: 2 });
  expect(await refusal(line, { qty: 2 })).toMatchObject({
    code: 'pickline.counted',
    qty_counted: 2,
    detail: expect.stringMatching(
      /^Pickline \d+ is for 3 of part COUNTED-OVER, and 2 are counted \(2 by [^)]+\)\. Count fewer\.$/,
    ),
  });
  await count(line);
  const { code, detail, by } = await refusal(line);
  expect([code, detail]).toEqual([
    'pickline.counted',
    `All 3 of part COUNTED-OVER were counted for pickline ${line}, the last one by ${by}.`,
  ]);
  expect((await refusal(line, { qty: -1 })).code).toBe('pickline.committed');
});

test('units of two locations are committed from each', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  const { order, pick, lines } = await picked({ part_id: part, qty: 4 });
  const [line] = lines as [number];
  await shop.stock(part, 2, { location_id: shelf });
  await count(line, { qty: 2, location_id: shelf });
  expect(await refusal(line, { location_id: shelf })).toMatchObject({ code: 'pickline.counted' });
  await count(line);
  expect(await count(line)).toMatchObject({ id: line, qty: 2, qty_committed: 2, location_id: shop.stockId });
  const { lines: committed } = await shop.get(`/pick/${pick}?embed=lines`);
  expect(committed).toMatchObject([
    { id: line, qty_committed: 2, location_id: shop.stockId, finished: true },
    { qty_committed: 2, location_id: shelf, finished: true },
  ]);
  expect(await shop.counters(order, 'qty_picked')).toEqual([4]);
});

test('units of another location alone move the line there', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  const { lines } = await picked({ part_id: part, qty: 2 });
  const [line] = lines as [number];
  await shop.stock(part, 2, { location_id: shelf });
  await count(line, { location_id: shelf });
  expect(await count(line, { location_id: shelf })).toMatchObject({ id: line, qty_committed: 2, location_id: shelf });
});

test('a location where nothing can be taken is refused as by a commit', async () => {
  const [part, empty] = [await shop.part({ number: 'COUNTED-AWAY' }, 5), await shop.storage('Empty shelf')];
  const { lines } = await picked({ part_id: part, qty: 2 });
  const [line] = lines as [number];
  for (const location_id of [empty, shop.movingId, 999_999]) {
    const [counted, committed] = [
      await refusal(line, { location_id }),
      (await shop.post(`/pickline/${line}/commit`, { location_id, qty: 1 })).body,
    ];
    expect([counted.code, counted.detail]).toEqual([committed.code, committed.detail]);
  }
});

test('units that are reserved for others cannot be counted elsewhere', async () => {
  const [part, shelf] = [await shop.part(), await shop.storage()];
  await shop.stock(part, 2);
  const { lines } = await picked({ part_id: part, qty: 2 });
  await shop.stock(part, 2, { location_id: shelf });
  await shop.issued([{ part_id: part, qty: 2 }]);
  expect(await refusal(lines[0]!, { location_id: shelf })).toMatchObject({ code: 'stock.short' });
});

test('a lot is named, may be another than the reserved one, and is committed as counted', async () => {
  const part = await shop.part({ tracking: 'lot', number: 'COUNTED-LOT' });
  await shop.stock(part, 3, { tracking: [{ lot: 'A', qty: 3 }] });
  await shop.stock(part, 3, { tracking: [{ lot: 'B', qty: 3 }] });
  const { lines } = await picked({ part_id: part, qty: 4 });
  const [line] = lines as [number];
  expect(await refusal(line)).toMatchObject({ code: 'tracking.required', errors: [{ pointer: '/lot' }] });
  expect(await refusal(line, { lot: 'A', serial: 'X' })).toMatchObject({ code: 'tracking.mismatch' });
  expect(await refusal(line, { lot: 'C' })).toMatchObject({ code: 'stock.short' });
  expect(await refusal(line, { lot: 'B', qty: 4 })).toMatchObject({ code: 'stock.short' });
  await count(line, { lot: 'B', qty: 3 });
  expect(await refusal(line, { lot: 'B' })).toMatchObject({
    code: 'pickline.counted',
    detail: expect.stringMatching(/^Too few of lot B of part COUNTED-LOT are at Stock .+: 3 for pickline \d+ by .+\.$/),
  });
  await count(line, { lot: 'A' });
  const { commits } = await shop.get(`/pickline/${line}?embed=commits`);
  expect(commits.map(({ lot, qty }: { lot: string; qty: number }) => [lot, qty]).sort()).toEqual([
    ['A', 1],
    ['B', 3],
  ]);
});

test('a serial number is counted once, for one line', async () => {
  const part = await shop.part({ tracking: 'serial', number: 'COUNTED-SERIAL' });
  await shop.stock(part, 4, { tracking: ['S1', 'S2', 'S3', 'S4'].map((serial) => ({ serial })) });
  const [one, two] = [await picked({ part_id: part, qty: 2 }), await picked({ part_id: part, qty: 2 })];
  const [line, other] = [one.lines[0]!, two.lines[0]!];
  expect(await refusal(line)).toMatchObject({ code: 'tracking.required', errors: [{ pointer: '/serial' }] });
  expect(await refusal(line, { serial: 'S1', qty: 2 })).toMatchObject({ code: 'tracking.mismatch' });
  expect(await refusal(line, { serial: 'S1', lot: 'L' })).toMatchObject({ code: 'tracking.mismatch' });
  expect(await refusal(line, { serial: 'S9' })).toMatchObject({ code: 'stock.short' });
  // The unit is reserved for the other line, which gets another one.
  await count(line, { serial: 'S3' });
  for (const twice of [line, other]) {
    expect(await refusal(twice, { serial: 'S3' })).toMatchObject({
      code: 'pickline.counted',
      detail: expect.stringMatching(
        new RegExp(`^Serial number S3 of part COUNTED-SERIAL was counted for pickline ${line} by .+\\.$`),
      ),
    });
  }
  await count(line, { serial: 'S3', qty: -1 });
  await count(other, { serial: 'S3' });
  await count(line, { serial: 'S1' });
  await count(line, { serial: 'S4' });
  await count(other, { serial: 'S2' });
  const { rows } = await service.sql.query(
    `select pickline_id, array_agg(serial order by serial) as serials from inventorymovement where pickline_id = any($1) group by 1 order by 1`,
    [[line, other]],
  );
  expect(rows.map(({ serials }) => serials)).toEqual([
    ['S1', 'S4'],
    ['S2', 'S3'],
  ]);
});

test('part of a unit, and tracking of a part without it, are refused', async () => {
  const part = await shop.part({ whole_units: true }, 5);
  const { lines } = await picked({ part_id: part, qty: 2 });
  expect(await refusal(lines[0]!, { qty: 0.5 })).toMatchObject({ code: 'body.invalid', errors: [{ pointer: '/qty' }] });
  expect(await refusal(lines[0]!, { lot: 'A' })).toMatchObject({ code: 'tracking.mismatch' });
  const liquid = await shop.part({ whole_units: false, unit: 'l' }, 5);
  const poured = await picked({ part_id: liquid, qty: 1 });
  expect(await count(poured.lines[0]!, { qty: 0.25 })).toMatchObject({ qty_counted: 0.25 });
});

test('an answer that was lost is repeated under its key and counts once', async () => {
  const part = await shop.part({}, 5);
  const { lines } = await picked({ part_id: part, qty: 5 });
  for (let times = 0; times < 3; times++) {
    const key = { 'idempotency-key': `scan ${lines[0]}` };
    const reply = await service.call('POST', `/pickline/${lines[0]}/count`, {}, key);
    expect(reply.body).toMatchObject({ qty_counted: 1 });
  }
  expect(await read(lines[0]!)).toMatchObject({ qty_counted: 1 });
});

test('an order on hold is counted on: its open pick may be finished', async () => {
  const part = await shop.part({}, 5);
  const { order, lines } = await picked({ part_id: part, qty: 2 });
  await count(lines[0]!);
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Credit' });
  expect(await read(lines[0]!)).toMatchObject({ qty_counted: 1 });
  expect(await count(lines[0]!)).toMatchObject({ qty_committed: 2 });
});

test('a line on no pick, of a finished pick, and an unknown one cannot be counted', async () => {
  const part = await shop.part({}, 5);
  const order = await shop.issued([{ part_id: part, qty: 2 }]);
  const [{ id }] = (await shop.get(`/pickline?order_id=${order}`)).data;
  expect(await shop.refused(`/pickline/${id}/count`)).toBe('409 pick.state');
  expect(await shop.refused('/pickline/999999/count')).toBe('404 record.unknown');
});
