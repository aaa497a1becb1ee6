import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { projectRoot } from '../config/root.ts';
import { makeTwins } from './growth/twins.ts';
import { type ServiceAlone, startServiceAlone } from './support/service-alone.ts';

/** Closed orders that the copies are made of: 40 that went alone, and 20 that shared their picks, packs, ships and pickups. */
const models = 60;
const months = 30;
/** Rounds of each measured call; the median counts. */
const rounds = 41;

/**
 * Measures what grows with closed orders and what may not: lists, issue and pickup with few and with many closed orders; verification
 * in parts; the archive of those that ended 18 months ago and more; and the bytes of each table.
 * `npm run bench -- growth [--orders 3000000] [--port 7790]`. A million orders need 20 GB and 15 minutes.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '3000000' }, port: { type: 'string', default: '7790' } },
  });
  const alone = await startServiceAlone(Number(values.port));
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-growth-'));
  const sql = new pg.Pool({ connectionString: alone.databaseUrl, max: 2 });
  try {
    await makeModels(alone);
    // The first calls open connections and plan their statements.
    await measure(alone);
    const few = await measure(alone);
    await timed(`${Number(values.orders).toLocaleString('en')} closed orders are made`, () =>
      makeTwins(alone.databaseUrl, {
        orders: Number(values.orders),
        months,
        // It makes the partitions that are due.
        onBatch: () => conveyor(alone, 'migrate'),
      }),
    );
    await printSizes(sql);
    await printPartitions(sql);
    const many = await measure(alone);
    printMeasured(few, many);
    await timed('verify in parts, the first time', () => conveyor(alone, 'verify', '--parts'));
    await timed('verify in parts, the second time', () => conveyor(alone, 'verify', '--parts'));
    await timed('archive of the orders of 18 months ago and more', () =>
      conveyor(alone, 'archive', '--older-than', '18mo', '--to', folder),
    );
    await printPartitions(sql);
    await timed('archive check', () => conveyor(alone, 'archive', 'check', folder));
    await timed('verify in parts, all months again', () => conveyor(alone, 'verify', '--since', '2000-01-01'));
    await sql.query('vacuum analyze');
    printMeasured(few, await measure(alone));
  } finally {
    await sql.end();
    await alone.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeModels({ call, issueOrder }: ServiceAlone): Promise<void> {
  const steps = ['pick', 'pack', 'ship', 'pickup'];
  const ids: number[] = [];
  for (let at = 0; at < models; at++) ids.push(await issueOrder(3));
  for (const id of ids.slice(0, 40)) await call('POST', '/engine/steps', { orders: [{ order_id: id, steps }] });
  for (const task of [1, 2, 3, 4]) await call('POST', `/task/${task}/perform`, { order_id: ids.slice(40) });
}

type Measured = ReadonlyMap<string, number>;

/** Measures each call alone. @returns the median milliseconds by name */
async function measure(alone: ServiceAlone): Promise<Measured> {
  const { call, issueOrder } = alone;
  const reads: Record<string, string> = {
    'newest orders': '/salesorder?sort=-id&perPage=100&embed=customer',
    'orders in progress': '/salesorder?filter=status_id IN (2, 3)&perPage=100&counting=estimate',
    'fulfilled orders, estimated': '/salesorder?filter=status_id = 4&sort=-fulfilled_at&perPage=100&counting=estimate',
    'count of fulfilled orders, estimated': '/salesorder?filter=status_id = 4&perPage=0&counting=estimate',
    'count of fulfilled orders, exact': '/salesorder?filter=status_id = 4&perPage=0',
    'picklines by order': '/pickline?filter=order_id = 7&perPage=100',
  };
  const measured = new Map<string, number>();
  for (const [name, address] of Object.entries(reads)) {
    measured.set(name, await median(rounds, () => call('GET', encodeURI(address))));
  }
  measured.set('timeline of an order', await median(rounds, () => call('GET', '/salesorder/7/timeline')));
  const issued: number[] = [];
  measured.set('create and issue', await median(rounds, async () => void issued.push(await issueOrder(3))));
  for (const [task, name] of [
    [1, 'pick'],
    [2, 'pack'],
    [3, 'ship'],
    [4, 'pickup'],
  ] as const) {
    const waiting = [...issued];
    measured.set(
      name,
      await median(rounds, () => call('POST', `/task/${task}/perform`, { order_id: [waiting.shift()] })),
    );
  }
  return measured;
}

async function median(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

function printMeasured(few: Measured, many: Measured): void {
  console.log(`\n${'milliseconds'.padEnd(40)}${'few'.padStart(8)}${'many'.padStart(8)}${'ratio'.padStart(8)}`);
  for (const [name, time] of few) {
    const now = many.get(name) ?? 0;
    console.log(
      `${name.padEnd(40)}${time.toFixed(1).padStart(8)}${now.toFixed(1).padStart(8)}${(now / time).toFixed(2).padStart(8)}`,
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
