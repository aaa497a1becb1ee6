import { setTimeout as pause } from 'node:timers/promises';
import { type Client, WorkflowUpdateStage } from '@temporalio/client';
import type pg from 'pg';
import { expect } from 'vitest';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import type { OrderProgress, StepDecision } from '../../../workflows/order/messages.ts';
import type { Shop } from '../../support/shop.ts';

/** A stack whose service hangs for a while. */
export interface HangingStack {
  readonly shop: Shop;
  readonly sql: pg.Pool;
  readonly temporal: Client;
  /** Id of the account that decides by updates. */
  readonly account: number;
  /** Stops or continues a process (SIGSTOP, SIGCONT). */
  signal(name: 'service' | 'worker', signal: 'SIGSTOP' | 'SIGCONT'): void;
}

export interface Hang {
  /** All orders, and the orders that were open when the service stopped. */
  readonly orders: number[];
  readonly underWay: number[];
  /** Milliseconds until messages to workflows were answered while the service hung, in ascending order. */
  readonly answers: number[];
  /** Orders that had an update, which has events of its own. */
  readonly updated: ReadonlySet<number>;
}

/** Milliseconds between two messages while the service hangs. */
const rest = 250;

/** Returns the ids among these whose orders are fulfilled. */
export async function fulfilledOf({ sql }: HangingStack, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: string }>(
    `-- the fulfilled ones of some orders
     select o.id from salesorder o join salesorderstatus s on s.id = o.status_id
     where o.id = any($1) and s.name = 'Fulfilled'`,
    [ids],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Issues orders while the worker is stopped, so that it starts all of them together when it goes on. */
export async function issueTogether(stack: HangingStack, count: number, carrier_id: number): Promise<number[]> {
  const { shop, sql } = stack;
  const part_id = await shop.part({}, count);
  stack.signal('worker', 'SIGSTOP');
  try {
    const issue = () => shop.issued([{ part_id, qty: 1 }], { carrier_id });
    const ids: number[] = [];
    while (ids.length < count)
      ids.push(...(await Promise.all(Array.from({ length: Math.min(8, count - ids.length) }, issue))));
    stack.signal('worker', 'SIGCONT');
    const started = async () => (await sql.query('select from outbox')).rows.length === 0;
    await expect.poll(started, { timeout: 60_000, interval: 10 }).toBe(true);
    return ids;
  } finally {
    stack.signal('worker', 'SIGCONT');
  }
}

/**
 * Stops the service once the first of many orders is fulfilled. During the stop, updates and queries are sent to
 * the workflows of open orders.
 */
export async function hangService(stack: HangingStack, orders: number[], seconds: number): Promise<Hang> {
  await expect
    .poll(async () => (await fulfilledOf(stack, orders)).size, { timeout: 60_000, interval: 10 })
    .toBeGreaterThan(0);
  const end = performance.now() + seconds * 1_000;
  stack.signal('service', 'SIGSTOP');
  try {
    const fulfilled = await fulfilledOf(stack, orders);
    const underWay = orders.filter((id) => !fulfilled.has(id));
    const messages = sendMessages(stack, underWay);
    while (performance.now() < end) {
      messages.sendNext();
      await pause(rest);
    }
    stack.signal('service', 'SIGCONT');
    return { orders, underWay, updated: messages.updated, answers: await messages.answers() };
  } finally {
    stack.signal('service', 'SIGCONT');
  }
}

/**
 * Sends updates and queries to workflows one after the other, from the last order on: the first ones may be about
 * to end.
 */
function sendMessages({ temporal, account }: HangingStack, ids: readonly number[]) {
  const sent: Promise<number>[] = [];
  const updated = new Set<number>();
  const timed = async (answer: Promise<unknown>) => {
    const from = performance.now();
    await answer.catch((error) => {
      // A query without an answer for ten seconds.
      if (!(error.cause?.code === 4)) throw error;
    });
    return performance.now() - from;
  };
  const send = (id: number): Promise<unknown> => {
    const handle = temporal.workflow.getHandle(orderWorkflowId(id));
    if (sent.length % 2 === 0) return handle.query('progress');
    updated.add(id);
    const args: [StepDecision] = [{ step: 'pickup', by: account }];
    const waitForStage = WorkflowUpdateStage.ACCEPTED;
    return handle.startUpdate<OrderProgress, [StepDecision]>('automatic', { args, waitForStage });
  };
  return {
    updated,
    sendNext() {
      const id = ids.at(-1 - sent.length);
      if (id === undefined) return;
      const answer = timed(send(id));
      answer.catch(() => undefined);
      sent.push(answer);
    },
    /** Returns the milliseconds of all answers, in ascending order. */
    answers: async () => (await Promise.all(sent)).sort((one, other) => one - other),
  };
}

/** Returns the number of events in the histories of orders, once their workflows have ended. */
export async function eventsOf({ temporal }: HangingStack, ids: readonly number[]): Promise<Map<number, number>> {
  const events = new Map<number, number>();
  for (const id of ids) {
    const handle = temporal.workflow.getHandle(orderWorkflowId(id));
    expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
    events.set(id, (await handle.describe()).historyLength);
  }
  return events;
}

/** Returns the orders whose steps were not all done exactly once. */
export async function ordersNotDoneOnce({ sql }: HangingStack, ids: readonly number[]): Promise<unknown[]> {
  const { rows } = await sql.query(
    `-- orders without exactly one end of each step
     select o.id, array_agg(e.name order by e.name) filter (where e.id is not null) as ends
     from unnest($1::bigint[]) o (id) left join event_log l on l.order_ids @> array[o.id]
       left join event e on e.id = l.event_id and e.name = any($2)
     group by o.id having count(e.id) <> cardinality($2) or count(distinct e.id) <> cardinality($2)`,
    [ids, ['pick.finished', 'pack.finished', 'ship.finished', 'pickup.created']],
  );
  return rows;
}
