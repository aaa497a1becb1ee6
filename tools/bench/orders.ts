import { parseArgs } from 'node:util';
import { columns as inColumns, programs, withBenchStack } from './support/bench-stack.ts';
import { statementsOf } from './support/database-work.ts';
import { linesPerOrder } from './support/drafts.ts';
import { type OrderSeries, openOrderBench } from './support/order-bench.ts';
import { ascending, present, quantile } from './support/series-figures.ts';
import { besideTemporalAlone } from './support/temporal-alone.ts';

/** Unmeasured orders: the database plans statements, and Node compiles code. */
const warmUp = { alone: 20, together: 64 };
/** Orders whose statements are counted. */
const counted = 160;

/**
 * Creates orders of 3 lines, issues each by a second call, and lets the engine pick, pack, ship and hand them over. A client
 * starts its next order when the last one is fulfilled. With several clients, a tenth of the orders runs first. The comparison
 * of both series shows whether an order takes longer when more orders exist.
 * Temporal alone is measured before and after, since the speed of a machine changes by the minute, and the rate of orders is printed as
 * a ratio to it.
 * `npm run bench -- orders [--orders 1000] [--clients 1,16,64] [--port 7700]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '1,16,64' },
      port: { type: 'string', default: '7700' },
    },
  });
  const total = Number(values.orders);
  const clients = values.clients.split(',').map(Number);
  const { result, rate } = await besideTemporalAlone(() => measureAll(Number(values.port), clients, total));
  for (const { clients, orders } of result) {
    console.log(
      `${clients} clients: ${(orders / rate).toFixed(2)} times the rate of Temporal alone (${rate.toFixed(1)}/s)`,
    );
  }
}

/** The rate of orders a second with a number of clients. */
interface Rate {
  readonly clients: number;
  readonly orders: number;
}

async function measureAll(port: number, clients: readonly number[], total: number): Promise<Rate[]> {
  const rates: Rate[] = [];
  await withBenchStack(port, async (stack) => {
    const bench = await openOrderBench(stack);
    console.log(`Orders of ${linesPerOrder} lines, end to end, on ${process.platform} with the embedded stack\n`);
    console.log(
      columns([
        'clients',
        'orders',
        'orders/s',
        'median ms',
        'p95 ms',
        'CPU ms/order:',
        ...programs,
        'all',
        'events',
        'WAL KB',
      ]),
    );
    await bench.series(1, warmUp.alone);
    for (const count of clients) {
      const many = count === 1 ? await measureAlone(bench, total) : await measureTogether(bench, count, total);
      rates.push({ clients: count, orders: many.times.length / many.seconds });
    }
    for (const count of clients) {
      const statements = await statementsOf(stack.database, stack.logOf('postgres'), async () => {
        await bench.series(count, counted);
      });
      console.log(`  ${count} clients: ${(statements / counted).toFixed(1)} statements an order`);
    }
    await bench.close();
  });
  return rates;
}

type Bench = Awaited<ReturnType<typeof openOrderBench>>;

async function measureAlone(bench: Bench, total: number): Promise<OrderSeries> {
  const measured = await bench.series(1, Math.min(total, 200));
  console.log(columns(row(1, measured)));
  return measured;
}

async function measureTogether(bench: Bench, clients: number, total: number): Promise<OrderSeries> {
  await bench.series(clients, Math.max(warmUp.together, 2 * clients));
  const few = await bench.series(clients, Math.ceil(total / 10));
  console.log(columns(row(clients, few)));
  const many = await bench.series(clients, total);
  console.log(columns(row(clients, many)));
  for (const [at, fifth] of fifths(many.times).entries()) {
    console.log(`  fifth ${at + 1}: ${fifth.rate.toFixed(1)} orders/s, median ${fifth.median.toFixed(0)} ms`);
  }
  console.log(against(few, many));
  return many;
}

function row(clients: number, { seconds, times, cpu, events, wal }: OrderSeries): (string | number)[] {
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
    wal.toFixed(0),
  ];
}

/** Compares the time of an order in the long and the short series, on the clock and from issue to pickup. */
function against(few: OrderSeries, many: OrderSeries): string {
  const each = ({ seconds, times }: OrderSeries) => (seconds * 1000) / times.length;
  const mean = ({ times }: OrderSeries) => times.reduce((sum, { ms }) => sum + ms, 0) / times.length;
  const compared = (of: (measured: OrderSeries) => number) =>
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

const columns = (cells: readonly (string | number)[]) => inColumns(cells, 10);
