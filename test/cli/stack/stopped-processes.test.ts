import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresUrl } from '../../../cli/stack/postgres/postgres.ts';
import { projectRoot } from '../../../config/root.ts';
import { types } from '../../../service/platform/database/types.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { type ParallelCalls, startParallelCalls } from '../../support/parallel-calls.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import {
  killLeftovers,
  type ProgramName,
  programs,
  type RunningStack,
  startStack,
  until,
} from '../../support/stack.ts';
import type { TestService } from '../../support/test-service.ts';
import { eventsOf, type HangingStack, hangService, issueTogether, ordersNotDoneOnce } from './hanging-service.ts';

/**
 * A stopped process (SIGSTOP) keeps its connections and answers nothing, as one does on a machine that hangs. The long run:
 * `CONVEYOR_STOP_SECONDS=90 npm test -- test/cli/stack/stopped-processes.test.ts`.
 */
const seconds = Number(process.env.CONVEYOR_STOP_SECONDS ?? 3);
/** Milliseconds between the orders of a caller. The short run needs a few orders per second, not as many as the machine can do. */
const rest = seconds > 3 ? 0 : 500;
/** The seconds from SIGCONT until orders are fulfilled again. */
const goOnWithin = 10;
/** The limit of a request in seconds. */
const requestLimit = 60;
/**
 * The seconds without Temporal and the worker, while people continue to work. The long run:
 * `CONVEYOR_AWAY_SECONDS=600`.
 */
const away = Number(process.env.CONVEYOR_AWAY_SECONDS ?? 3);
/** The orders under way while the service hangs, and its seconds. The long run: `CONVEYOR_HANG_SECONDS=15`. */
const hang = Number(process.env.CONVEYOR_HANG_SECONDS ?? 6);
const hangOrders = hang < 15 ? 40 : 200;
/**
 * Milliseconds within which a workflow answers a message while the service hangs, and the events that an order has more. On a busy
 * machine the service is slow when it goes on, and some orders wait for it twice.
 */
const limits = process.env.CONVEYOR_STRICT_TIMES ? { answer: 4_000, events: 9 } : { answer: 60_000, events: 40 };
/** The limit of a call of a person in milliseconds while the engine is away. */
const callLimit = 5_000;

const config = `
defaults:
  steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic }
settings:
  auto-create-pick-by-order: true
carriers:
  Own Van: { plugin: plain }
  Hand Cart: { plugin: plain }
rules:
  - name: The hand cart is for people
    when: carrier.name = "Hand Cart"
    then: { pick: by hand, pack: by hand, ship: by hand, pickup: by hand }
`;

const parent = mkdtempSync(join(tmpdir(), 'conveyor-stopped-'));
const data = join(parent, 'data');
let stack: RunningStack;
let sql: pg.Pool;
let call: TestService['call'];
let shop: Shop;
let load: ParallelCalls;
/** Orders beside those of the load, which are fulfilled too. */
const others: number[] = [];

beforeAll(async () => {
  const file = join(parent, 'fulfillment.yaml');
  writeFileSync(file, config);
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: file });
  const access = JSON.parse(readFileSync(join(data, 'database.json'), 'utf8'));
  sql = new pg.Pool({ connectionString: postgresUrl(access, 'conveyor'), max: 1, types });
  const authorization = `Basic ${Buffer.from(`${stack.adminKey()}:`).toString('base64')}`;
  call = async (method, path, body, headers = {}) => {
    const response = await fetch(stack.url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  shop = await openShop({ call, sql } as TestService);
  await shop.cartontype();
  const order = { carrier_id: await shop.carrier('Own Van') };
  load = await startParallelCalls({ call }, shop, { callers: 4, timeout: (requestLimit + 5) * 1_000, rest, order });
  await until(async () => (await fulfilled()) > 0);
});

afterAll(async () => {
  await load?.stop();
  await sql?.end();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

async function fulfilled(): Promise<number> {
  const { rows } = await sql.query<{ orders: number }>(
    `select count(*)::int as orders from salesorder o join salesorderstatus s on s.id = o.status_id where s.name = 'Fulfilled'`,
  );
  return rows[0]!.orders;
}

/** Returns a program's process, and for PostgreSQL also the process of each connection. */
function processesOf(name: ProgramName): number[] {
  const first = stack.pid(name);
  if (name !== 'postgres') return [first];
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${first}\n`);
    } catch {
      return false;
    }
  };
  return [
    first,
    ...readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
      .map(Number),
  ];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A process of a connection may have ended since.
    }
  }
}

/** Stops a program for the time of the test. @returns the seconds from its continuation until an order is fulfilled */
async function stopForAWhile(name: ProgramName): Promise<number> {
  // A stopped process cannot fork, so that the list is complete after the first.
  signal([stack.pid(name)], 'SIGSTOP');
  const pids = processesOf(name);
  try {
    signal(pids, 'SIGSTOP');
    await pause(seconds * 1_000);
  } finally {
    signal(pids, 'SIGCONT');
  }
  const moment = performance.now();
  const before = await fulfilled();
  await expect.poll(fulfilled, { timeout: 60_000, interval: 100 }).toBeGreaterThan(before);
  return (performance.now() - moment) / 1_000;
}

test.skipIf(process.platform !== 'linux').for(programs)(
  `%s is stopped for ${seconds} s under load: orders go on within ${goOnWithin} s, and nothing is done twice`,
  { timeout: (seconds + 90) * 1_000 },
  async (name) => {
    const from = performance.now();
    const later = await stopForAWhile(name);
    const to = performance.now();
    const longest = Math.max(...load.calls.filter((one) => one.to > from).map((one) => one.to - one.from)) / 1_000;
    if (process.env.PRINT_FIGURES) {
      console.log(
        `${name} stopped for ${seconds} s: orders go on after ${later.toFixed(1)} s; longest call ${longest.toFixed(1)} s`,
      );
    }
    expect(later).toBeLessThan(goOnWithin);
    // A stopped service sends no answers. Its callers have a limit of their own, and send the request again.
    if (name !== 'service') expect(longest).toBeLessThan(requestLimit);
    expect(to - from).toBeGreaterThan(seconds * 1_000);
    expect(load.wrong).toEqual([]);
  },
);

/** A person who fulfills orders by hand until `isOver`. @returns the orders, and the milliseconds of the longest call */
async function person(part_id: number, carrier_id: number, isOver: () => boolean) {
  const orders: number[] = [];
  let longest = 0;
  const done = async (method: string, path: string, body?: object) => {
    const from = performance.now();
    const reply = await call(method, path, body);
    longest = Math.max(longest, performance.now() - from);
    // The message has the answer. None may be an error, not even one that asks to try again.
    expect(reply.status < 300 ? '' : `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`).toBe('');
    await pause(50);
    return reply.body;
  };
  while (!isOver()) {
    const lines = [{ part_id, qty: 1, unit_price: 2 }];
    const { id } = await done('POST', '/salesorder', { customer_id: shop.customerId, ...shipTo, carrier_id, lines });
    await done('POST', `/salesorder/${id}/issue`, {});
    for (const task of [1, 2, 3, 4]) await done('POST', `/task/${task}/perform`, { order_id: [id] });
    expect(await done('GET', `/salesorder/${id}/progress`)).toMatchObject({ state: 'done' });
    await done('GET', '/salesorder?perPage=5&sort=-id');
    orders.push(id);
  }
  return { orders, longest };
}

const shipTo = {
  ship_to_name: 'Alfreds',
  ship_address_1: 'Obere Str. 57',
  ship_city: 'Berlin',
  ship_postal_code: '12209',
  ship_country: 'DE',
};

test.skipIf(process.platform !== 'linux')(
  `Temporal and the worker are away for ${away} s: no call of people fails, and the engine agrees afterwards`,
  async () => {
    await load.stop();
    const parts = [await shop.part({}, 100_000), await shop.part({}, 100_000)];
    const carrier = await shop.carrier('Hand Cart');
    const stopped = [stack.pid('temporal'), stack.pid('worker')];
    signal(stopped, 'SIGSTOP');
    const end = performance.now() + away * 1_000;
    const people = [...parts, ...parts].map((part) => person(part, carrier, () => performance.now() > end));
    const results = await Promise.all(people).finally(() => signal(stopped, 'SIGCONT'));
    const orders = results.flatMap((one) => one.orders);
    const longest = Math.max(...results.map((one) => one.longest));
    if (process.env.PRINT_FIGURES)
      console.log(`engine away for ${away} s: ${orders.length} orders by hand; longest call ${longest.toFixed(0)} ms`);
    expect(orders.length).toBeGreaterThan(away / 2);
    expect(longest).toBeLessThan(callLimit);
    others.push(...orders);
    const agrees = async () => {
      const { rows } = await sql.query('select from outbox');
      const { body } = await call('GET', '/engine/reconcile');
      return rows.length === 0 && body.differences.length === 0;
    };
    await expect.poll(agrees, { timeout: (away + 60) * 1_000, interval: 500 }).toBe(true);
  },
  (3 * away + 90) * 1_000,
);

test.skipIf(process.platform !== 'linux')(
  `the service hangs for ${hang} s: workflows answer messages, and orders have few events more`,
  async () => {
    await load.stop();
    const connection = await Connection.connect({ address: stack.temporal });
    const hanging: HangingStack = {
      shop,
      sql,
      temporal: new Client({ connection }),
      account: (await call('GET', '/user')).body.data[0].id,
      signal: (name, kind) => signal([stack.pid(name)], kind),
    };
    const carrier = await shop.carrier('Own Van');
    const calm = await issueTogether(hanging, 8, carrier);
    const usual = Math.min(...(await eventsOf(hanging, calm)).values());
    const orders = await issueTogether(hanging, hangOrders, carrier);
    const { underWay, answers, updated } = await hangService(hanging, orders, hang);
    const from = performance.now();
    const events = await eventsOf(hanging, orders);
    const after = (performance.now() - from) / 1_000;
    const most = Math.max(...orders.filter((id) => !updated.has(id)).map((id) => events.get(id)!));
    const mostUpdated = Math.max(...[...updated].map((id) => events.get(id)!));
    if (process.env.PRINT_FIGURES) {
      const [middle, longest] = [answers[Math.floor(answers.length / 2)], answers.at(-1)].map((ms) => ms?.toFixed(0));
      console.log(
        `service stopped for ${hang} s, ${underWay.length} of ${orders.length} orders under way: ${answers.length} messages answered in ${middle} ms (median), ${longest} ms (longest); events of an order: ${usual} usually, ${most}, ${mostUpdated} with an update; all fulfilled after ${after.toFixed(1)} s`,
      );
    }
    expect(underWay.length).toBeGreaterThan(0);
    expect(answers.at(-1)).toBeLessThan(limits.answer);
    expect(most).toBeLessThanOrEqual(usual + limits.events);
    expect(await ordersNotDoneOnce(hanging, orders)).toEqual([]);
    others.push(...calm, ...orders);
    await connection.close();
  },
  (hang + 180) * 1_000,
);

/** Runs `conveyor engine …` on the stack. @returns its exit code and its output */
function engineCommand(...args: string[]): { code: number | null; output: string } {
  const { VITEST: _, ...inherited } = process.env;
  const env = { ...inherited, CONVEYOR_URL: stack.url, CONVEYOR_API_KEY: stack.adminKey() };
  const script = join(projectRoot, 'bin', 'conveyor.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, 'engine', ...args], { env, encoding: 'utf8' });
  return { code: status, output: stdout };
}

test.skipIf(process.platform !== 'linux')(
  'the engine commands find and remove a difference, and exit with 1 or 0',
  async () => {
    await load.stop();
    expect(engineCommand('reconcile')).toMatchObject({ code: 0, output: expect.stringContaining('no differences') });
    const lines = [{ part_id: await shop.part({}, 10), qty: 1, unit_price: 2 }];
    const carrier_id = await shop.carrier('Hand Cart');
    const { body: order } = await call('POST', '/salesorder', {
      customer_id: shop.customerId,
      ...shipTo,
      carrier_id,
      lines,
    });
    await call('POST', `/salesorder/${order.id}/issue`, {});
    const connection = await Connection.connect({ address: stack.temporal });
    const handle = new Client({ connection }).workflow.getHandle(`order/${order.id}`);
    await expect
      .poll(() =>
        handle.describe().then(
          ({ status }) => status.name,
          () => null,
        ),
      )
      .toBe('RUNNING');
    await handle.terminate('by mistake');
    const found = engineCommand('reconcile', '--json');
    expect(found.code).toBe(1);
    expect(JSON.parse(found.output)).toMatchObject({ left: 1, differences: [{ record: 'salesorder', id: order.id }] });
    expect(engineCommand('reconcile', '--fix').code).toBe(0);
    await expect.poll(() => handle.describe().then(({ status }) => status.name)).toBe('RUNNING');
    await connection.close();
    for (const task of [1, 2, 3, 4]) await call('POST', `/task/${task}/perform`, { order_id: [order.id] });
    others.push(order.id);
  },
);

test.skipIf(process.platform !== 'linux')(
  'after that every order is fulfilled once, and the books agree',
  async () => {
    await load.stop();
    expect(load.wrong).toEqual([]);
    expect(load.created.length).toBeGreaterThan(4);
    const orders = load.created.length + others.length;
    expect(new Set([...load.created, ...others]).size).toBe(orders);
    await expect.poll(fulfilled, { timeout: 90_000, interval: 200 }).toBe(orders);
    const { rows } = await sql.query<{ orders: number; pickups: number }>(
      'select (select count(*)::int from salesorder) as orders, (select count(*)::int from pickup) as pickups',
    );
    expect(rows).toEqual([{ orders, pickups: orders }]);
    expect((await call('GET', '/verify')).body).toMatchObject({ violations: [] });
  },
  120_000,
);
