import { parseArgs } from 'node:util';
import { cpuMilliseconds } from './support/cpu-time.ts';
import { type ServiceAlone, startServiceAlone } from './support/service-alone.ts';

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
const linesOfOrder = 3;
/** Orders of one call. */
const sizes = [1, 2, 4, 8, 16] as const;
/** Calls at once for orders that share a part. */
const callers = 8;

/**
 * Measures the CPU of an order from pick to pickup, in the service and in PostgreSQL: by a call for each step, and by calls for the
 * steps of several orders; and how many orders a second that share a part go through, by eight calls at once. The engine does not run.
 * `npm run bench -- steps [--orders 320] [--port 7780]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '320' }, port: { type: 'string', default: '7780' } },
  });
  const count = Number(values.orders);
  const alone = await startServiceAlone(Number(values.port));
  try {
    for (const _ of [1, 2]) await alone.call('POST', '/engine/steps', bodyOf([await alone.issueOrder(linesOfOrder)]));
    console.log('Milliseconds of CPU an order, from pick to pickup, and milliseconds of time\n');
    console.log(columns(['way', 'service', 'PostgreSQL', 'both', 'time']));
    for (const round of [1, 2]) {
      console.log(columns([`a call a step, ${round}`, ...(await measure(alone, count, 1, byCalls))]));
      for (const size of sizes) {
        console.log(columns([`${size} together, ${round}`, ...(await measure(alone, count, size, together))]));
      }
    }
    for (const round of [1, 2]) {
      const rate = await rateOfHotPart(alone, count);
      console.log(`orders a second that share a part, from pick to pickup, ${round}: ${rate.toFixed(0)}`);
    }
    console.log(`\nrules broken at the end: ${await alone.violations()}`);
  } finally {
    await alone.stop();
  }
}

type Way = (alone: ServiceAlone, ids: readonly number[]) => Promise<void>;

const bodyOf = (ids: readonly number[]) => ({ orders: ids.map((order_id) => ({ order_id, steps })) });

const byCalls: Way = async ({ call }, ids) => {
  for (const task of steps.keys()) await call('POST', `/task/${task + 1}/perform`, { order_id: ids });
};

const together: Way = async ({ call }, ids) => {
  const { orders } = await call('POST', '/engine/steps', bodyOf(ids));
  const left = orders.filter(({ done }: { done: unknown[] }) => done.length < steps.length);
  if (left.length > 0) throw new Error(`${left.length} orders were left out`);
};

/** Takes orders through all steps. @returns the CPU of an order in service, PostgreSQL and both, and its time, in milliseconds */
async function measure(alone: ServiceAlone, count: number, size: number, way: Way): Promise<string[]> {
  const { service, postgres } = alone.pids;
  const batches: number[][] = [];
  for (let at = 0; at < count; at += size) {
    batches.push(await Promise.all(Array.from({ length: size }, () => alone.issueOrder(linesOfOrder))));
  }
  const before = [cpuMilliseconds(service), cpuMilliseconds(postgres)] as const;
  const start = performance.now();
  for (const ids of batches) await way(alone, ids);
  const time = performance.now() - start;
  const [inService, inPostgres] = [cpuMilliseconds(service) - before[0], cpuMilliseconds(postgres) - before[1]];
  const orders = batches.length * size;
  return [inService, inPostgres, inService + inPostgres, time].map((each) => (each / orders).toFixed(2));
}

/** Orders that share a part, in as many calls at once as the service has connections for. @returns orders a second */
async function rateOfHotPart(alone: ServiceAlone, count: number): Promise<number> {
  const size = Math.max(...sizes);
  const batches: number[][] = [];
  for (let at = 0; at < count; at += size) {
    batches.push(await Promise.all(Array.from({ length: size }, () => alone.issueOrder(linesOfOrder, true))));
  }
  const start = performance.now();
  const queue = batches.values();
  const caller = async () => {
    for (const ids of queue) await together(alone, ids);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (batches.length * size * 1000) / (performance.now() - start);
}

const columns = ([way, ...cells]: readonly string[]) =>
  `${String(way).padEnd(20)}${cells.map((cell) => cell.padStart(12)).join('')}`;
