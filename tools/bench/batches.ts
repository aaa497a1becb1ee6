import { parseArgs } from 'node:util';
import { ascending, quantile } from './support/series-figures.ts';
import { type ServiceAlone, startServiceAlone } from './support/service-alone.ts';

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
  const alone = await startServiceAlone(Number(values.port));
  try {
    const context = seriesOf(alone);
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
    console.log(`rules broken at the end: ${await alone.violations()}`);
  } finally {
    await alone.stop();
  }
}

function seriesOf({ call, issueOrder }: ServiceAlone) {
  return {
    /** Runs one batch after another. The orders of a batch exist before its time starts. */
    async series(orders: number, lines: number, rounds: number): Promise<Times[]> {
      const measurements: Times[] = [];
      for (let round = 0; round < rounds; round++) {
        const order_id = await Promise.all(Array.from({ length: orders }, () => issueOrder(lines)));
        const times: Partial<Times> = {};
        for (const [task, id] of Object.entries(tasks) as [Task, number][]) {
          const start = performance.now();
          await call('POST', `/task/${id}/perform`, { order_id });
          times[task] = performance.now() - start;
        }
        measurements.push(times as Times);
      }
      return measurements;
    },
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
