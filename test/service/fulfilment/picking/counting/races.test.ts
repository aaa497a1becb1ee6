import { expect, test } from 'vitest';
import { testShop } from '../../../../support/shop.ts';
import type { Reply } from '../../../../support/test-service.ts';
import { atOnce } from '../../../properties/rounds.ts';
import { below, makeScene, type Random, randomFrom, type Scan, type Scene, unitsOf } from './scenes.ts';

/** Several people count one line at once. A unit is never counted twice, and the last one commits the line. */

const rounds = 100;
const seed = Number(process.env.CONVEYOR_COUNT_SEED ?? Date.now() % 1_000_000);

const { service, shop } = await testShop({}, 'each');

const send = ({ path, body, key }: Scan): Promise<Reply> =>
  service.call('POST', path, body, { 'idempotency-key': key });

/** Sends a scan as a scanner does whose answer may be lost: it sends the scan again with the same key, also while the first one runs. */
async function scanned(scan: Scan, random: Random): Promise<Reply> {
  const times = 1 + (random() < 0.3 ? 1 + below(random, 2) : 0);
  const sent = Array.from({ length: times }, () => send(scan));
  for (const reply of await Promise.all(sent)) {
    if (reply.status === 503 || reply.body.code === 'idempotency.running') continue;
    const again = random() < 0.2 ? await send(scan) : reply;
    expect([again.status, again.body]).toEqual([reply.status, reply.body]);
    return reply;
  }
  return scanned(scan, () => 1);
}

/** Lets all people scan at once. @returns the accepted scans */
async function play({ people }: Scene, random: Random): Promise<Scan[]> {
  const accepted: Scan[] = [];
  const refusals = ['pickline.counted', 'pickline.not-counted', 'pickline.committed', 'stock.short'];
  await Promise.all(
    people.map(async (scans) => {
      for (const scan of scans) {
        const { status, body } = await scanned(scan, random);
        if (status === 200) accepted.push(scan);
        else expect([scan.body, body.code, refusals.includes(body.code)]).toEqual([scan.body, body.code, true]);
      }
    }),
  );
  return accepted;
}

/** Checks that the accepted scans, and no others, are counted or committed. */
async function assertCountedOnce({ line, pick, order, qty }: Scene, accepted: Scan[], where: string): Promise<void> {
  const units = unitsOf(accepted);
  const { lines, status } = await shop.get(`/pick/${pick}?embed=lines,status`);
  const committed = lines.reduce((sum: number, one: { qty_committed: number }) => sum + one.qty_committed, 0);
  const { qty_counted, counts } = await shop.get(`/pickline/${line}`);
  expect(units, where).toBeLessThanOrEqual(qty);
  const isComplete = units === qty;
  expect([committed, qty_counted, status.name], where).toEqual(isComplete ? [qty, 0, 'Finished'] : [0, units, 'Open']);
  const places: { qty: number; serial: string | null }[] = isComplete
    ? (await service.sql.query('select qty::float, serial from inventorymovement where order_id = $1', [order])).rows
    : counts;
  expect(
    places.reduce((sum, place) => sum + place.qty, 0),
    where,
  ).toBe(units);
  const serials = accepted.flatMap(({ body }) => body.serial ?? []);
  expect(new Set(serials).size, where).toBe(serials.length);
  if (serials.length > 0) expect(places.map(({ serial }) => serial).sort(), where).toEqual(serials.sort());
}

test(
  `in ${rounds} random rounds nobody counts a unit twice, also when answers are lost and scans repeated`,
  async () => {
    let complete = 0;
    for (let round = 0; round < rounds; round++) {
      const random = randomFrom(seed + round);
      const scene = await makeScene(shop, random);
      const accepted = await play(scene, random);
      await assertCountedOnce(scene, accepted, `round ${round} of CONVEYOR_COUNT_SEED=${seed}`);
      if (unitsOf(accepted) === scene.qty) complete += 1;
    }
    // Most rounds end with a commit, and some do not.
    expect(complete).toBeGreaterThan(rounds / 2);
  },
  5_000 * rounds,
);

test('of ten scans of the last unit at once, one is counted', async () => {
  for (let round = 0; round < 10; round++) {
    const part = await shop.part({}, 5);
    const order = await shop.issued([{ part_id: part, qty: 2 }]);
    const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
    await shop.done(`/pickline/${lines[0].id}/count`);
    const scans = Array.from({ length: 10 }, () => () => shop.post(`/pickline/${lines[0].id}/count`));
    const replies = await atOnce(...scans);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await shop.counters(order, 'qty_picked')).toEqual([2]);
  }
}, 60_000);

test('a count that would complete the line, and a unit that is taken back at once, commit no line in part', async () => {
  for (let round = 0; round < 30; round++) {
    const part = await shop.part({}, 5);
    const order = await shop.issued([{ part_id: part, qty: 2 }]);
    const { id, lines } = await shop.done('/picklinebyorder', { order_id: [order] });
    const path = `/pickline/${lines[0].id}/count`;
    await shop.done(path);
    const [, back] = await atOnce(
      () => shop.post(path),
      () => shop.post(path, { qty: -1 }),
    );
    const pick = await shop.get(`/pick/${id}?embed=lines`);
    const { qty, qty_committed, qty_counted } = pick.lines[0];
    expect([qty, qty_committed, qty_counted]).toEqual(back!.status === 200 ? [2, 0, 1] : [2, 2, 0]);
  }
}, 60_000);

test('counts beside commits, write-offs, transfers, voids and finishes of the same line leave nothing stale', async () => {
  const random = randomFrom(seed);
  for (let round = 0; round < 25; round++) {
    const scene = await makeScene(shop, random);
    const [shelf, { line, pick, order, part }] = [await shop.storage(), scene];
    const place = { part_id: part, location_id: shop.stockId };
    const [stock] = (await shop.get(`/inventory?part_id=${part}&location_id=${shop.stockId}`)).data;
    const tracking = (stock.lot ?? stock.serial) ? [{ lot: stock.lot, serial: stock.serial, qty: 1 }] : undefined;
    const taken = tracking?.map((entry) => ({ ...entry, qty: -1 }));
    const disturbances = [
      () => shop.post(`/pickline/${line}/commit`, {}),
      () => shop.post(`/pickline/${line}/uncommit`),
      () => shop.post('/inventoryadjustment', { ...place, qty: -1, from_orders: 1, ...(taken && { tracking: taken }) }),
      () =>
        shop.post('/inventorytransfer', {
          part_id: part,
          from_location_id: shop.stockId,
          to_location_id: shelf,
          qty: 1,
          ...(tracking && { tracking }),
        }),
      () => shop.post(`/salesorder/${order}/void`),
      () => shop.post(`/pick/${pick}/finish`),
      () => shop.perform('pick', [order]),
      () => service.call('DELETE', `/pick/${pick}`),
    ];
    const chosen = [0, 0, 0].map(() => disturbances[below(random, disturbances.length)]!);
    const scans = scene.people.flat().map((scan) => () => send(scan));
    await atOnce(...scans.slice(0, 4), ...chosen, ...scans.slice(4, 8));
    expect(await service.verify(), `round ${round} of CONVEYOR_COUNT_SEED=${seed}`).toEqual([]);
  }
}, 120_000);
