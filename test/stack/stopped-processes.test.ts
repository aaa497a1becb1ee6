import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { types } from '../../service/platform/database/types.ts';
import { postgresUrl } from '../../stack/postgres/postgres.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { type ParallelCalls, startParallelCalls } from '../support/parallel-calls.ts';
import { openShop } from '../support/shop.ts';
import { killLeftovers, type ProgramName, programs, type RunningStack, startStack, until } from '../support/stack.ts';
import type { TestService } from '../support/test-service.ts';

/**
 * A stopped process (SIGSTOP) keeps its connections and answers nothing, as one does on a machine that hangs. The long run:
 * `CONVEYOR_STOP_SECONDS=90 npm test -- test/stack/stopped-processes.test.ts`.
 */
const seconds = Number(process.env.CONVEYOR_STOP_SECONDS ?? 3);
/** The seconds from SIGCONT until orders are fulfilled again. */
const goOnWithin = 10;
/** The limit of a request in seconds. */
const requestLimit = 60;

const parent = mkdtempSync(join(tmpdir(), 'conveyor-stopped-'));
const data = join(parent, 'data');
let stack: RunningStack;
let sql: pg.Pool;
let call: TestService['call'];
let load: ParallelCalls;

beforeAll(async () => {
  const config = join(projectRoot, 'test', 'support', 'crash-config.yaml');
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: config });
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
  const shop = await openShop({ call, sql } as TestService);
  await shop.cartontype();
  const order = { carrier_id: await shop.carrier('Own Van') };
  load = await startParallelCalls({ call }, shop, { callers: 4, timeout: (requestLimit + 5) * 1_000, order });
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
    // A stopped service answers nobody. Its callers have a limit of their own, and send the request again.
    if (name !== 'service') expect(longest).toBeLessThan(requestLimit);
    expect(to - from).toBeGreaterThan(seconds * 1_000);
    expect(load.wrong).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'after that every order is fulfilled once, and the books agree',
  async () => {
    await load.stop();
    expect(load.wrong).toEqual([]);
    expect(load.created.length).toBeGreaterThan(4);
    expect(new Set(load.created).size).toBe(load.created.length);
    await expect.poll(fulfilled, { timeout: 90_000, interval: 200 }).toBe(load.created.length);
    const { rows } = await sql.query<{ orders: number; pickups: number }>(
      'select (select count(*)::int from salesorder) as orders, (select count(*)::int from pickup) as pickups',
    );
    expect(rows).toEqual([{ orders: load.created.length, pickups: load.created.length }]);
    expect((await call('GET', '/verify')).body).toMatchObject({ violations: [] });
  },
  120_000,
);
