import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../config/root.ts';
import { keysOf } from '../stack/credentials.ts';
import { openDataFolder } from '../stack/data-folder.ts';
import { postgresProgram, serviceProgram } from '../stack/processes/programs.ts';
import { Supervised } from '../stack/processes/supervised.ts';
import { ascending, quantile } from './series-figures.ts';

const tasks = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const;
type Task = keyof typeof tasks;
type Times = Record<Task, number>;

/** Number of orders in one pick, pack, ship and pickup, lines of each order, and rounds. The first batch decides. */
const batches = [
  { orders: 1, lines: 3, rounds: 20 },
  { orders: 5, lines: 3, rounds: 20 },
  { orders: 40, lines: 3, rounds: 10 },
  { orders: 80, lines: 3, rounds: 5 },
  { orders: 20, lines: 12, rounds: 5 },
  { orders: 20, lines: 48, rounds: 3 },
] as const;
const partCount = 200;

/**
 * Measures picks, packs, ships and pickups over many orders at once. Their time may grow with the number of lines and with the
 * work done before. The engine does not run: each task is one call.
 * `npm run bench -- batches [--rounds 100] [--port 7780]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '100' }, port: { type: 'string', default: '7780' } },
  });
  const data = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const folder = openDataFolder(data);
  const started: Supervised[] = [];
  const start = async (program: ConstructorParameters<typeof Supervised>[0]) => {
    const supervised = new Supervised(program, folder, (line) => process.stderr.write(`${line}\n`));
    started.unshift(supervised);
    await supervised.start();
  };
  try {
    let databaseUrl = '';
    await start(
      postgresProgram(folder, (url) => {
        databaseUrl = url;
      }),
    );
    const url = `http://127.0.0.1:${values.port}`;
    const keys = keysOf(folder, url, undefined);
    await start(
      serviceProgram({
        folder,
        keys,
        port: Number(values.port),
        url,
        databaseUrl: () => databaseUrl,
        configFile: join(projectRoot, 'bench/orders-config.yaml'),
        standInCarrierUrl: url,
        temporalPort: undefined,
        temporalUi: undefined,
      }),
    );
    const context = await startTestService(url, keys.admin);
    const rounds = Number(values.rounds);
    await context.series(20, 3, 3);
    console.log(`Milliseconds a call for all orders of a batch, the middle of its rounds\n`);
    console.log(columns(['orders', 'lines', 'rounds', ...Object.keys(tasks), 'all', 'ms a line']));
    const many = await context.series(20, 3, rounds);
    console.log(row(20, 3, many));
    for (const { orders, lines, rounds } of batches)
      console.log(row(orders, lines, await context.series(orders, lines, rounds)));
    const fifth = Math.ceil(rounds / 5);
    const fifths = [0, 1, 2, 3, 4].map((at) => sum(middleOf(many.slice(at * fifth, (at + 1) * fifth))).toFixed(0));
    console.log(`\n${rounds} rounds over 20 orders, in fifths: ${fifths.join(', ')} ms`);
    console.log(`rules broken at the end: ${await context.violations()}`);
  } finally {
    for (const one of started) await one.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function startTestService(url: string, key: string) {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const answer = (await response.json()) as any;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.detail}`);
    return answer;
  };
  const post = (path: string, body: unknown) => call('POST', path, body);
  const location_id = (await call('GET', '/location?locationtype_id=1')).data[0].id;
  const carrier_id = (await call('GET', '/carrier?name=Bench Van')).data[0].id;
  const customer_id = (await post('/customer', { type: 'Company', name: 'Bench' })).id;
  const box = { inner_width_mm: 600, inner_length_mm: 400, inner_depth_mm: 400, empty_weight_g: 300 };
  await post('/cartontype', { name: 'Box', ...box });
  const parts: number[] = [];
  for (let n = 1; n <= partCount; n++) {
    const size = { width_mm: 60 + (n % 7) * 10, length_mm: 80, depth_mm: 40, weight_g: 150 };
    const { id } = await post('/part', { number: `B-${n}`, name: `Part ${n}`, parttype_id: 1, price: 2, ...size });
    await post('/inventoryadjustment', { part_id: id, location_id, qty: 1_000_000, reason: 'bench' });
    parts.push(id);
  }
  let next = 0;
  const issueOrder = async (lineCount: number): Promise<number> => {
    const lines = Array.from({ length: lineCount }, () => ({
      part_id: parts[next++ % partCount],
      qty: 1 + (next % 3),
    }));
    const address = { ship_to_name: 'Bench', ship_address_1: 'Kaistr. 1', ship_city: 'Berlin', ship_country: 'DE' };
    const { id } = await post('/salesorder', { customer_id, carrier_id, ...address, ship_postal_code: '10115', lines });
    await post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    return id;
  };

  return {
    /** Runs one batch after another. The orders of a batch exist before its time starts. */
    async series(orders: number, lines: number, rounds: number): Promise<Times[]> {
      const measurements: Times[] = [];
      for (let round = 0; round < rounds; round++) {
        const order_id = await Promise.all(Array.from({ length: orders }, () => issueOrder(lines)));
        const times: Partial<Times> = {};
        for (const [task, id] of Object.entries(tasks) as [Task, number][]) {
          const start = performance.now();
          await post(`/task/${id}/perform`, { order_id });
          times[task] = performance.now() - start;
        }
        measurements.push(times as Times);
      }
      return measurements;
    },
    violations: async (): Promise<number> => (await call('GET', '/verify')).violations.length,
  };
}

const middleOf = (series: readonly Times[]): Times =>
  Object.fromEntries(
    (Object.keys(tasks) as Task[]).map((task) => {
      const times = ascending(series.map((one) => one[task]));
      return [task, quantile(times, 0.5)];
    }),
  ) as Times;

const sum = (times: Times): number => Object.values(times).reduce((so, one) => so + one, 0);

function row(orders: number, lines: number, series: readonly Times[]): string {
  const middle = middleOf(series);
  const all = sum(middle);
  const figures = [...Object.values(middle), all].map((time) => time.toFixed(1));
  return columns([orders, orders * lines, series.length, ...figures, (all / (orders * lines)).toFixed(2)]);
}

const columns = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(9)).join(' ');
