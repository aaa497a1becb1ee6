import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { projectRoot } from '../../config/root.ts';
import { makeTwins } from './growth/twins.ts';
import { type ServiceAlone, startServiceAlone } from './support/service-alone.ts';

/** Closed orders that the copies are made of: 40 that went alone, and 20 that shared their picks, packs, ships and pickups. */
const models = 60;
/** Closed orders of the side with few: all pages are full, and more match than an estimate counts (10,000). */
const fewOrders = 20_000;
const months = 30;
/** Rounds of each measured call on each side; the median counts. */
const rounds = 41;

/**
 * Measures the effects of closed orders: lists, issue and pickup beside a service with few closed orders,
 * alternating call by call; verification in parts; the archive of the oldest; and the bytes of each table. `npm run
 * bench -- growth [--orders 3000000] [--keep FOLDER] [--only orders] [--older-than 18mo] [--port 7790]`. A million
 * orders need 18 GB, and 8 minutes to be made. With `--keep` the orders are made once in that folder, and `--only
 * orders` ends then; the archive takes some of them out of it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '3000000' },
      keep: { type: 'string' },
      only: { type: 'string' },
      'older-than': { type: 'string', default: '18mo' },
      port: { type: 'string', default: '7790' },
    },
  });
  const kept = (side: string) => values.keep && join(values.keep, side);
  const few = await startServiceAlone(Number(values.port) + 1, kept('few'));
  const many = await startServiceAlone(Number(values.port), kept('many'));
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-growth-'));
  const sql = new pg.Pool({ connectionString: many.databaseUrl, max: 2 });
  try {
    for (const [one, orders] of [
      [few, fewOrders],
      [many, Number(values.orders)],
    ] as const) {
      if (await isMade(one.databaseUrl, orders)) continue;
      await makeModels(one);
      await timed(`${orders.toLocaleString('en')} closed orders are made`, () =>
        // The command makes the partitions that are due.
        makeTwins(one.databaseUrl, { orders, months, onBatch: () => conveyor(one, 'migrate') }),
      );
    }
    if (values.only === 'orders') return;
    await printSizes(sql);
    await printPartitions(sql);
    // The first calls open connections and plan their statements.
    await measure({ few, many });
    printMeasured(await measure({ few, many }));
    await timed('verify in parts, the first time', () => conveyor(many, 'verify', '--parts'));
    await timed('verify in parts, the second time', () => conveyor(many, 'verify', '--parts'));
    const age = values['older-than'];
    await timed(`archive --older-than ${age}`, () => conveyor(many, 'archive', '--older-than', age, '--to', folder));
    await printPartitions(sql);
    await timed('archive check', () => conveyor(many, 'archive', 'check', folder));
    await timed('verify in parts, all months again', () => conveyor(many, 'verify', '--since', '2000-01-01'));
    await sql.query('vacuum analyze');
    printMeasured(await measure({ few, many }));
  } finally {
    await sql.end();
    await Promise.all([few.stop(), many.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether a run before has made the orders in a folder that was kept. The archive may have taken a half of them. */
async function isMade(databaseUrl: string, orders: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(`
      select count(*)::float8 as n from salesorder where to_regclass('twin_base') is null`);
    return (rows[0]?.n ?? 0) >= orders / 3;
  } finally {
    await client.end();
  }
}

async function makeModels({ call, issueOrder }: ServiceAlone): Promise<void> {
  const steps = ['pick', 'pack', 'ship', 'pickup'];
  const ids: number[] = [];
  for (let at = 0; at < models; at++) ids.push(await issueOrder(3));
  for (const id of ids.slice(0, 40)) await call('POST', '/engine/steps', { orders: [{ order_id: id, steps }] });
  for (const task of [1, 2, 3, 4]) await call('POST', `/task/${task}/perform`, { order_id: ids.slice(40) });
}

/** The service with few closed orders, and that with many. */
interface Sides<T> {
  readonly few: T;
  readonly many: T;
}

/**
 * Measures each call on both sides alternately, so that a slower minute of the machine counts on both. @returns the
 * median milliseconds by name
 */
async function measure(services: Sides<ServiceAlone>): Promise<ReadonlyMap<string, Sides<number>>> {
  const reads: Record<string, string> = {
    'newest orders': '/salesorder?sort=-id&perPage=100&embed=customer',
    'orders in progress': '/salesorder?filter=status_id IN (2, 3)&perPage=100&counting=estimate',
    'fulfilled orders, estimated': '/salesorder?filter=status_id = 4&sort=-fulfilled_at&perPage=100&counting=estimate',
    'count of fulfilled orders, estimated': '/salesorder?filter=status_id = 4&perPage=0&counting=estimate',
    'count of fulfilled orders, exact': '/salesorder?filter=status_id = 4&perPage=0',
    'picklines by order': '/pickline?filter=order_id = 7&perPage=100',
    'timeline of an order': '/salesorder/7/timeline',
  };
  const measured = new Map<string, Sides<number>>();
  for (const [name, address] of Object.entries(reads)) {
    measured.set(name, await medians(services, (one) => one.call('GET', encodeURI(address))));
  }
  const issued = new Map<ServiceAlone, number[]>(Object.values(services).map((one) => [one, []]));
  measured.set(
    'create and issue',
    await medians(services, async (one) => void issued.get(one)?.push(await one.issueOrder(3))),
  );
  for (const [task, name] of [
    [1, 'pick'],
    [2, 'pack'],
    [3, 'ship'],
    [4, 'pickup'],
  ] as const) {
    const waiting = new Map([...issued].map(([one, ids]) => [one, [...ids]]));
    measured.set(
      name,
      await medians(services, (one) =>
        one.call('POST', `/task/${task}/perform`, { order_id: [waiting.get(one)?.shift()] }),
      ),
    );
  }
  return measured;
}

async function medians(
  services: Sides<ServiceAlone>,
  work: (one: ServiceAlone) => Promise<unknown>,
): Promise<Sides<number>> {
  const times: Sides<number[]> = { few: [], many: [] };
  for (let at = 0; at < rounds; at++) {
    for (const side of ['few', 'many'] as const) {
      const start = performance.now();
      await work(services[side]);
      times[side].push(performance.now() - start);
    }
  }
  return { few: median(times.few), many: median(times.many) };
}

function median(times: number[]): number {
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

function printMeasured(measured: ReadonlyMap<string, Sides<number>>): void {
  console.log(`\n${'milliseconds'.padEnd(40)}${'few'.padStart(8)}${'many'.padStart(8)}${'ratio'.padStart(8)}`);
  for (const [name, { few, many }] of measured) {
    console.log(
      `${name.padEnd(40)}${few.toFixed(1).padStart(8)}${many.toFixed(1).padStart(8)}${(many / few).toFixed(2).padStart(8)}`,
    );
  }
  console.log('');
}

/** Prints the bytes of a million orders, by table with its indexes. */
async function printSizes(sql: pg.Pool): Promise<void> {
  const { rows } = await sql.query<{ name: string; rows: number; bytes: number }>(`
    select coalesce(pg_partition_root(relid)::regclass::text, relname) as name, sum(n_live_tup)::float8 as rows,
      sum(pg_total_relation_size(relid))::float8 as bytes
    from pg_stat_user_tables group by 1 order by 3 desc limit 14`);
  const counted = await sql.query<{ n: number }>('select count(*)::float8 as n from salesorder');
  const perMillion = 1_000_000 / (counted.rows[0]?.n ?? 1);
  console.log(`\n${'of a million orders'.padEnd(24)}${'rows, M'.padStart(10)}${'GB'.padStart(8)}`);
  for (const { name, rows: lines, bytes } of rows) {
    console.log(
      `${name.padEnd(24)}${((lines * perMillion) / 1e6).toFixed(1).padStart(10)}${((bytes * perMillion) / 1e9).toFixed(2).padStart(8)}`,
    );
  }
}

/** Prints how many partitions there are, and their bytes. */
async function printPartitions(sql: pg.Pool): Promise<void> {
  const { rows } = await sql.query<{ name: string; partitions: number; bytes: number }>(`
    select inhparent::regclass::text as name, count(*)::float8 as partitions, sum(pg_total_relation_size(inhrelid))::float8 as bytes
    from pg_inherits where inhparent::regclass::text in ('event_log', 'inventorymovement') group by 1 order by 1`);
  for (const { name, partitions, bytes } of rows)
    console.log(`${name}: ${partitions} partitions, ${(bytes / 1e9).toFixed(2)} GB`);
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

/** Runs a command. @throws Error if it fails */
function conveyor({ url, adminKey, databaseUrl }: ServiceAlone, ...args: string[]): Promise<void> {
  const env = { ...process.env, CONVEYOR_URL: url, CONVEYOR_API_KEY: adminKey, CONVEYOR_DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [join(projectRoot, 'bin/conveyor.mjs'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      const text = String(Buffer.concat(output));
      if (code === 0) resolve();
      else reject(new Error(`conveyor ${args.join(' ')} ended with ${code}: ${text.slice(0, 2_000)}`));
    });
  });
}
