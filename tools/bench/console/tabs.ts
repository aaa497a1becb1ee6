import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../../test/support/browser/launch.ts';
import { type BenchStack, withBenchStack } from '../support/bench-stack.ts';
import { signInLink } from '../support/console-session.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { openDrafts } from '../support/drafts.ts';
import { ascending, present, quantile } from '../support/series-figures.ts';

const warmUp = 200;
const clients = 16;
const idleSeconds = 20;

/** Load besides the orders. */
type Company = 'alone' | 'tabs' | 'streams';

export interface TabsOptions {
  readonly port: number;
  readonly tabs: number;
  /** Orders of each series. */
  readonly orders: number;
  /** Series without tabs, beside them, and beside streams of changes: the machine is not equally fast all the time. */
  readonly rounds: number;
}

/**
 * Measures what open tabs of the console cost the service: while nothing happens, and beside orders at full speed.
 * The tabs belong to one browser, and one of them is in view. CPU time of the service is what counts: the browser
 * runs on the same machine.
 */
export async function measureTabs({ port, tabs, orders, rounds }: TabsOptions): Promise<void> {
  await withBenchStack(port, async (stack) => {
    const browser = await launchBrowser();
    try {
      const bench = await openBench(stack);
      await bench.orders(warmUp);
      const idleAlone = await idleCost(stack);
      const costs: Record<Company, number[]> = { alone: [], tabs: [], streams: [] };
      let idle = 0;
      for (let round = 0; round < rounds; round += 1) {
        costs.alone.push(await bench.orders(orders));
        const opened = await openTabs(browser, stack, tabs);
        if (round === 0) idle = await idleCost(stack);
        costs.tabs.push(await bench.orders(orders));
        await opened.close();
        const people = await openStreams(stack, tabs);
        costs.streams.push(await bench.orders(orders));
        await people.close();
      }
      report({ tabs, orders, rounds, idle, idleAlone, costs });
    } finally {
      await browser.close();
    }
  });
}

interface Figures extends Omit<TabsOptions, 'port'> {
  /** Shares of a core, with tabs and without. */
  readonly idle: number;
  readonly idleAlone: number;
  /** CPU milliseconds of the service an order, by round. */
  readonly costs: Readonly<Record<Company, readonly number[]>>;
}

function report({ tabs, orders, rounds, idle, idleAlone, costs }: Figures): void {
  console.log(
    `\n${tabs} tabs of one browser, one of them in view; ${rounds} times ${orders} orders with ${clients} clients\n`,
  );
  const share = (cost: number) => `${(cost * 100).toFixed(2)} %`;
  console.log(`idle: ${share(idle)} of a core, of the service; ${share(idleAlone)} without tabs`);
  const line = (what: string, company: Company) => {
    const ratios = ascending(costs[company].map((cost, round) => cost / present(costs.alone[round], 'round')));
    const [least, most] = [quantile(ratios, 0), quantile(ratios, 1)].map((ratio) => ratio.toFixed(2));
    const cost = quantile(ascending(costs[company]), 0.5).toFixed(1);
    console.log(
      `${what}: ${cost} ms of the service an order, ${quantile(ratios, 0.5).toFixed(2)} times (${least} to ${most})`,
    );
  };
  line('without tabs', 'alone');
  line(`beside ${tabs} tabs`, 'tabs');
  line(`beside ${tabs} streams of changes`, 'streams');
}

/** Returns a function that takes orders from draft to pickup. It resolves with the CPU milliseconds of the service an order. */
async function openBench({ client, database, pidOf }: BenchStack) {
  const createDrafts = await openDrafts(client);
  const untilFulfilled = async (id: number) => {
    for (;;) {
      const { rowCount } = await database.query('select from salesorder where id = $1 and status_id = 4', [id]);
      if (rowCount === 1) return;
      await pause(20);
    }
  };
  return {
    async orders(count: number): Promise<number> {
      const ids = await createDrafts('console', count);
      const start = cpuMilliseconds(pidOf('service'));
      const one = async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          await client.salesorder.issue(id);
          await untilFulfilled(id);
        }
      };
      await Promise.all(Array.from({ length: clients }, one));
      return (cpuMilliseconds(pidOf('service')) - start) / count;
    },
  };
}

/** Opens the list of orders in many tabs. The browser of a test believes that all are in view: all but the first say that they are not. */
async function openTabs(browser: Browser, { client, url }: BenchStack, tabs: number): Promise<BrowserContext> {
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.goto(await signInLink(client, url));
  await first.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  for (let tab = 0; tab < tabs; tab += 1) {
    const page = await context.newPage();
    if (tab > 0) await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    await page.goto(`${url}/console/orders`);
    await page.locator('.orders .rows a').first().waitFor();
  }
  await first.close();
  return context;
}

/** Follows the changes as many people with a browser each do, without the browsers. */
async function openStreams({ url, adminKey }: BenchStack, count: number): Promise<{ close(): Promise<void> }> {
  const authorization = `Basic ${Buffer.from(`${adminKey}:`).toString('base64')}`;
  const headers = { authorization, accept: 'text/event-stream' };
  const end = new AbortController();
  const read = async () => {
    const { body } = await fetch(`${url}/eventlog?after=latest`, { headers, signal: end.signal });
    const reader = body?.getReader();
    while (!(await reader?.read())?.done);
  };
  const streams = Array.from({ length: count }, () => read().catch(() => undefined));
  return {
    async close() {
      end.abort();
      await Promise.all(streams);
    },
  };
}

/** Returns the share of a core that the service takes while nothing happens. */
async function idleCost({ pidOf }: BenchStack): Promise<number> {
  // The requests of the last tab end first.
  await pause(3_000);
  const start = cpuMilliseconds(pidOf('service'));
  await pause(idleSeconds * 1_000);
  return (cpuMilliseconds(pidOf('service')) - start) / (idleSeconds * 1_000);
}
