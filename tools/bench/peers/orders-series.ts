import { cpuMilliseconds } from '../support/cpu-time.ts';
import { proportionalMemoryMiB } from '../support/memory.ts';
import { ascending, present, quantile } from '../support/series-figures.ts';
import type { Shop } from './shop.ts';

const linesOfOrder = 3;
/** Enough that orders do not wait for one article. */
const articleCount = 60;
const unitsInStock = 1_000_000;

/** Times of a series of orders, from creation to shipment. */
export interface OrderSeries {
  readonly rate: number;
  readonly median: number;
  readonly p95: number;
  /** Milliseconds of CPU of an order: in the product's programs, and in PostgreSQL. */
  readonly cpu: number;
  readonly postgresCpu: number;
  /** MiB of the product's programs, and of PostgreSQL, at the end. */
  readonly memory: number;
  readonly postgresMemory: number;
}

/** Creates the articles of the orders. */
export async function addArticles(shop: Shop): Promise<string[]> {
  const articles: string[] = [];
  for (let at = 0; at < articleCount; at += 1) articles.push(await shop.addArticle(unitsInStock));
  return articles;
}

/** Sells and ships orders of three lines. Each client begins its next order when the last one is shipped. */
export async function runOrders(
  shop: Shop,
  articles: readonly string[],
  postgresPid: number,
  clients: number,
  orders: number,
): Promise<OrderSeries> {
  const pids = shop.pids();
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const before = { cpu: cpu(), postgres: cpuMilliseconds(postgresPid), at: performance.now() };
  const times: number[] = [];
  let next = 0;
  const runClient = async () => {
    for (let order = next++; order < orders; order = next++) {
      const start = performance.now();
      const id = await shop.sell(linesOf(articles, order));
      await shop.ship(id, `series-${clients}`);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  const seconds = (performance.now() - before.at) / 1000;
  const sorted = ascending(times);
  return {
    rate: orders / seconds,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    cpu: (cpu() - before.cpu) / orders,
    postgresCpu: (cpuMilliseconds(postgresPid) - before.postgres) / orders,
    memory: pids.reduce((sum, pid) => sum + proportionalMemoryMiB(pid), 0),
    postgresMemory: proportionalMemoryMiB(postgresPid),
  };
}

function linesOf(articles: readonly string[], order: number) {
  return Array.from({ length: linesOfOrder }, (_, line) => ({
    article: present(articles[(order * 7 + line * 13) % articles.length], 'article'),
    units: 1 + ((order + line) % 3),
  }));
}
