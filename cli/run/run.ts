import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ProblemError } from '../../client/client.ts';
import { inParallel } from '../output/parallel.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { isAtRest, type OrderOutcome, outcomeOf } from './outcome.ts';
import { type RunProgress, readStates, runProgress, type States } from './states.ts';

export interface RunOptions {
  readonly client: Client;
  /** Filter expression over orders. */
  readonly select: string;
  readonly strict?: boolean;
  /** Whether to follow until each order is fulfilled or waits for a known reason. */
  readonly wait?: boolean;
  /** Time limit for following in milliseconds. */
  readonly timeout?: number;
  /** Where progress is shown. */
  readonly terminal: Terminal;
  /** Greatest number of parallel requests. */
  readonly atOnce?: number;
}

export interface RunResult {
  readonly select: string;
  readonly total: number;
  readonly issued: number;
  /** Number of orders by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The orders that are not fulfilled. */
  readonly open: readonly OrderOutcome[];
  /** The warnings of plugins that did not prevent the issue of orders. */
  readonly ignored: readonly IgnoredWarnings[];
  readonly seconds: number;
  readonly timedOut: boolean;
}

/** Warnings of plugins about an order that was issued in spite of them. */
export interface IgnoredWarnings {
  readonly id: number;
  readonly number: string;
  readonly warnings: readonly string[];
}

const defaultAtOnce = 16;
const defaultTimeout = 30 * 60_000;
/** Milliseconds between two polls of the selection. */
const pollInterval = 400;

/** Issues the drafts of a selection and follows its orders until each is fulfilled or waits. */
export async function runOrders(options: RunOptions): Promise<RunResult> {
  const { client, select, terminal, atOnce = defaultAtOnce, strict = false, wait = true } = options;
  const started = Date.now();
  // The first request has the expression as written, so that an error message shows it unchanged.
  const total = await totalOf(client, select);
  const states = await readStates(client);
  const drafts = await totalOf(client, `(${select}) && status_id = ${states.draft}`);

  const issuing = progress(terminal, 'Issue');
  issuing.of(drafts);
  const { refused, ignored } = await issueDrafts({
    client,
    select,
    draft: states.draft,
    strict,
    atOnce,
    step: issuing.step,
  });
  const issued = drafts - refused.size;
  issuing.end(drafts === 0 ? 'no drafts' : `${count(issued)} of ${count(drafts)} drafts`);

  const follow = { client, select, states, atOnce, terminal, until: started + (options.timeout ?? defaultTimeout) };
  const { open, timedOut } = wait ? await followOrders(follow) : { open: await openOrders(follow), timedOut: false };
  const named = open.map((order) => ({ ...order, reason: refused.get(order.id) ?? order.reason }));
  const outcomes: Record<string, number> = { fulfilled: total - named.length };
  for (const { outcome } of named) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const seconds = (Date.now() - started) / 1000;
  return { select, total, issued, outcomes, open: named, ignored, seconds, timedOut };
}

interface Follow {
  readonly client: Client;
  readonly select: string;
  readonly states: States;
  readonly atOnce: number;
  readonly terminal: Terminal;
  readonly until: number;
}

/** Polls the counts while they change, and the progress of each open order when they do not. */
async function followOrders(follow: Follow): Promise<{ open: OrderOutcome[]; timedOut: boolean }> {
  const { client, states, select, until } = follow;
  const shown = progress(follow.terminal, 'Run');
  let last = '';
  for (;;) {
    const counts = await runProgress(client, states, select);
    shown.show(progressText(counts));
    const now = JSON.stringify(counts);
    let rest = pollInterval;
    if (now === last || counts.open === 0) {
      const startedAt = Date.now();
      const open = await openOrders(follow);
      // Reading each order loads the service, so it takes at most a fifth of the time.
      rest = Math.max(pollInterval, 4 * (Date.now() - startedAt));
      const timedOut = Date.now() > until;
      const atWork = open.filter((order) => !isAtRest(order));
      if (atWork.length === 0 || timedOut) {
        shown.end(progressText(counts));
        return { open, timedOut: timedOut && atWork.length > 0 };
      }
    } else if (Date.now() > until) {
      shown.end(progressText(counts));
      return { open: await openOrders(follow), timedOut: true };
    }
    last = now;
    await pause(rest);
  }
}

/** Returns the orders of the selection that are not fulfilled, with their reasons. */
async function openOrders({ client, select, states, atOnce }: Follow): Promise<OrderOutcome[]> {
  const filter = `(${select}) && status_id != ${states.fulfilled}`;
  const orders = client.salesorder.each({ filter, embed: 'customer,carrier', fields: 'id,number' });
  const open: OrderOutcome[] = [];
  await inParallel(orders, atOnce, async ({ id, number, customer, carrier }) => {
    const progress = await client.salesorder.progress(id);
    const { status, step, since } = progress;
    const names = { customer: customer?.name ?? '', carrier: carrier?.name ?? null };
    // The order may have been fulfilled after the list was read.
    const outcome = outcomeOf(progress);
    if (outcome.outcome !== 'fulfilled') open.push({ id, number, ...names, ...outcome, status, step, since });
  });
  return open.sort((a, b) => a.id - b.id);
}

async function totalOf(client: Client, filter: string): Promise<number> {
  const page = await client.salesorder.list({ filter, perPage: 0 });
  return page.total;
}

/** Returns a text such as `412 of 830 fulfilled · 120 to pick · 30 to pack · 2 on hold`. */
export function progressText({ total, fulfilled, held, next }: RunProgress): string {
  const parts: [number, string][] = [
    [next.pick, 'to pick'],
    [next.pack, 'to pack'],
    [next.ship, 'to ship'],
    [next.pickup, 'to pick up'],
    [held, 'on hold'],
  ];
  const shown = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return [`${count(fulfilled)} of ${count(total)} fulfilled`, ...shown].join(' · ');
}

interface IssueOptions {
  readonly client: Client;
  /** Filter expression over orders. */
  readonly select: string;
  readonly draft: number;
  /** Whether to leave an order with warnings as a draft. */
  readonly strict: boolean;
  readonly atOnce: number;
  readonly step: () => void;
}

interface Issued {
  /** The reasons of the drafts that were not issued, by order id. */
  readonly refused: ReadonlyMap<number, string>;
  readonly ignored: readonly IgnoredWarnings[];
}

/** Issues all drafts of the selection. Warnings of plugins that are ignored are kept for the report. */
async function issueDrafts(options: IssueOptions): Promise<Issued> {
  const { client, select, draft, strict, atOnce, step } = options;
  const refused = new Map<number, string>();
  const ignored: IgnoredWarnings[] = [];
  const drafts = client.salesorder.each({ filter: `(${select}) && status_id = ${draft}`, fields: 'id,number' });
  await inParallel(drafts, atOnce, async ({ id, number }) => {
    try {
      const warnings = await issueDraft(client, id, strict);
      if (warnings.length > 0) ignored.push({ id, number, warnings });
    } catch (error) {
      if (!(error instanceof ProblemError) || [401, 403].includes(error.status)) throw error;
      refused.set(id, reasonOf(error));
    }
    step();
  });
  return { refused, ignored: ignored.sort((a, b) => a.id - b.id) };
}

/**
 * Issues a draft. The first call asks for its warnings, because the answer of an issue in spite of them does not name them.
 * @returns the warnings of plugins that were ignored
 */
async function issueDraft(client: Client, id: number, strict: boolean): Promise<string[]> {
  try {
    await client.background.finished(await client.salesorder.issue(id, {}));
    return [];
  } catch (error) {
    if (strict || !(error instanceof ProblemError) || error.code !== 'order.warnings') throw error;
    await client.background.finished(await client.salesorder.issue(id, { ignore_warnings: 1 }));
    return error.warnings.filter(({ code }) => code === 'plan.warning').map(({ message }) => message);
  }
}

function reasonOf({ warnings, detail }: ProblemError): string {
  return warnings.length > 0 ? warnings.map(({ message }) => message).join(' ') : detail;
}
