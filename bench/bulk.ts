import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection, Client as Temporal } from '@temporalio/client';
import pg from 'pg';
import { type Client, createClient } from '../client/client.ts';
import { projectRoot } from '../config/root.ts';
import { readJson } from '../stack/data-folder.ts';
import { type PostgresAccess, postgresUrl } from '../stack/postgres/postgres.ts';
import { Stack } from '../stack/stack.ts';
import { bulkRunWorkflowId } from '../workflows/contract/bulk-run.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { present } from './series-figures.ts';

const programs = ['service', 'worker', 'temporal', 'postgres'] as const;
type Program = (typeof programs)[number];

const partCount = 60;
const linesPerOrder = 3;
/** Orders of the unmeasured first run, in which statements are planned and code is compiled. */
const warmUp = 100;
/** Clients that create the orders. */
const creators = 16;

/**
 * Creates drafts of 3 lines, issues them by one bulk run, and lets the engine pick, pack, ship and hand them over. The time
 * runs from the start of the bulk run to the last fulfilled order. Prints speed and memory by fifths of the orders, and the
 * events of the run.
 * `npm run bench -- bulk [--orders 10000] [--port 7720]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '10000' }, port: { type: 'string', default: '7720' } },
  });
  const total = Number(values.orders);
  const data = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const stack = new Stack(
    { data, port: Number(values.port), config: join(projectRoot, 'bench/orders-config.yaml') },
    process.stderr as never,
  );
  try {
    await stack.start();
    const client = createClient({ url: stack.addresses.url, apiKey: stack.adminKey, userAgent: 'conveyor-bench' });
    const database = new pg.Pool({ connectionString: databaseUrlOf(stack), max: 2 });
    const temporal = new Temporal({
      connection: await Connection.connect({ address: `127.0.0.1:${Number(values.port) + 1}` }),
    });
    const drafts = await openDrafts(client);
    console.log(`${total} orders of ${linesPerOrder} lines by one bulk run, end to end, on ${process.platform}\n`);
    await drafts('warm', warmUp);
    await measureRun(stack, { client, database }, 'warm', warmUp);
    const created = performance.now();
    await drafts('run', total);
    console.error(`${total} orders created in ${((performance.now() - created) / 1000).toFixed(0)} s`);
    const measurement = await measureRun(stack, { client, database }, 'run', total);
    report(measurement, total);
    await histories(temporal, measurement.run);
    console.log(`rules broken at the end: ${(await client.verify.get()).violations.length}`);
    await client.close();
    await database.end();
    await temporal.connection.close();
  } finally {
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Creates the master data and returns a function that creates drafts with a note and returns their ids. */
export async function openDrafts(client: Client): Promise<(note: string, count: number) => Promise<number[]>> {
  const storage = present(
    (await client.location.list({ filter: 'locationtype_id = 1' })).data[0],
    'storage location',
  ).id;
  const carrier_id = present((await client.carrier.list({ where: { name: 'Bench Van' } })).data[0], 'carrier').id;
  const customer_id = (await client.customer.create({ type: 'Company', name: 'Bench' })).id;
  const inner = { inner_width_mm: 400, inner_length_mm: 300, inner_depth_mm: 300 };
  await client.cartontype.create({ name: 'Box', ...inner, empty_weight_g: 200, max_gross_weight_g: 30_000 });
  const parts: number[] = [];
  for (let at = 0; at < partCount; at += 1) {
    const size = { width_mm: 80, length_mm: 60, depth_mm: 40, weight_g: 150, price: 5 };
    const { id } = await client.part.create({ number: `B${at}`, name: `Part ${at}`, parttype_id: 1, ...size });
    await client.inventoryadjustment.create({ part_id: id, location_id: storage, qty: 10_000_000 });
    parts.push(id);
  }
  const address = { ship_to_name: 'Bench', ship_address_1: '1 Main Street', ship_city: 'Berlin', ship_country: 'DE' };
  return async (note, count) => {
    let made = 0;
    const ids: number[] = [];
    const creator = async () => {
      while (made < count) {
        const at = made++;
        const lines = Array.from({ length: linesPerOrder }, (_, line) => ({
          part_id: present(parts[(at * 7 + line * 13) % partCount], 'part'),
          qty: 1 + ((at + line) % 3),
          unit_price: 5,
        }));
        ids.push((await client.salesorder.create({ customer_id, carrier_id, ...address, note, lines })).id);
      }
    };
    await Promise.all(Array.from({ length: creators }, creator));
    return ids;
  };
}

interface Sample {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly issued: number;
  readonly fulfilled: number;
  readonly memory: Readonly<Record<Program, number>>;
}

interface Measurement {
  readonly run: number;
  readonly samples: readonly Sample[];
  readonly cpu: Readonly<Record<Program, number>>;
}

/** Polls progress in the database, because calls to the service would add to the measured load. */
async function measureRun(
  stack: Stack,
  { client, database }: { client: Client; database: pg.Pool },
  note: string,
  total: number,
): Promise<Measurement> {
  const pids = of((name) => Number(readFileSync(join(stack.folder.path, 'run', `${name}.pid`), 'utf8')));
  const before = of((name) => cpuMilliseconds(pids[name]));
  const start = performance.now();
  const { id } = await client.bulkrun.create({ select: `note = "${note}"`, action: 'issue' });
  const samples: Sample[] = [];
  for (;;) {
    const result = await database.query<{ issued: number; fulfilled: number; state: number }>(
      `select r.done as issued, (select count(*)::int from bulkrunorder o join salesorder s on s.id = o.order_id
         where o.bulkrun_id = r.id and s.status_id = 4) as fulfilled from bulkrun r where r.id = $1`,
      [id],
    );
    const { issued, fulfilled } = present(result.rows[0], 'count of orders');
    samples.push({ at: performance.now() - start, issued, fulfilled, memory: of((name) => memoryMiB(pids[name])) });
    if (fulfilled >= total) break;
    // A count over 10,000 orders takes 10 ms, so larger runs poll less often.
    await pause(Math.max(100, total / 20));
  }
  return { run: id, samples, cpu: of((name) => (cpuMilliseconds(pids[name]) - before[name]) / total) };
}

function of(value: (name: Program) => number): Record<Program, number> {
  return Object.fromEntries(programs.map((name) => [name, value(name)])) as Record<Program, number>;
}

function report({ samples, cpu }: Measurement, total: number): void {
  const seconds = present(samples.at(-1), 'samples').at / 1000;
  const each = programs.map((name) => `${name} ${cpu[name].toFixed(1)}`).join(', ');
  console.log(`${(total / seconds).toFixed(1)} orders/s in ${seconds.toFixed(0)} s; CPU ms an order: ${each}`);
  console.log(columns(['fifth', 'orders/s', 'under way', ...programs.map((name) => `${name} MiB`)]));
  let from: Pick<Sample, 'at' | 'fulfilled'> = { at: 0, fulfilled: 0 };
  const rates: number[] = [];
  for (let fifth = 1; fifth <= 5; fifth += 1) {
    const to = present(
      samples.find((sample) => sample.fulfilled >= (total * fifth) / 5),
      'sample at the end of a fifth',
    );
    const rate = ((to.fulfilled - from.fulfilled) * 1000) / (to.at - from.at);
    rates.push(rate);
    const memory = programs.map((name) => to.memory[name].toFixed(0));
    console.log(columns([fifth, rate.toFixed(1), to.issued - to.fulfilled, ...memory]));
    from = to;
  }
  console.log(
    `the last fifth is ${(present(rates[4], 'last fifth') / present(rates[0], 'first fifth')).toFixed(2)} times as fast as the first`,
  );
}

/** Prints the number of events of each continuation of the workflow. */
async function histories(temporal: Temporal, run: number): Promise<void> {
  const { workflow } = temporal;
  await workflow.getHandle(bulkRunWorkflowId(run)).result();
  const events: number[] = [];
  for await (const { workflowId, runId } of workflow.list({ query: `WorkflowId = "${bulkRunWorkflowId(run)}"` })) {
    events.push((await workflow.getHandle(workflowId, runId).describe()).historyLength);
  }
  console.log(`events of the run by continuation: ${events.reverse().join(', ')}`);
}

const columns = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(13)).join(' ');

export function databaseUrlOf(stack: Stack): string {
  return (
    process.env.DATABASE_URL ??
    postgresUrl(present(readJson<PostgresAccess>(stack.folder.database), 'database'), 'conveyor')
  );
}

/** Memory of a process and all its children that is in use, in MiB. Linux only. */
function memoryMiB(pid: number): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry)) parents.set(Number(entry), statusValue(Number(entry), 'PPid'));
  }
  const below = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === pid || below(parents.get(id)));
  let kibibytes = 0;
  for (const id of parents.keys()) if (below(id)) kibibytes += statusValue(id, 'VmRSS');
  return kibibytes / 1024;
}

function statusValue(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
