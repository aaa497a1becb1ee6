import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** A commit of exactly the units that are counted, at the places where they were counted. */

const { service, shop } = await testShop({}, 'each');

const count = (line: number, body: object = {}) => shop.done(`/pickline/${line}/count`, body);
const commit = (line: number, body: object = {}) => shop.post(`/pickline/${line}/commit`, { counted: true, ...body });
const taken = async (order: number) =>
  (await shop.get(`/pickline?order_id=${order}`)).data
    .filter(({ qty_committed }: { qty_committed: number }) => qty_committed > 0)
    .map(({ location_id, qty_committed }: { location_id: number; qty_committed: number }) => [
      location_id,
      qty_committed,
    ]);

/** A line of ten units at the first place; four are counted there, and three at a second one. */
async function atTwoPlaces() {
  const [part, second] = [await shop.part({}, 10), await shop.storage()];
  await shop.stock(part, 5, { location_id: second });
  const order = await shop.issued([{ part_id: part, qty: 10 }]);
  const { id: pick, lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  const line: number = lines[0].id;
  await count(line, { qty: 3, location_id: second });
  await count(line, { qty: 4 });
  return { part, second, order, pick: pick as number, line };
}

const left = async (part: number, location: number) =>
  (
    await service.sql.query(
      'select coalesce(sum(qty), 0)::float as qty from inventory where part_id = $1 and location_id = $2',
      [part, location],
    )
  ).rows[0].qty;

test('takes the units of each place, and returns the rest to the order', async () => {
  const { part, second, order, pick, line } = await atTwoPlaces();
  expect((await commit(line, { short_reason: 'crushed' })).body).toMatchObject({ id: line, qty_committed: 4 });
  expect(await taken(order)).toEqual([
    [shop.stockId, 4],
    [second, 3],
  ]);
  expect([await left(part, shop.stockId), await left(part, second)]).toEqual([6, 2]);
  expect(await shop.get(`/pick/${pick}`)).toMatchObject({ status_id: 2 });
  const { data } = await shop.get(`/pickline?order_id=${order}`);
  expect(data.find(({ pick_id }: { pick_id: number | null }) => pick_id === null)).toMatchObject({
    qty: 3,
    short_reason: 'crushed',
  });
  // Sent twice, it is one commit.
  expect((await commit(line)).status).toBe(200);
});

test('writes the rest off where it was reserved', async () => {
  const { part, second, order, line } = await atTwoPlaces();
  expect((await commit(line, { missing: true })).status).toBe(200);
  // Of ten at the first place, four are picked and three are missing. The order gets the other three instead.
  expect([await left(part, shop.stockId), await left(part, second)]).toEqual([3, 2]);
  expect(await shop.counters(order, 'qty_picked')).toEqual([7]);
});

test('keeps the rest on the pick', async () => {
  const { pick, line } = await atTwoPlaces();
  expect((await commit(line, { keep_rest: true })).status).toBe(200);
  const lines: { qty: number; qty_committed: number }[] = await shop.get(`/pick/${pick}/line`);
  expect(lines.map(({ qty, qty_committed }) => [qty, qty_committed]).sort()).toEqual([
    [3, 0],
    [3, 3],
    [4, 4],
  ]);
});

test('takes the lots and serial numbers that were counted, of several places', async () => {
  for (const tracking of ['lot', 'serial'] as const) {
    const [part, second] = [await shop.part({ tracking }), await shop.storage()];
    const units = (...names: string[]) => names.map((name) => ({ [tracking]: name, qty: 1 }));
    await shop.stock(part, 3, { tracking: units('A', 'B', 'C') });
    const order = await shop.issued([{ part_id: part, qty: 3 }]);
    const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
    await shop.stock(part, 1, { location_id: second, tracking: units('D') });
    await count(lines[0].id, { [tracking]: 'B' });
    await count(lines[0].id, { [tracking]: 'D', location_id: second });
    expect((await commit(lines[0].id)).status, tracking).toBe(200);
    const { rows } = await service.sql.query(
      `select coalesce(serial, lot) as unit from inventorymovement where part_id = $1 and reason = 'pick' order by 1`,
      [part],
    );
    expect(rows.map(({ unit }) => unit)).toEqual(['B', 'D']);
  }
});

test('of nothing is refused, unless all is missing', async () => {
  const part = await shop.part({}, 5);
  const order = await shop.issued([{ part_id: part, qty: 2 }]);
  const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  const refused = await commit(lines[0].id);
  expect([refused.status, refused.body.code]).toEqual([409, 'pickline.not-counted']);
  expect((await commit(lines[0].id, { missing: true })).status).toBe(200);
  expect(await left(part, shop.stockId)).toBe(3);
});

test('names no other units', async () => {
  const { line } = await atTwoPlaces();
  for (const body of [{ qty: 1 }, { location_id: shop.stockId }, { tracking: [{ lot: 'A', qty: 1 }] }]) {
    const refused = await commit(line, body);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/counted']);
  }
});

test('loses no unit that somebody counts at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { part, order, line, second } = await atTwoPlaces();
    const replies = await Promise.all([
      shop.post(`/pickline/${line}/count`, {}),
      commit(line),
      shop.post(`/pickline/${line}/count`, { location_id: second }),
    ]);
    expect(replies[1].status).toBe(200);
    const counted = replies.filter(({ status }, place) => place !== 1 && status === 200).length;
    expect(await shop.counters(order, 'qty_picked')).toEqual([7 + counted]);
    expect((await left(part, shop.stockId)) + (await left(part, second))).toBe(15 - 7 - counted);
  }
});
