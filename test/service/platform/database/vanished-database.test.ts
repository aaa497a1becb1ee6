import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ParallelCalls, startParallelCalls } from '../../../support/parallel-calls.ts';
import { type ForgetfulProxy, openForgetfulProxy } from '../../../support/proxies/forgetful-proxy.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** Connections that PostgreSQL or the network forget without closing them. The limits are the usual ones. */

const callers = 24;
/** Milliseconds that a caller rests after each order. Without rest, the callers keep both processors busy for the whole test. */
const rest = 200;

let proxy: ForgetfulProxy;
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService({
    database: { connections: 8 },
    through: async (url) => {
      proxy = await openForgetfulProxy(url);
      return proxy.url;
    },
  });
  shop = await openShop(service);
});
afterAll(async () => {
  await service.close();
  await proxy.close();
});

/** Waits until each caller has had a success since `moment`. @returns the seconds that it took */
async function secondsUntilAllAnswered(load: ParallelCalls, moment: number): Promise<number> {
  await expect.poll(() => load.successAfter(moment), { timeout: 60_000, interval: 50 }).not.toBeNull();
  return load.successAfter(moment)! / 1000;
}

/** Returns the seconds of the slowest call. On a busy machine each call takes longer, and so does each recovery. */
const slowest = (load: ParallelCalls) => Math.max(...load.calls.map(({ from, to }) => to - from)) / 1_000;

/** Checks that each order exists once and is issued once, and that the books agree. */
async function expectNothingLostOrDoubled(load: ParallelCalls, before: number): Promise<void> {
  expect(load.wrong).toEqual([]);
  expect(new Set(load.created).size).toBe(load.created.length);
  expect(load.issued).toHaveLength(load.created.length);
  const { rows } = await service.sql.query<{ id: number; issued: number }>(
    `select o.id, (
       select count(*)::int from event_log l join event e on e.id = l.event_id
       where e.name = 'salesorder.issued' and l.object_id = o.id) as issued
     from salesorder o where o.id > $1 order by o.id`,
    [before],
  );
  expect(rows).toEqual(load.created.toSorted((a, b) => a - b).map((id) => ({ id, issued: 1 })));
  expect(await service.verify()).toEqual([]);
}

const lastOrder = async () =>
  (await service.sql.query<{ id: number }>('select coalesce(max(id), 0) as id from salesorder')).rows[0]!.id;

test(`a proxy forgets its connections: ${callers} parallel callers have answers again within 15 s`, async () => {
  const before = await lastOrder();
  const load = await startParallelCalls(service, shop, { callers, rest });
  await secondsUntilAllAnswered(load, 0);
  const usual = slowest(load);
  const moment = performance.now();
  proxy.forget();
  const seconds = await secondsUntilAllAnswered(load, moment);
  await load.stop();

  if (process.env.PRINT_FIGURES) console.log(`forgotten connections: answers again after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(15 + 2 * usual);
  await expectNothingLostOrDoubled(load, before);
}, 120_000);

test('while the database is silent each call is 503 with Retry-After within half a minute, and /healthz answers at once', async () => {
  const before = await lastOrder();
  const load = await startParallelCalls(service, shop, { callers, rest });
  await secondsUntilAllAnswered(load, 0);
  const usual = slowest(load);
  proxy.silence();
  const silent = performance.now();
  const [refused, ...health] = await Promise.all([
    service.call('GET', '/salesorder?perPage=1'),
    ...[2_000, 6_000].map(async (wait) => {
      await pause(wait);
      const from = performance.now();
      const { status } = await service.call('GET', '/healthz');
      return { status, milliseconds: performance.now() - from };
    }),
  ]);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'service.unavailable',
    '2',
  ]);
  for (const { status, milliseconds } of health) {
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(1_000);
  }
  const moment = performance.now();
  proxy.speak();
  const seconds = await secondsUntilAllAnswered(load, moment);
  await load.stop();

  const longest = slowest(load);
  if (process.env.PRINT_FIGURES) {
    const silence = ((moment - silent) / 1000).toFixed(1);
    console.log(
      `silent for ${silence} s: answers again ${seconds.toFixed(1)} s later; longest call ${longest.toFixed(1)} s`,
    );
  }
  expect(seconds).toBeLessThan(15 + 2 * usual);
  expect(longest).toBeLessThan(30 + 2 * usual);
  await expectNothingLostOrDoubled(load, before);
}, 150_000);

test('idle connections are forgotten too, and the first calls after that are right', async () => {
  await Promise.all(Array.from({ length: callers }, () => shop.get('/salesorder?perPage=1')));
  proxy.forget();
  const from = performance.now();
  const replies = await Promise.all(
    Array.from({ length: callers }, (_, at) =>
      service.call('POST', '/customer', { type: 'Company', name: `Idle ${at}` }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(performance.now() - from).toBeLessThan(15_000);
  const { total } = await shop.get(`/customer?filter=${encodeURIComponent('name = "Idle%"')}&perPage=0`);
  expect(total).toBe(callers);
}, 120_000);

test('a statement that the server executes is not disturbed', async () => {
  const from = performance.now();
  const { rows } = await service.database.pool.query('select 1 as done from pg_sleep(5.5)');
  expect(rows).toEqual([{ done: 1 }]);
  expect(performance.now() - from).toBeGreaterThan(5_000);
}, 30_000);

test('the process of a dropped connection is ended on the server, so that a repeat finds its locks free', async () => {
  const from = performance.now();
  let attempts = 0;
  await service.database.transaction('test.lock', async (tx) => {
    attempts += 1;
    await sql`select pg_advisory_xact_lock(42)`.execute(tx);
    if (attempts === 1) proxy.forget();
    await sql`select 1`.execute(tx);
  });
  expect(attempts).toBe(2);
  expect(performance.now() - from).toBeLessThan(12_000);
  const { rows } = await service.sql.query(
    `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(rows).toEqual([]);
}, 30_000);
