import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '../support/series-figures.ts';
import type { OrderState, Shop } from './shop.ts';

/** The condition of an order that was being shipped when the program was killed. */
export type Condition = 'untouched' | 'half done' | 'done' | 'wrong';

/** Orders of all rounds. */
export interface KillOutcome {
  readonly orders: number;
  /** Right after the restart. */
  readonly halfDone: number;
  /** Orders that are done: right after the restart, after nothing but waiting, after the same calls again, and after a look first. */
  readonly doneAtOnce: number;
  readonly doneByWaiting: number;
  readonly doneByRepeating: number;
  readonly doneByLooking: number;
  /** Orders that end with more units shipped than sold, or with a wrong stock. */
  readonly wrong: number;
}

const atOnce = 10;
const units = 4;
const stock = 1_000;
/** Time without calls after the restart, in milliseconds. It ends before if all orders are done. */
const usualWait = 15_000;
/** Milliseconds that a repeated call may take. */
const patience = 30_000;

/** Returns the condition of an order after `removed` units have left the stock. */
export function conditionOf({ fulfilled, shipped }: OrderState, removed: number): Condition {
  if (shipped > units || fulfilled > units || removed > units) return 'wrong';
  if (fulfilled === units && shipped === units && removed === units) return 'done';
  return fulfilled === 0 && shipped === 0 && removed === 0 ? 'untouched' : 'half done';
}

/** Kills the program that answers requests while ten orders are being shipped, at another moment in each round. */
export async function killWhileShipping(shop: Shop, rounds: number, wait: number = usualWait): Promise<KillOutcome> {
  const articles: string[] = [];
  for (let at = 0; at < atOnce; at += 1) articles.push(await shop.addArticle(stock));
  const lasts = await durationOf(shop, articles);
  const outcomes: KillOutcome[] = [];
  for (let round = 0; round < rounds; round += 1) {
    outcomes.push(await killOnce(shop, articles, (lasts * (round + 0.5)) / rounds, wait));
  }
  const total = (of: (outcome: KillOutcome) => number) => outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
  return {
    orders: total((one) => one.orders),
    halfDone: total((one) => one.halfDone),
    doneAtOnce: total((one) => one.doneAtOnce),
    doneByWaiting: total((one) => one.doneByWaiting),
    doneByRepeating: total((one) => one.doneByRepeating),
    doneByLooking: total((one) => one.doneByLooking),
    wrong: total((one) => one.wrong),
  };
}

/** Returns the milliseconds that ten orders at once take, so that the kills are spread over them. */
async function durationOf(shop: Shop, articles: readonly string[]): Promise<number> {
  let milliseconds = 0;
  for (const _ of ['compiles code', 'counts']) {
    const orders = await sellOneOfEach(shop, articles);
    const start = performance.now();
    await Promise.all(orders.map((order) => shop.ship(order, 'duration')));
    milliseconds = performance.now() - start;
  }
  return milliseconds;
}

async function killOnce(shop: Shop, articles: readonly string[], after: number, wait: number): Promise<KillOutcome> {
  const inStock = () => Promise.all(articles.map((article) => shop.unitsInStock(article)));
  const before = await inStock();
  const orders = await sellOneOfEach(shop, articles);
  const conditions = async () => {
    const now = await inStock();
    return Promise.all(
      orders.map(async (order, at) => {
        const removed = present(before[at], 'stock before') - present(now[at], 'stock now');
        return conditionOf(await shop.look(order), removed);
      }),
    );
  };
  const count = async (condition: Condition) => (await conditions()).filter((one) => one === condition).length;
  const again = async (call: (order: string) => Promise<void>) => {
    const now = await conditions();
    await Promise.allSettled(orders.filter((_, at) => now[at] !== 'done').map(call));
    return count('done');
  };

  await shipAndKill(shop, orders, after);
  const [halfDone, doneAtOnce] = [await count('half done'), await count('done')];
  let doneByWaiting = doneAtOnce;
  for (const end = performance.now() + wait; doneByWaiting < atOnce && performance.now() < end; ) {
    await pause(Math.min(1_000, wait));
    doneByWaiting = await count('done');
  }
  const doneByRepeating = await again((order) => shop.ship(order, 'clerk', AbortSignal.timeout(patience)));
  const doneByLooking = await again((order) => shop.resume(order, 'clerk', AbortSignal.timeout(patience)));
  const wrong = await count('wrong');
  return { orders: atOnce, halfDone, doneAtOnce, doneByWaiting, doneByRepeating, doneByLooking, wrong };
}

async function shipAndKill(shop: Shop, orders: readonly string[], after: number): Promise<void> {
  const lost = new AbortController();
  // Each call listens to it.
  setMaxListeners(0, lost.signal);
  const shipments = Promise.allSettled(orders.map((order) => shop.ship(order, 'clerk', lost.signal)));
  await pause(after);
  shop.kill();
  await pause(100);
  await shop.untilReady();
  lost.abort();
  await shipments;
}

async function sellOneOfEach(shop: Shop, articles: readonly string[]): Promise<string[]> {
  return Promise.all(articles.map((article) => shop.sell([{ article, units }])));
}
