import { afterAll, expect, test } from 'vitest';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { summaries, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** Large orders that the engine drives: the service does their steps in the background, and reports the end of each. */

/** Lines of the order that the engine drives; 3,000 is the limit, and takes a minute. */
const size = Number(process.env.CONVEYOR_LARGE_STEP_LINES ?? 500);

const config = `rules:
  - { name: Everything by itself, when: priority = 1, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

const engine = await untilEnd(wholeEngine({ config }));
const { testService, shop } = engine;
const { rows } = await testService.sql.query<{ id: number }>(
  `insert into part (number, name, parttype_id, width_mm, length_mm, depth_mm, weight_g)
   select 'L' || n, 'Part ' || n, 1, 40 + n % 90, 40 + n % 70, 30 + n % 50, 100 from generate_series(1, $1) n returning id`,
  [size],
);
const parts = rows.map(({ id }) => Number(id));
const stock = (qty: number) =>
  engine.testService.sql.query(
    `with stored as (insert into inventory (part_id, location_id, qty) select id, $1, $3 from unnest($2::bigint[]) id returning part_id, qty)
     insert into inventorymovement (site_id, part_id, to_location_id, qty, reason) select $4, part_id, $1, qty, 'test' from stored`,
    [engine.shop.stockId, parts, qty, engine.shop.siteId],
  );
await stock(10);
await shop.cartontype({ inner_width_mm: 600, inner_length_mm: 400, inner_depth_mm: 400, max_gross_weight_g: null });
await testService.sql.query('analyze');
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

const large = async (priority: 1 | 2, lines = parts.length): Promise<number> => {
  const id = await engine.shop.order(
    parts.slice(0, lines).map((part_id) => ({ part_id, qty: 1 })),
    { priority },
  );
  const { status } = await engine.testService.call('POST', `/salesorder/${id}/issue?ignore_warnings=1`, undefined, {
    'x-background-processing': 'never',
  });
  expect(status).toBe(200);
  return id;
};

const backgroundOf = async (like: string) =>
  (
    await engine.testService.sql.query<{ state: string; answer_status: number; seconds: number }>(
      `select state, answer_status, extract(epoch from finished_at - started_at)::int as seconds from background
       where path like '/task/%' and notifies like $1 order by id`,
      [like],
    )
  ).rows;

test(`an order of ${size} lines goes by itself: each step is a 202, a signal and a timer that stands by`, async () => {
  const id = await large(1);
  const handle = engine.orderOf(id);
  await until(async () => (await engine.shop.status(id)) === 'Fulfilled', `order ${id} to be fulfilled`, 240_000);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  const { events = [] } = await handle.fetchHistory();
  const of = (name: string) => (events ?? []).filter((event) => name in event && event[name as 'eventId']);
  const timers = of('timerStartedEventAttributes');
  expect(summaries(timers)).toEqual(
    ['Pick', 'Pack', 'Ship', 'Hand over'].map(
      (verb) => `${verb} ${size} lines: wait for the end in the background, and read it after 30 seconds`,
    ),
  );
  expect(of('workflowExecutionSignaledEventAttributes')).toHaveLength(4);
  // Each call was answered within the limit of a local activity, ten seconds.
  expect(of('activityTaskScheduledEventAttributes')).toEqual([]);
  const requests = await backgroundOf(`order/${id}`);
  expect(requests.map(({ state, answer_status }) => [state, answer_status])).toEqual(Array(4).fill(['done', 200]));
  if (process.env.PRINT_FIGURES) console.log(requests.map(({ seconds }) => seconds).join(', '), 's;', events?.length);
  if (size === 500) recordHistory('large-steps', await historyOf(handle));
}, 300_000);

test('an autowork waits for the large tasks of its order, also for one that is short', async () => {
  const { shop, testService } = engine;
  const id = await large(2, 500);
  const answer = await testService.client.background.finished(await testService.client.salesorder.autowork(id));
  expect(answer).toMatchObject({
    outcome: 'done',
    tasks: [1, 2, 3, 4].map((task_id) => ({ task_id, outcome: 'done', record_id: expect.any(Number) })),
  });
  expect(await shop.status(id)).toBe('Fulfilled');
  const extra = await shop.part({});
  const lines = [...parts.slice(0, 499), extra].map((part_id) => ({ part_id, qty: 1 }));
  const short = await shop.issued(lines);
  expect(
    await testService.client.background.finished(await testService.client.salesorder.autowork(short)),
  ).toMatchObject({
    outcome: 'partial',
    tasks: [{ outcome: 'partial', code: 'stock.short' }, { outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
  });
  const states = (await backgroundOf('autowork/%')).map(({ state }) => state);
  expect(states).toEqual([...Array(4).fill('done'), 'failed', ...Array(4).fill('done')]);
}, 120_000);

test('a large step that is refused puts the order in attention, and goes on by itself when the stock arrives', async () => {
  const { shop, testService } = engine;
  const extra = await shop.part({});
  const lines = [...parts.slice(0, 499), extra].map((part_id) => ({ part_id, qty: 1 }));
  const id = await shop.order(lines, { priority: 1 });
  await testService.call('POST', `/salesorder/${id}/issue?ignore_warnings=1`);
  await until(async () => (await backgroundOf(`order/${id}`)).length === 2, 'one more try');
  // The signal of a refused request is no event of the order: it is not tried again and again.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await backgroundOf(`order/${id}`)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  const { state, waiting_for } = await shop.progress(id);
  expect([state, waiting_for]).toEqual(['waiting', expect.stringMatching(/^stock: 1 of /)]);
  await shop.stock(extra, 1);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
}, 120_000);
