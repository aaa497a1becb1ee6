import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import type { Client } from '../../client/client.ts';
import { type BenchStack, columns as inColumns, withBenchStack } from './support/bench-stack.ts';
import { type CreateDrafts, openDrafts } from './support/drafts.ts';
import { openReceiver } from './support/receiver.ts';
import { ascending, present, quantile } from './support/series-figures.ts';

/** Unmeasured orders: the database plans statements, and Node compiles code. */
const warmUp = { bulk: 200, single: 20 };

/**
 * Issues single orders of a person, first alone and then beside a bulk run, and measures the time from issue to pickup. The
 * engine does every step of all orders, which have 3 lines. The person pauses after each order.
 * `npm run bench -- beside [--orders 10000] [--single 100] [--pause 500] [--webhook] [--port 7740]`; `--webhook` sends every
 * fulfilment to a target
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '10000' },
      single: { type: 'string', default: '100' },
      pause: { type: 'string', default: '500' },
      webhook: { type: 'boolean', default: false },
      port: { type: 'string', default: '7740' },
    },
  });
  const [total, single, between] = [Number(values.orders), Number(values.single), Number(values.pause)];
  await withBenchStack(Number(values.port), async (stack) => {
    const { client } = stack;
    const receiver = values.webhook ? await openReceiver(stack) : undefined;
    const bench = new Bench(stack, await openDrafts(client), between);
    await bench.bulkRun('warm', warmUp.bulk);
    await bench.singleOrders(warmUp.single);
    const share = Math.max(300, Math.round(total / 10));
    const bulkAlone = await bench.bulkRun('alone', share);
    const alone = await bench.singleOrders(single);
    await bench.drafts('beside', total);
    let isOpen = true;
    const bulk = bench.bulkRun('beside', total).finally(() => {
      isOpen = false;
    });
    // The first orders of the run fill its window.
    await pause(2_000);
    const beside = await bench.singleOrders(Number.POSITIVE_INFINITY, () => isOpen);
    report({ alone, beside, bulkAlone, bulkBeside: await bulk, total, share });
    if (receiver) console.log(`deliveries that arrived until then: ${receiver.arrived()}`);
    receiver?.close();
    console.log(`rules broken at the end: ${(await client.verify.get()).violations.length}`);
  });
}

/** Starts bulk runs and single orders, and watches for their end in the database, so as not to add calls of the service. */
class Bench {
  readonly drafts: (note: string, count: number) => Promise<void>;
  readonly #client: Client;
  readonly #database: Pool;
  readonly #create: CreateDrafts;
  readonly #between: number;
  readonly #created = new Map<string, number>();

  /** @param between milliseconds that the person pauses after an order */
  constructor({ client, database }: BenchStack, create: CreateDrafts, between: number) {
    this.#client = client;
    this.#database = database;
    this.#create = create;
    this.#between = between;
    this.drafts = async (note, count) => {
      await create(note, count);
      this.#created.set(note, count);
    };
  }

  /** Runs a bulk run over new drafts, or over those that exist with this note. @returns its orders a second */
  async bulkRun(note: string, count: number): Promise<number> {
    if (!this.#created.has(note)) await this.drafts(note, count);
    const start = performance.now();
    await this.#client.bulkrun.create({ select: `note = "${note}"`, action: 'issue' });
    for (;;) {
      const { rows } = await this.#database.query(
        'select count(*)::int as open from salesorder where note = $1 and status_id <> 4',
        [note],
      );
      if (rows[0].open === 0) return (count * 1000) / (performance.now() - start);
      await pause(Math.max(100, count / 20));
    }
  }

  /** Runs single orders, one after the other. @returns the milliseconds of each, from issue to pickup */
  async singleOrders(count: number, goesOn: () => boolean = () => true): Promise<number[]> {
    const times: number[] = [];
    while (times.length < count && goesOn()) {
      const id = present((await this.#create('single', 1))[0], 'order');
      const start = performance.now();
      await this.#client.salesorder.issue(id);
      await this.#untilFulfilled(id);
      times.push(performance.now() - start);
      await pause(this.#between);
    }
    return times;
  }

  async #untilFulfilled(id: number): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#database.query('select from salesorder where id = $1 and status_id = 4', [id]);
      if (rowCount === 1) return;
      await pause(5);
    }
  }
}

interface Figures {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly bulkAlone: number;
  readonly bulkBeside: number;
  readonly total: number;
  readonly share: number;
}

function report({ alone, beside, bulkAlone, bulkBeside, total, share }: Figures): void {
  console.log(`Single orders of a person, and a bulk run of ${total} orders, on ${process.platform}\n`);
  console.log(columns(['', 'orders', 'median ms', 'p95 ms', 'worst ms', 'bulk orders/s']));
  console.log(columns(['alone', ...series(alone), `${bulkAlone.toFixed(1)} (${share})`]));
  console.log(columns(['beside', ...series(beside), bulkBeside.toFixed(1)]));
  const ratio = (at: number) => (quantile(ascending(beside), at) / quantile(ascending(alone), at)).toFixed(2);
  console.log(columns(['ratio', '', ratio(0.5), ratio(0.95), '', (bulkBeside / bulkAlone).toFixed(2)]));
}

function series(times: readonly number[]): (string | number)[] {
  const sorted = ascending(times);
  const figures = [quantile(sorted, 0.5), quantile(sorted, 0.95), present(sorted.at(-1), 'times')];
  return [times.length, ...figures.map((value) => value.toFixed(0))];
}

const columns = (cells: readonly (string | number)[]) => inColumns(cells, 13);
