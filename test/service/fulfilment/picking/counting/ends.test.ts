import { expect, test } from 'vitest';
import { testShop } from '../../../../support/shop.ts';

/** Events that end the count of a pickline, so that no count is stale. */

const { service, shop } = await testShop({}, 'each');

const count = (line: number, body: object = {}) => shop.done(`/pickline/${line}/count`, body);
const countedRows = async (line: number) =>
  (await service.sql.query('select qty::float from picklinecount where pickline_id = $1', [line])).rows.map(
    ({ qty }) => qty,
  );
const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });

/** A line of five units with a count of three. */
const countedLine = async (qty = 3) => {
  const part = await shop.part({}, 5);
  const order = await shop.issued([{ part_id: part, qty: 5 }]);
  const { id: pick, lines } = await pickOf(order);
  const line: number = lines[0].id;
  await count(line, { qty });
  return { part, order, pick: pick as number, line };
};

test('a commit ends the count, whatever its details', async () => {
  const bodies = [{}, { qty: 3 }, { qty: 2, keep_rest: 1 }, { qty: 4, missing: 1 }, { qty: 0, missing: 1 }];
  for (const body of bodies) {
    const { line } = await countedLine();
    await shop.done(`/pickline/${line}/commit`, body);
    expect(await countedRows(line), JSON.stringify(body)).toEqual([]);
  }
});

test('after an uncommit the line is counted anew', async () => {
  const { line } = await countedLine();
  await count(line, { qty: 2 });
  await shop.done(`/pickline/${line}/uncommit`);
  expect(await shop.get(`/pickline/${line}`)).toMatchObject({ qty_committed: 0, qty_counted: 0 });
  expect(await count(line, { qty: 5 })).toMatchObject({ qty_committed: 5 });
});

test('a pick with counted units is not finished: the refusal names the calls', async () => {
  const { order, pick, line } = await countedLine();
  const { next } = await shop.progress(order);
  expect(next.map(({ path }: { path: string }) => path)).not.toContain(`/pick/${pick}/finish`);
  const refused = (await shop.post(`/pick/${pick}/finish`)).body;
  expect(refused.code).toBe('pick.counted');
  expect(refused.detail).toMatch(/3 of 5 of part \S+ for pickline \d+, the last by .+\)/);
  const [commit, back] = refused.next;
  expect(commit).toMatchObject({ path: `/pickline/${line}/commit`, body: { counted: true } });
  await shop.done(back.path, back.body);
  await shop.done(`/pick/${pick}/finish`);
  const second = await countedLine();
  const [again] = (await shop.post(`/pick/${second.pick}/finish`)).body.next;
  await shop.done(again.path, again.body);
  expect(await shop.counters(second.order, 'qty_picked')).toEqual([3]);
});

test('the refusal to finish names tracked units', async () => {
  const part = await shop.part({ tracking: 'serial' });
  await shop.stock(part, 3, { tracking: ['A', 'B', 'C'].map((serial) => ({ serial })) });
  const order = await shop.issued([{ part_id: part, qty: 3 }]);
  const { id, lines } = await pickOf(order);
  for (const serial of ['A', 'C']) await count(lines[0].id, { serial });
  const [commit, ...back] = (await shop.post(`/pick/${id}/finish`)).body.next;
  expect(back).toHaveLength(2);
  await shop.done(commit.path, commit.body);
  expect(await shop.counters(order, 'qty_picked')).toEqual([2]);
});

test('a deleted pick, and the void, unissue and close short of the order, end the count', async () => {
  for (const verb of ['void', 'unissue', 'closeshort']) {
    const { order, line } = await countedLine();
    await shop.done(`/salesorder/${order}/${verb}`);
    expect(await countedRows(line), verb).toEqual([]);
  }
  const { pick, line } = await countedLine();
  await shop.done(`/pick/${pick}`, undefined, 'DELETE');
  expect(await shop.get(`/pickline/${line}`)).toMatchObject({ pick_id: null, qty_counted: 0 });
});

test('the task in one call picks what is reserved, and ends the count', async () => {
  const { order, line } = await countedLine();
  await shop.through([order], 'pick');
  expect(await countedRows(line)).toEqual([]);
  expect(await shop.counters(order, 'qty_picked')).toEqual([5]);
});

test('part of an order that is picked in one call shortens the line, and ends a count that no longer fits', async () => {
  for (const [qty, left] of [
    [1, [3]],
    [3, []],
  ] as const) {
    const { order, line } = await countedLine();
    const [salesLine] = await shop.get(`/salesorder/${order}/line`);
    const line_details = [{ transactionline_id: salesLine.id, qty }];
    const reply = await shop.perform('pick', [order], { line_details });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await countedRows(line)).toEqual(left);
  }
});

test('a write-off ends a count that is greater than the rest of the line', async () => {
  const few = await countedLine();
  const missing = (part_id: number, qty: number) =>
    shop.done('/inventoryadjustment', { part_id, location_id: shop.stockId, qty, from_orders: 1, reason: 'count' });
  await missing(few.part, -3);
  expect(await shop.get(`/pickline/${few.line}`)).toMatchObject({ qty: 2, qty_counted: 0 });
  const same = await countedLine();
  await missing(same.part, -2);
  expect(await shop.get(`/pickline/${same.line}`)).toMatchObject({ qty: 3, qty_counted: 3, qty_committed: 0 });
  // Nothing is left to count. The refusal names the commit.
  const { code, next } = (await shop.post(`/pickline/${same.line}/count`)).body;
  expect(code).toBe('pickline.counted');
  expect(await shop.done(next[0].path, next[0].body)).toMatchObject({ qty_committed: 3 });
});

test('units that a stock count or a transfer takes away from another location end their count', async () => {
  const [part, shelf, other] = [await shop.part({}, 5), await shop.storage(), await shop.storage()];
  await shop.stock(part, 3, { location_id: shelf });
  const { lines } = await pickOf(await shop.issued([{ part_id: part, qty: 5 }]));
  const [line] = [lines[0].id];
  await count(line, { qty: 2, location_id: shelf });
  await shop.done('/inventoryadjustment', { part_id: part, location_id: shelf, qty: -1, reason: 'count' });
  expect(await countedRows(line)).toEqual([2]);
  await shop.done('/inventoryadjustment', { part_id: part, location_id: shelf, qty: -1, reason: 'count' });
  expect(await countedRows(line)).toEqual([]);
  await count(line, { location_id: shelf });
  await shop.done('/inventorytransfer', { part_id: part, from_location_id: shelf, to_location_id: other, qty: 1 });
  expect(await countedRows(line)).toEqual([]);
});

test('a commit of another line with a counted lot or serial number ends that count', async () => {
  const part = await shop.part({ tracking: 'serial' });
  await shop.stock(part, 4, { tracking: ['A', 'B', 'C', 'D'].map((serial) => ({ serial })) });
  const [one, two] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 2 }])];
  const [mine, theirs] = [(await pickOf(one)).lines[0].id, (await pickOf(two)).lines[0].id];
  await count(mine, { serial: 'A' });
  await shop.done(`/pickline/${theirs}/commit`, { tracking: [{ serial: 'A' }, { serial: 'D' }] });
  expect(await countedRows(mine)).toEqual([]);
  await count(mine, { serial: 'B' });
  await count(mine, { serial: 'C' });
  expect(await shop.counters(one, 'qty_picked')).toEqual([2]);
});

test('the later count of a lot ends when too few units are left', async () => {
  const part = await shop.part({ tracking: 'lot' });
  await shop.stock(part, 6, { tracking: [{ lot: 'A', qty: 6 }] });
  await shop.stock(part, 6, { tracking: [{ lot: 'B', qty: 6 }] });
  const orders = [];
  for (let at = 0; at < 3; at++) orders.push(await shop.issued([{ part_id: part, qty: 3 }]));
  const lines: number[] = [];
  for (const order of orders) lines.push((await pickOf(order)).lines[0].id);
  const [first, second, third] = lines as [number, number, number];
  await count(first, { lot: 'A', qty: 2 });
  await count(second, { lot: 'A', qty: 2 });
  // The line that commits has counted units of the lot too: they leave with it, and end no count of another line.
  await count(third, { lot: 'A', qty: 1 });
  await shop.done(`/pickline/${third}/commit`, {
    tracking: [
      { lot: 'A', qty: 2 },
      { lot: 'B', qty: 1 },
    ],
  });
  expect([await countedRows(first), await countedRows(second)]).toEqual([[2], [2]]);
  await shop.done('/inventoryadjustment', {
    part_id: part,
    location_id: shop.stockId,
    qty: -1,
    from_orders: 1,
    tracking: [{ lot: 'A', qty: -1 }],
  });
  expect([await countedRows(first), await countedRows(second)]).toEqual([[2], []]);
});

test('a transfer of reserved units ends the count of the line that goes with them', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  const { lines } = await pickOf(await shop.issued([{ part_id: part, qty: 5 }]));
  await shop.stock(part, 5);
  await count(lines[0].id, { qty: 2 });
  await shop.done('/inventorytransfer', {
    part_id: part,
    from_location_id: shop.stockId,
    to_location_id: shelf,
    qty: 8,
  });
  expect(await countedRows(lines[0].id)).toEqual([2]);
  await shop.done('/inventorytransfer', {
    part_id: part,
    from_location_id: shop.stockId,
    to_location_id: shelf,
    qty: 2,
  });
  expect(await shop.get(`/pickline/${lines[0].id}`)).toMatchObject({ qty: 2, location_id: shelf, qty_counted: 0 });
});

test('a pick that is open again has no counts', async () => {
  const { line, pick } = await countedLine();
  await count(line, { qty: 2 });
  expect((await shop.get(`/pick/${pick}?embed=status`)).status.name).toBe('Finished');
  await shop.done(`/pickline/${line}/uncommit`);
  expect(await countedRows(line)).toEqual([]);
  expect(await shop.get(`/pick/${pick}?embed=status`)).toMatchObject({ status: { name: 'Open' }, workers: [] });
});
