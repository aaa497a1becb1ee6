import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type BenchStack,
  columns as inColumns,
  ofPrograms,
  type Program,
  programs,
  withBenchStack,
} from './support/bench-stack.ts';
import { cpuMilliseconds } from './support/cpu-time.ts';
import { type CreateDrafts, linesPerOrder, openDrafts } from './support/drafts.ts';
import { present } from './support/series-figures.ts';

/** Unmeasured orders: the database plans statements, and Node compiles code. */
const warmUp = 100;
/** Programs that issue orders at once. */
const clients = 16;
/** Every tenth order is refused. */
const refusedOf = 10;

/**
 * Issues orders and lets the engine drive them. Every tenth order has a line of a part that is not in stock. The
 * service refuses to pick such an order, in a sentence that names the part. The time runs until all others are
 * fulfilled and each refused one is in attention. The same number of good orders before and after is the comparison.
 * `npm run bench -- refusals [--orders 1000] [--port 7740]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '1000' }, port: { type: 'string', default: '7740' } },
  });
  const total = Number(values.orders);
  await withBenchStack(Number(values.port), async (stack) => {
    const drafts = await openDrafts(stack.client);
    console.log(`${total} orders of ${linesPerOrder} lines, without and with refusals, on ${process.platform}\n`);
    await measure(stack, await goodDrafts(drafts, warmUp));
    const rows: Measured[] = [];
    console.log(columns(['orders', 'fulfilled', 'refused', 'sentences', 's', 'CPU ms/order:', ...programs]));
    for (const create of [goodDrafts, mixedDrafts(stack), goodDrafts]) {
      const measured = await measure(stack, await create(drafts, total));
      console.log(row(measured));
      rows.push(measured);
    }
    const times = ratio(rows, ({ seconds }) => seconds);
    const cpu = ratio(rows, (one) => programs.reduce((sum, name) => sum + one.cpu[name], 0));
    console.log(`\nwith refusals ${times} times as long as without, and ${cpu} times the CPU`);
    console.log(`rules broken at the end: ${(await stack.client.verify.get()).violations.length}`);
  });
}

/** Returns a figure of the series with refusals as a multiple of its mean over those before and after. */
function ratio([before, mixed, after]: readonly Measured[], figure: (one: Measured) => number): string {
  const [one, middle, other] = [before, mixed, after].map((each) => figure(present(each, 'series')));
  return ((2 * present(middle, 'figure')) / (present(one, 'figure') + present(other, 'figure'))).toFixed(2);
}

type CreateOrders = (drafts: CreateDrafts, count: number) => Promise<number[]>;

const goodDrafts: CreateOrders = (drafts, count) => drafts('good', count);

/** Returns the function that creates drafts. Every tenth draft has a line of a part that is not in stock. */
function mixedDrafts({ client }: BenchStack): CreateOrders {
  return async (drafts, count) => {
    const ids = await drafts('mixed', count);
    for (let at = 0; at < ids.length; at += refusedOf) {
      const number = `MISSING-${at}`;
      const { id } = await client.part.create({ number, name: number, parttype_id: 1, price: 5 });
      await client.salesorder.line.create(present(ids[at], 'order'), { part_id: id, qty: 1, unit_price: 5 });
    }
    return ids;
  };
}

interface Measured {
  readonly orders: number;
  readonly fulfilled: number;
  readonly refused: number;
  /** Different sentences of the refused orders. */
  readonly sentences: number;
  readonly seconds: number;
  /** CPU milliseconds of an order. */
  readonly cpu: Record<Program, number>;
}

/** Issues orders, and waits until each is fulfilled or in attention. */
async function measure({ client, database, pidOf }: BenchStack, ids: readonly number[]): Promise<Measured> {
  const cpu = () => ofPrograms((name) => cpuMilliseconds(pidOf(name)));
  const before = cpu();
  const start = performance.now();
  const left = [...ids];
  const issue = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      await client.salesorder.issue(id, { ignore_warnings: true });
  };
  await Promise.all(Array.from({ length: clients }, issue));
  for (;;) {
    // Polls the database, because calls to the service would add to the measured load.
    const { rows } = await database.query<Pick<Measured, 'fulfilled' | 'refused' | 'sentences'>>(
      `-- counts the orders that are fulfilled or in attention, and the sentences
       select count(*) filter (where status_id = 4)::int as fulfilled, count(attention)::int as refused,
         count(distinct attention ->> 'detail')::int as sentences
       from salesorder where id = any($1::bigint[])`,
      [ids],
    );
    const { fulfilled, refused, sentences } = present(rows[0], 'count of orders');
    if (fulfilled + refused >= ids.length) {
      const seconds = (performance.now() - start) / 1000;
      const after = cpu();
      const used = ofPrograms((name) => (after[name] - before[name]) / ids.length);
      return { orders: ids.length, fulfilled, refused, sentences, seconds, cpu: used };
    }
    await pause(100);
  }
}

function row({ orders, fulfilled, refused, sentences, seconds, cpu }: Measured): string {
  const each = programs.map((name) => cpu[name].toFixed(1));
  return columns([orders, fulfilled, refused, sentences, seconds.toFixed(1), '', ...each]);
}

const columns = (cells: readonly (string | number)[]) => inColumns(cells, 13);
