import { afterAll, expect, test } from 'vitest';
import { untilEnd } from '../support/until-end.ts';
import { summaries, until } from '../workflows/support/engine.ts';
import { wholeEngine } from '../workflows/support/whole-engine.ts';

/** Steps of many orders at the same time are combined, on the whole engine. */

const config = `
defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
rules:
  - { name: Checked late, before: ship, when: note = "checked", then: { hold: Check it } }
`;
const count = 24;

const engine = await untilEnd(wholeEngine({ config }));
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

/** Issues orders while no worker runs, so that their first steps come at the same time. */
async function issuedTogether(values: (index: number) => Record<string, unknown> = () => ({})): Promise<number[]> {
  const { shop } = engine;
  const part = await shop.part({}, 1_000);
  const startAgain = await engine.stopWorkers(true);
  const each = Array.from({ length: count }, (_, index) => shop.issued([{ part_id: part, qty: 1 }], values(index)));
  const ids = await Promise.all(each);
  await startAgain();
  return ids;
}

interface Finished {
  order: number;
  transaction: string;
  issued_by: string;
  request_id: string;
}

const picksOf = async (ids: readonly number[]): Promise<Finished[]> => {
  const { rows } = await engine.testService.sql.query<Finished>(
    `select l.order_ids[1]::int as order, l.at::text as transaction, l.request_id,
       (select i.request_id from event_log i join event e on e.id = i.event_id
        where e.name = 'salesorder.issued' and i.order_ids = l.order_ids) as issued_by
     from event_log l join event e on e.id = l.event_id where e.name = 'pick.finished' and l.order_ids[1] = any($1)`,
    [ids],
  );
  return rows;
};

test('steps that come together share transactions, and each keeps the request that caused it', async () => {
  const ids = await issuedTogether();
  for (const id of ids) expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  const picks = await picksOf(ids);
  expect(picks.map(({ order }) => order).sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(picks.map(({ transaction }) => transaction)).size).toBeLessThan(count / 2);
  expect(picks.filter(({ request_id, issued_by }) => request_id !== issued_by)).toEqual([]);
});

test('an order that is refused or held has its own sentence, and the others go on', async () => {
  const ids = await issuedTogether((index) => (index % 8 === 3 ? { note: 'checked' } : {}));
  const held = ids.filter((_, index) => index % 8 === 3);
  for (const id of ids) {
    if (!held.includes(id)) expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  }
  for (const id of held) {
    await until(async () => (await engine.shop.progress(id)).held, 'the hold');
    expect(await engine.shop.progress(id)).toMatchObject({ step: 'ship', waiting_for: 'release: Check it' });
    await engine.shop.done(`/salesorder/${id}/release`, {});
    expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  }
});

test('an order has as many events in its history as alone', async () => {
  const { shop } = engine;
  const ids = await issuedTogether();
  for (const id of ids) await engine.orderOf(id).result();
  const alone = await shop.issued([{ part_id: await shop.part({}, 1), qty: 1 }]);
  await until(async () => (await shop.status(alone)) === 'Fulfilled', 'the end');
  await engine.orderOf(alone).result();
  const lengthOf = async (id: number) => (await engine.orderOf(id).describe()).historyLength;
  const expected = await lengthOf(alone);
  for (const id of ids) expect(await lengthOf(id)).toBeLessThanOrEqual(expected);
});

/** Returns in how many transactions the events of an order with these names were written. */
const transactionsOf = async (id: number, names: readonly string[]): Promise<number> => {
  const { rows } = await engine.testService.sql.query<{ count: number }>(
    `select count(distinct l.at)::int as count from event_log l join event e on e.id = l.event_id
     where l.order_ids = array[$1::bigint] and e.name = any($2)`,
    [id, names],
  );
  return rows[0]!.count;
};
const ends = ['pick.finished', 'pack.finished', 'ship.finished', 'pickup.created'];

test('the automatic steps of an order that follow each other are one transaction, and one activity of its history', async () => {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  await until(async () => (await shop.status(id)) === 'Fulfilled', 'the end');
  // The rule before ship is evaluated between pack and ship.
  expect(await transactionsOf(id, ends)).toBe(2);
  await engine.orderOf(id).result();
  const history = await engine.orderOf(id).fetchHistory();
  const markers = (history.events ?? []).filter((event) => event.markerRecordedEventAttributes);
  expect(summaries(markers)).toEqual(['Pick, pack 1 line', 'Evaluate rules before ship', 'Ship, hand over 1 line']);
});

test('a refused step leaves those after it undone, and they are done when it is', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 1);
  const id = await shop.issued([{ part_id: part, qty: 3 }]);
  await until(async () => (await shop.progress(id)).waiting_for?.startsWith('stock: 2'), 'the wait for stock');
  expect(await transactionsOf(id, ends)).toBe(0);
  await shop.stock(part, 2);
  await until(async () => (await shop.status(id)) === 'Fulfilled', 'the end');
  // If the stock arrives between the two calls of an attempt, the pick is sent alone.
  expect([2, 3]).toContain(await transactionsOf(id, ends));
  for (const counter of ['qty_picked', 'qty_packed', 'qty_shipped', 'qty_picked_up'] as const) {
    expect(await shop.counters(id, counter)).toEqual([3]);
  }
});
