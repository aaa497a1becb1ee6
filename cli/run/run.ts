import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { inParallel } from '../output/parallel.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { issueDrafts } from './issue.ts';
import { type OrderOutcome, outcomeOf, settled } from './outcome.ts';
import { readStates, type Standing, type States, standingOf } from './states.ts';

export interface RunOptions {
  readonly client: Client;
  /** Expression over orders. */
  readonly select: string;
  readonly strict?: boolean;
  /** Stay until every order is fulfilled, or waits for something that it names. */
  readonly wait?: boolean;
  /** Milliseconds to stay at most. */
  readonly timeout?: number;
  /** Where progress is shown. */
  readonly terminal: Terminal;
  /** Calls under way at most. */
  readonly atOnce?: number;
}

export interface RunResult {
  readonly select: string;
  readonly total: number;
  readonly issued: number;
  /** How many orders came to what. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Every order that is not fulfilled. */
  readonly open: readonly OrderOutcome[];
  readonly seconds: number;
  readonly timedOut: boolean;
}

const usualAtOnce = 16;
const usualTimeout = 30 * 60_000;
/** Between two looks at the selection (milliseconds). */
const between = 400;

/** Issues the drafts of a selection and follows its orders until nothing more happens by itself. */
export async function runOrders(options: RunOptions): Promise<RunResult> {
  const { client, select, terminal, atOnce = usualAtOnce, strict = false, wait = true } = options;
  const started = Date.now();
  // First as it was written, so that a fault in it is shown in its own words.
  const total = await totalOf(client, select);
  const states = await readStates(client);
  const drafts = await totalOf(client, `(${select}) && status_id = ${states.draft}`);

  const issuing = progress(terminal, 'Issue');
  issuing.of(drafts);
  const refused = await issueDrafts({ client, select, draft: states.draft, strict, atOnce, step: issuing.step });
  const issued = drafts - refused.size;
  issuing.end(drafts === 0 ? 'no drafts' : `${count(issued)} of ${count(drafts)} drafts`);

  const follow = { client, select, states, atOnce, terminal, until: started + (options.timeout ?? usualTimeout) };
  const { open, timedOut } = wait ? await followed(follow) : { open: await openOrders(follow), timedOut: false };
  const named = open.map((order) => ({ ...order, reason: refused.get(order.id) ?? order.reason }));
  const outcomes: Record<string, number> = { fulfilled: total - named.length };
  for (const { outcome } of named) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { select, total, issued, outcomes, open: named, seconds: (Date.now() - started) / 1000, timedOut };
}

interface Follow {
  readonly client: Client;
  readonly select: string;
  readonly states: States;
  readonly atOnce: number;
  readonly terminal: Terminal;
  readonly until: number;
}

/** Looks again and again, cheaply while orders move on, and one by one once they stand still. */
async function followed(follow: Follow): Promise<{ open: OrderOutcome[]; timedOut: boolean }> {
  const { client, states, select, until } = follow;
  const shown = progress(follow.terminal, 'Run');
  let last = '';
  for (;;) {
    const standing = await standingOf(client, states, select);
    shown.say(words(standing));
    const now = JSON.stringify(standing);
    let rest = between;
    if (now === last || standing.open === 0) {
      const began = Date.now();
      const open = await openOrders(follow);
      // Looking at each takes the service's time too: a fifth of it at most.
      rest = Math.max(between, 4 * (Date.now() - began));
      const timedOut = Date.now() > until;
      const atWork = open.filter((order) => !settled(order));
      if (atWork.length === 0 || timedOut) {
        shown.end(words(standing));
        return { open, timedOut: timedOut && atWork.length > 0 };
      }
    } else if (Date.now() > until) {
      shown.end(words(standing));
      return { open: await openOrders(follow), timedOut: true };
    }
    last = now;
    await pause(rest);
  }
}

/** Every order of the selection that is not fulfilled, with what it waits for. */
async function openOrders({ client, select, states, atOnce }: Follow): Promise<OrderOutcome[]> {
  const filter = `(${select}) && status_id != ${states.fulfilled}`;
  const orders = client.salesorder.each({ filter, embed: 'customer,carrier', fields: 'id,number' });
  const found: OrderOutcome[] = [];
  await inParallel(orders, atOnce, async ({ id, number, customer, carrier }) => {
    const where = await client.salesorder.progress(id);
    const { status, step, since } = where;
    const names = { customer: customer?.name ?? '', carrier: carrier?.name ?? null };
    // It may have been fulfilled between the list and this.
    const outcome = outcomeOf(where);
    if (outcome.outcome !== 'fulfilled') found.push({ id, number, ...names, ...outcome, status, step, since });
  });
  return found.sort((a, b) => a.id - b.id);
}

async function totalOf(client: Client, filter: string): Promise<number> {
  const page = await client.salesorder.list({ filter, perPage: 0 });
  return page.total;
}

/** `412 of 830 fulfilled · 120 to pick · 30 to pack · 2 on hold` */
export function words({ total, fulfilled, held, next }: Standing): string {
  const parts: [number, string][] = [
    [next.pick, 'to pick'],
    [next.pack, 'to pack'],
    [next.ship, 'to ship'],
    [next.pickup, 'to pick up'],
    [held, 'on hold'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return [`${count(fulfilled)} of ${count(total)} fulfilled`, ...said].join(' · ');
}
