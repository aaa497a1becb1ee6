import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { BenchStack } from '../support/bench-stack.ts';
import type { CreateDrafts } from '../support/drafts.ts';
import type { Receiver } from '../support/receiver.ts';
import { ascending, present, quantile } from '../support/series-figures.ts';

/** Time limit for the last orders to be fulfilled, in milliseconds. */
const patience = 300_000;

/** Figures since the last reading. */
export interface LoadFigures {
  readonly fulfilled: number;
  /** Calls that failed although the client repeated them. */
  readonly failed: number;
  /** Milliseconds from issue to fulfilment; 0 if no order was fulfilled. */
  readonly median: number;
  readonly p95: number;
  /** Orders that are issued and not fulfilled. */
  readonly open: number;
  /** Deliveries of issued orders that have not arrived. */
  readonly undelivered: number;
}

/** A load of orders at a rate, with people who read lists beside it, and a webhook that gets every fulfilment. */
export interface Load {
  figures(): LoadFigures;
  /** Continues with another rate. @param rate orders a second */
  continueAt(rate: number): void;
  /** Stops the load, and returns when every issued order is fulfilled and its delivery has arrived. @returns false if that takes too long */
  drain(): Promise<boolean>;
}

/**
 * @param receiver gets the fulfilments
 * @param rate orders a second
 */
export async function startLoad(
  { client, database }: BenchStack,
  createDrafts: CreateDrafts,
  receiver: Receiver,
  rate: number,
): Promise<Load> {
  const arrivedBefore = receiver.arrived();
  const watch = watchFulfilments(database);
  const all = { issued: 0, failed: 0 };
  const undelivered = () => all.issued - (receiver.arrived() - arrivedBefore);
  const counted = (call: () => Promise<unknown>) =>
    call().catch(() => {
      all.failed += 1;
    });
  const order = async () => {
    const id = present((await createDrafts('soak', 1))[0], 'order');
    await client.salesorder.issue(id);
    watch.issued.set(id, performance.now());
    all.issued += 1;
  };
  const reads = [
    () => client.salesorder.list({ filter: 'status_id IN (2, 3)', perPage: 50, embed: 'customer' }),
    () => client.salesorder.list({ sort: '-id', perPage: 50 }),
    () => client.salesorder.timeline(Math.max(...watch.issued.keys(), 1)),
  ];
  let pace = rate;
  let isRunning = true;
  const calls = new Set<Promise<unknown>>();
  const begin = (call: () => Promise<unknown>) => {
    const running = counted(call).finally(() => calls.delete(running));
    calls.add(running);
  };
  const ordering = (async () => {
    for (let at = 0, due = performance.now(); isRunning; at++, due += 1000 / pace) {
      await pause(Math.max(0, due - performance.now()));
      begin(order);
      if (at % Math.ceil(pace / 3) === 0) await counted(present(reads[at % reads.length], 'read'));
    }
  })();
  let lastFailed = 0;
  return {
    figures() {
      const failed = all.failed - lastFailed;
      lastFailed = all.failed;
      return { ...watch.figures(), failed, undelivered: undelivered() };
    },
    continueAt(rate) {
      pace = rate;
    },
    async drain() {
      isRunning = false;
      await ordering;
      await Promise.all(calls);
      const isDone = () => watch.issued.size === 0 && undelivered() <= 0;
      for (const until = performance.now() + patience; !isDone() && performance.now() < until; ) await pause(200);
      await watch.end();
      return isDone();
    },
  };
}

/** Watches for the fulfilment of issued orders, in the database: calls to the service would add to the measured load. */
function watchFulfilments(database: Pool) {
  /** The open orders, with the time of their issue. */
  const issued = new Map<number, number>();
  const fulfilled: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    for (; isWatching; await pause(50)) {
      const { rows } = await database
        .query<{ id: string }>('select id from salesorder where id = any($1::bigint[]) and status_id = 4', [
          [...issued.keys()],
        ])
        .catch(() => ({ rows: [] }));
      for (const id of rows.map((row) => Number(row.id))) {
        fulfilled.push(performance.now() - (issued.get(id) ?? 0));
        issued.delete(id);
      }
    }
  })();
  return {
    issued,
    /** Returns what happened since the last look. */
    figures() {
      const times = ascending(fulfilled.splice(0));
      const at = (share: number) => (times.length === 0 ? 0 : quantile(times, share));
      return { fulfilled: times.length, median: at(0.5), p95: at(0.95), open: issued.size };
    },
    async end() {
      isWatching = false;
      await watching;
    },
  };
}
