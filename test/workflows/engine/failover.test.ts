import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Reconciliation, reconcile } from '../../../cli/engine/reconcile.ts';
import { verify } from '../../../service/verify/verify.ts';
import { testDatabase } from '../../support/database.ts';
import { type ParallelCalls, startParallelCalls } from '../../support/parallel-calls.ts';
import { type FailoverPair, startFailoverPair, whyNoFailover } from '../../support/replication/failover-pair.ts';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** The long run: `CONVEYOR_FAILOVER_ROUNDS=20 npm test -- test/workflows/engine/failover.test.ts`. */
const rounds = Number(process.env.CONVEYOR_FAILOVER_ROUNDS ?? 2);
const callers = 6;
/** Milliseconds that a caller rests after each order, so that the engine keeps up with them. */
const rest = 400;
/** Seconds of the log that an asynchronous standby lacks. */
const lostSeconds = 2;

// Conveyor does every second order, and people have the others.
const config = `
webhooks: { attempts: 3, retry_every: 1h, allow_networks: [127.0.0.1], switch_off_after: 9h }
rules:
  - name: Automatic
    when: ship_city = "Berlin"
    then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic }
`;

const missing = whyNoFailover();
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Installation {
  readonly pair: FailoverPair;
  readonly engine: WholeEngine;
}

/** A service, its relay and a worker on a pair of servers. Its reads go to the standby. */
async function start(): Promise<Installation> {
  const pair = await startFailoverPair();
  open.push(() => pair.close());
  const data = await testDatabase({ server: pair.url });
  open.push(() => data.pool.end());
  const standby = new URL(pair.standbyUrl);
  standby.pathname = new URL(data.url).pathname;
  const database = { connections: 8, replica: { url: standby.href } };
  const engine = await wholeEngine({ config, data, database });
  open.push(() => engine.stop());
  await engine.shop.cartontype();
  return { pair, engine };
}

const look = ({ testService }: WholeEngine): Promise<Reconciliation> => reconcile(testService.client, { fix: false });

/** Compares both sides until they agree: orders are issued and end during the comparison. */
async function expectAgreement(engine: WholeEngine): Promise<void> {
  await until(async () => (await look(engine)).left === 0, 'the agreement of both sides');
  expect(await look(engine)).toMatchObject({ counts: {}, left: 0 });
}

const countOf = async ({ testService }: WholeEngine, from: string): Promise<number> =>
  (await testService.sql.query(`select count(*)::int as n from ${from}`)).rows[0].n;

/** Every order that was confirmed exists once, and is issued once. */
async function expectNothingLost(engine: WholeEngine, load: ParallelCalls): Promise<void> {
  expect(new Set(load.created).size).toBe(load.created.length);
  const { rows } = await engine.testService.sql.query<{ id: number; issues: number }>(
    `select o.id, (select count(*)::int from event_log l join event e on e.id = l.event_id
       where e.name = 'salesorder.issued' and l.object_id = o.id) as issues
     from salesorder o order by o.id`,
  );
  expect(rows).toEqual(load.created.toSorted((a, b) => a - b).map((id) => ({ id, issues: 1 })));
  expect(load.issued).toHaveLength(load.created.length);
}

/** Waits until Conveyor has done its orders, and compares everything. */
async function expectAllDone(engine: WholeEngine): Promise<void> {
  const unfinished = `salesorder where status_id in (2, 3) and ship_city = 'Berlin'`;
  await until(async () => (await countOf(engine, unfinished)) === 0, 'the orders');
  await until(async () => (await countOf(engine, 'outbox')) === 0, 'the relay');
  await expectAgreement(engine);
  expect(await verify(engine.testService.database)).toEqual([]);
}

/** Waits until every caller has had a success. @returns the seconds since the moment */
async function secondsUntilAnswered(load: ParallelCalls, moment: number): Promise<number> {
  await expect.poll(() => load.successAfter(moment), { timeout: 90_000, interval: 50 }).not.toBeNull();
  return load.successAfter(moment)! / 1_000;
}

/** Kills the primary under load, promotes the standby, and makes the old primary a standby. @returns the seconds without answers */
async function failOverOnce({ pair, engine }: Installation, load: ParallelCalls): Promise<number> {
  const { database } = engine.testService;
  await pause(700);
  const killed = performance.now();
  await pair.failOver();
  const promoted = performance.now();
  const seconds = await secondsUntilAnswered(load, promoted);
  await pair.rejoin();
  await pair.setSynchronous(true);
  await pair.mislead(500);
  await secondsUntilAnswered(load, performance.now());
  await expect.poll(() => database.replica?.reason, { timeout: 30_000 }).toBeNull();
  expect(await verify(database)).toEqual([]);
  await expectAgreement(engine);
  return seconds + (promoted - killed) / 1_000;
}

test(
  `${rounds} times the primary is killed and its synchronous standby takes over: no caller gets a wrong answer, and nothing is lost`,
  async ({ skip }) => {
    if (missing) return skip(missing);
    const installation = await start();
    const { pair, engine } = installation;
    await pair.setSynchronous(true);
    const load = await startParallelCalls(engine.testService, engine.shop, { callers, rest, readBack: true });
    const pauses: number[] = [];
    for (let round = 0; round < rounds; round++) {
      pauses.push(await failOverOnce(installation, load));
      expect(load.wrong).toEqual([]);
    }
    await load.stop();

    const statuses = new Map<number, number>();
    for (const { status } of load.calls) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const { served, fallbacks } = engine.testService.database.replica!;
    if (process.env.PRINT_FIGURES) {
      const longest = Math.max(...load.calls.map(({ from, to }) => to - from)) / 1_000;
      const counts = [...statuses].map(([status, calls]) => `${calls} × ${status}`);
      console.log(
        `${rounds} failovers, ${load.issued.length} orders: without answers for ${median(pauses).toFixed(1)} s (longest ${Math.max(...pauses).toFixed(1)} s); longest call ${longest.toFixed(1)} s; ${counts.join(', ')}; reads from the replica: ${served}, from the primary: ${JSON.stringify(fallbacks)}`,
      );
    }
    expect(load.wrong).toEqual([]);
    expect([...statuses.keys()].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
    expect(served).toBeGreaterThan(0);
    await expectNothingLost(engine, load);
    await expectAllDone(engine);
  },
  60_000 + rounds * 60_000,
);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Waits until people have an order that a load has issued since a moment, and whose workflow waits for them. */
async function waitForNewWorkflow(engine: WholeEngine, load: ParallelCalls, issuedBefore: number): Promise<void> {
  const isRunning = async () => {
    const id = load.issued[issuedBefore];
    return (
      id !== undefined &&
      (
        await engine
          .orderOf(id)
          .describe()
          .catch(() => null)
      )?.status.name === 'RUNNING'
    );
  };
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
}

test(`an asynchronous standby without the last ${lostSeconds} s takes over: reconcile --fix brings both sides together`, async ({
  skip,
}) => {
  if (missing) return skip(missing);
  const installation = await start();
  const { pair, engine } = installation;
  const load = await startParallelCalls(engine.testService, engine.shop, { callers, rest });
  const byHand = await startParallelCalls(engine.testService, engine.shop, {
    callers: 2,
    rest,
    order: { ship_city: 'Hamburg' },
  });
  await pause(2_000);
  pair.cutStandby();
  // Later commits will be lost.
  const issuedBefore = byHand.issued.length;
  await pause(lostSeconds * 1_000);
  await waitForNewWorkflow(engine, byHand, issuedBefore + 2);
  const confirmed = [...load.created, ...byHand.created];
  await pair.failOver();
  // Callers continue with orders that do not exist any more, so their answers are not compared here.
  const startWorkers = await engine.stopWorkers(true);
  await Promise.all([load.stop(), byHand.stop()]);
  const { rows } = await engine.testService.sql.query<{ id: number }>('select id from salesorder');
  const kept = new Set(rows.map(({ id }) => id));
  const lost = confirmed.filter((id) => !kept.has(id));
  const before = await look(engine);
  if (process.env.PRINT_FIGURES)
    console.log(
      `${confirmed.length} orders, ${lost.length} of them lost; differences: ${JSON.stringify(before.counts)}`,
    );
  expect(lost.length).toBeGreaterThan(0);
  expect(before.left).toBeGreaterThan(0);

  await engine.testService.client.engine.restored();
  expect((await reconcile(engine.testService.client, { fix: true })).left).toBe(0);
  await until(async () => (await countOf(engine, 'outbox')) === 0, 'the relay');
  await expectAgreement(engine);
  await pair.rejoin();
  await expect.poll(() => engine.testService.database.replica?.reason, { timeout: 30_000 }).toBeNull();

  // New orders get the ids of the lost ones.
  await startWorkers();
  const again = await startParallelCalls(engine.testService, engine.shop, { callers, rest, readBack: true });
  await expect.poll(() => Math.max(0, ...again.issued), { timeout: 60_000 }).toBeGreaterThan(Math.max(...lost));
  await again.stop();
  expect(again.wrong).toEqual([]);
  await expectAllDone(engine);
}, 240_000);
