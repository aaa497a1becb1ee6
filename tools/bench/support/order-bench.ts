import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type BenchStack, ofPrograms, type Program } from './bench-stack.ts';
import { cpuMilliseconds } from './cpu-time.ts';
import { walBytes } from './database-work.ts';
import { type CreateDrafts, openDrafts } from './drafts.ts';
import { present } from './series-figures.ts';

/** Times of a series of orders. */
export interface OrderSeries {
  seconds: number;
  times: { at: number; ms: number }[];
  cpu: Record<Program, number>;
  events: number;
  /** Kilobytes of write-ahead log of an order. */
  wal: number;
}

/** Creates the master data, unless drafts have theirs already, and watches for fulfilled orders. */
export async function openOrderBench(stack: BenchStack, drafts?: CreateDrafts) {
  const createDrafts = drafts ?? (await openDrafts(stack.client));
  const waiting = new Map<number, () => void>();
  let watching = true;
  const watcher = watch(stack.database, waiting, () => watching);
  // A series that fails ends the stack, and the watcher with it: the error of the series is the one to read.
  watcher.catch(() => undefined);
  /** Creates and issues an order. Resolves with the milliseconds from issue to fulfilment. */
  const runOrder = async () => {
    const id = present((await createDrafts('bench', 1))[0], 'order');
    const start = performance.now();
    const fulfilment = new Promise<void>((resolve) => waiting.set(id, resolve));
    await stack.client.salesorder.issue(id);
    await fulfilment;
    return { id, ms: performance.now() - start };
  };
  return {
    series: (clients: number, orders: number) => measureSeries(stack, runOrder, clients, orders),
    async close() {
      watching = false;
      await watcher;
    },
  };
}

/** Runs orders with several clients at once, and measures time, CPU and the events of the last order's workflow. */
async function measureSeries(
  { temporal, database, pidOf }: BenchStack,
  runOrder: () => Promise<{ id: number; ms: number }>,
  clients: number,
  orders: number,
): Promise<OrderSeries> {
  const times: { at: number; ms: number }[] = [];
  let open = orders;
  let last = 0;
  const cpu = () => ofPrograms((name) => cpuMilliseconds(pidOf(name)));
  const wal = await walBytes(database);
  const before = cpu();
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
  const after = cpu();
  const written = (await walBytes(database)) - wal;
  const used = ofPrograms((name) => (after[name] - before[name]) / orders);
  await temporal.workflow.getHandle(`order/${last}`).result();
  const { historyLength } = await temporal.workflow.getHandle(`order/${last}`).describe();
  return { seconds, times, cpu: used, events: historyLength, wal: written / 1024 / orders };
}

/** Polls the database for fulfilled orders, because calls to the service would add to the measured load. */
async function watch(database: Pool, waiting: Map<number, () => void>, on: () => boolean): Promise<void> {
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
