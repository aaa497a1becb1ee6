import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { type Client as ConveyorClient, createClient } from '../client/client.ts';
import { projectRoot } from '../config/root.ts';
import { readJson } from '../stack/data-folder.ts';
import { type PostgresAccess, postgresUrl } from '../stack/postgres/postgres.ts';
import { Stack } from '../stack/stack.ts';
import { orderWorkflowId } from '../workflows/contract/order.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { ascending, present, quantile } from './series-figures.ts';

const programs = ['service', 'worker', 'temporal', 'postgres'] as const;

/** Number of parts: enough that orders do not wait for the lock of a single part. */
const partCount = 60;
const linesPerOrder = 3;
/** Unmeasured orders, in which statements are planned and code is compiled. */
const warmUp = { alone: 20, together: 64 };

/**
 * Creates orders of 3 lines, issues each by a second call, and lets the engine pick, pack, ship and hand them over. A client
 * starts its next order when the last one is fulfilled. With several clients, a tenth of the orders runs first. The comparison
 * of both series shows whether an order takes longer when more orders exist.
 * `npm run bench -- orders [--orders 1000] [--clients 1,16] [--port 7700]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '1,16' },
      port: { type: 'string', default: '7700' },
    },
  });
  const total = Number(values.orders);
  const data = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const stack = new Stack(
    { data, port: Number(values.port), config: join(projectRoot, 'bench/orders-config.yaml') },
    process.stderr as never,
  );
  try {
    await stack.start();
    const bench = await openBench(stack);
    console.log(`Orders of ${linesPerOrder} lines, end to end, on ${process.platform} with the embedded stack\n`);
    console.log(
      columns(['clients', 'orders', 'orders/s', 'median ms', 'p95 ms', 'CPU ms/order:', ...programs, 'all', 'events']),
    );
    await bench.series(1, warmUp.alone);
    for (const clients of values.clients.split(',').map(Number)) {
      if (clients === 1) {
        console.log(columns(row(clients, await bench.series(clients, Math.min(total, 200)))));
        continue;
      }
      await bench.series(clients, warmUp.together);
      const few = await bench.series(clients, Math.ceil(total / 10));
      console.log(columns(row(clients, few)));
      const many = await bench.series(clients, total);
      console.log(columns(row(clients, many)));
      for (const [at, fifth] of fifths(many.times).entries()) {
        console.log(`  fifth ${at + 1}: ${fifth.rate.toFixed(1)} orders/s, median ${fifth.median.toFixed(0)} ms`);
      }
      console.log(against(few, many));
    }
    await bench.close();
  } finally {
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

interface Measured {
  seconds: number;
  times: { at: number; ms: number }[];
  cpu: Record<(typeof programs)[number], number>;
  events: number;
}

/** Connects the clients of the measurement, creates the master data and watches for fulfilled orders. */
async function openBench(stack: Stack) {
  const client = createClient({ url: stack.addresses.url, apiKey: stack.adminKey, userAgent: 'conveyor-bench' });
  const database = new pg.Pool({ connectionString: databaseUrlOf(stack), max: 2 });
  const connection = await Connection.connect({
    address: `127.0.0.1:${Number(new URL(stack.addresses.url).port) + 1}`,
  });
  const temporal = new Client({ connection });
  const records = await createRecords(stack, database);
  const waiting = new Map<number, () => void>();
  let watching = true;
  const watcher = watch(database, waiting, () => watching);
  const runOrder = orderRunner(client, records, waiting);
  return {
    series: (clients: number, orders: number) => measureSeries({ stack, temporal, runOrder }, clients, orders),
    async close() {
      watching = false;
      await watcher;
      await client.close();
      await connection.close();
      await database.end();
    },
  };
}

interface Records {
  readonly customer: number;
  readonly carrier: number;
  readonly parts: readonly number[];
}

/** Creates the customer, the carton type and the parts with their stock. */
async function createRecords(stack: Stack, database: pg.Pool): Promise<Records> {
  const post = poster(stack);
  const storage = Number(
    (await database.query('select id from location where locationtype_id = 1 limit 1')).rows[0].id,
  );
  const carrier = Number((await database.query(`select id from carrier where name = 'Bench Van'`)).rows[0].id);
  const customer = await post('/customer', { type: 'Company', name: 'Bench' });
  const inner = { inner_width_mm: 400, inner_length_mm: 300, inner_depth_mm: 300 };
  await post('/cartontype', { name: 'Box', ...inner, empty_weight_g: 200, max_gross_weight_g: 30000 });
  const parts: number[] = [];
  for (let at = 0; at < partCount; at++) {
    const size = { width_mm: 80, length_mm: 60, depth_mm: 40, weight_g: 150 };
    const part = await post('/part', { number: `B${at}`, name: `Part ${at}`, parttype_id: 1, ...size, price: 5 });
    await post('/inventoryadjustment', { part_id: part.id, location_id: storage, qty: 10_000_000 });
    parts.push(part.id);
  }
  return { customer: customer.id, carrier, parts };
}

/** Returns a function that posts a body to a path of the service and returns the record. */
function poster(stack: Stack): (path: string, body: unknown) => Promise<{ id: number }> {
  const authorization = `Basic ${Buffer.from(`${stack.adminKey}:`).toString('base64')}`;
  return async (path, body) => {
    const response = await fetch(stack.addresses.url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { id: number; detail?: string };
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${answer.detail}`);
    return answer;
  };
}

type OrderRunner = () => Promise<{ id: number; ms: number }>;

/** Returns a function that creates and issues an order, and resolves with the milliseconds from issue to fulfilment. */
function orderRunner(client: ConveyorClient, records: Records, waiting: Map<number, () => void>): OrderRunner {
  let created = 0;
  return async () => {
    const at = created++;
    const lines = Array.from({ length: linesPerOrder }, (_, line) => ({
      part_id: records.parts[(at * 7 + line * 13) % partCount],
      qty: 1 + ((at + line) % 3),
      unit_price: 5,
    }));
    const order = await client.salesorder.create({
      customer_id: records.customer,
      carrier_id: records.carrier,
      ship_to_name: 'Bench',
      ship_address_1: '1 Main Street',
      ship_city: 'Berlin',
      ship_country: 'DE',
      lines,
    } as never);
    const start = performance.now();
    const fulfilment = new Promise<void>((resolve) => waiting.set(order.id, resolve));
    await client.salesorder.issue(order.id);
    await fulfilment;
    return { id: order.id, ms: performance.now() - start };
  };
}

interface SeriesContext {
  readonly stack: Stack;
  readonly temporal: Client;
  readonly runOrder: OrderRunner;
}

/** Runs orders with several clients at once, and measures time, CPU and the events of the last order's workflow. */
async function measureSeries(
  { stack, temporal, runOrder }: SeriesContext,
  clients: number,
  orders: number,
): Promise<Measured> {
  const times: { at: number; ms: number }[] = [];
  let open = orders;
  let last = 0;
  const before = cpu(stack);
  const start = performance.now();
  const runClient = async () => {
    while (open-- > 0) {
      const { id, ms } = await runOrder();
      times.push({ at: performance.now() - start, ms });
      last = id;
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  const seconds = (performance.now() - start) / 1000;
  const after = cpu(stack);
  const used = Object.fromEntries(
    programs.map((name) => [name, (after[name] - before[name]) / orders]),
  ) as Measured['cpu'];
  await temporal.workflow.getHandle(orderWorkflowId(last)).result();
  const { historyLength } = await temporal.workflow.getHandle(orderWorkflowId(last)).describe();
  return { seconds, times, cpu: used, events: historyLength };
}

/** Polls the database for fulfilled orders, because calls to the service would add to the measured load. */
async function watch(database: pg.Pool, waiting: Map<number, () => void>, on: () => boolean): Promise<void> {
  while (on()) {
    if (waiting.size > 0) {
      const { rows } = await database.query(
        'select id from salesorder where id = any($1::bigint[]) and status_id = 4',
        [[...waiting.keys()]],
      );
      for (const id of rows.map((row) => Number(row.id))) {
        waiting.get(id)?.();
        waiting.delete(id);
      }
    }
    await pause(waiting.size > 1 ? 20 : 5);
  }
}

function cpu(stack: Stack): Record<(typeof programs)[number], number> {
  const pidOf = (name: string) => Number(readFileSync(join(stack.folder.path, 'run', `${name}.pid`), 'utf8'));
  return Object.fromEntries(programs.map((name) => [name, cpuMilliseconds(pidOf(name))])) as never;
}

function row(clients: number, { seconds, times, cpu, events }: Measured): (string | number)[] {
  const sorted = ascending(times.map((time) => time.ms));
  const at = (share: number) => quantile(sorted, share).toFixed(0);
  const all = programs.reduce((sum, name) => sum + cpu[name], 0);
  return [
    clients,
    times.length,
    (times.length / seconds).toFixed(1),
    at(0.5),
    at(0.95),
    '',
    ...programs.map((name) => cpu[name].toFixed(1)),
    all.toFixed(1),
    events,
  ];
}

/** Compares the time of an order in the long and the short series, on the clock and from issue to pickup. */
function against(few: Measured, many: Measured): string {
  const each = ({ seconds, times }: Measured) => (seconds * 1000) / times.length;
  const mean = ({ times }: Measured) => times.reduce((sum, { ms }) => sum + ms, 0) / times.length;
  const compared = (of: (measured: Measured) => number) =>
    `${(of(many) / of(few)).toFixed(2)} times (${of(many).toFixed(1)} ms against ${of(few).toFixed(1)})`;
  return [
    `  ${many.times.length} orders against ${few.times.length}, each: ${compared(each)} on the clock,`,
    `${compared(mean)} from issue to pickup on average`,
  ].join(' ');
}

function fifths(times: readonly { at: number; ms: number }[]): { rate: number; median: number }[] {
  const inOrder = [...times].sort((a, b) => a.at - b.at);
  const size = Math.floor(inOrder.length / 5);
  return Array.from({ length: 5 }, (_, fifth) => {
    const part = inOrder.slice(fifth * size, (fifth + 1) * size);
    const from = fifth === 0 ? 0 : present(inOrder[fifth * size - 1], 'end of the fifth before').at;
    const sorted = ascending(part.map((time) => time.ms));
    return {
      rate: size / ((present(part.at(-1), 'orders in a fifth').at - from) / 1000),
      median: quantile(sorted, 0.5),
    };
  });
}

const columns = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(10)).join(' ');

function databaseUrlOf(stack: Stack): string {
  return (
    process.env.DATABASE_URL ??
    postgresUrl(present(readJson<PostgresAccess>(stack.folder.database), 'database'), 'conveyor')
  );
}
