import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conveyor, conveyorByCalls } from './peers/conveyor.ts';
import { killWhileShipping } from './peers/kills.ts';
import { medusa } from './peers/medusa.ts';
import { addArticles, type OrderSeries, runOrders } from './peers/orders-series.ts';
import { sellScarceArticle, shipSixTimes } from './peers/races.ts';
import { startRedis } from './peers/redis.ts';
import { type ProductFigures, tablesOf } from './peers/report.ts';
import type { Product, Shop } from './peers/shop.ts';
import { vendure } from './peers/vendure.ts';
import { type OwnPostgres, startPostgres } from './support/own-postgres.ts';
import { withStops } from './support/stops.ts';

const products: Readonly<Record<string, readonly Product[]>> = {
  conveyor: [conveyor, conveyorByCalls],
  vendure: [vendure],
  medusa: [medusa],
};
const clientCounts = [1, 16];
/** Unmeasured orders: the database plans statements, and Node compiles code. */
const warmUp = { alone: 10, together: 48 };
/** Of the orders with 16 clients, the part that one client does alone. */
const aloneShare = 0.25;

export interface PeerOptions {
  readonly orders: number;
  readonly rounds: number;
  readonly port: number;
}

/**
 * Measures Conveyor beside other open order systems, which are installed from npm into a cache of the user: orders of three lines from
 * creation to shipment, two races, and `kill -9` while orders are being shipped. docs/peers.md explains each choice.
 * `npm run bench -- peers [--only conveyor|vendure|medusa] [--orders 400] [--rounds 5] [--port 7860]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: Object.keys(products) },
      orders: { type: 'string', default: '400' },
      rounds: { type: 'string', default: '5' },
      port: { type: 'string', default: '7860' },
    },
  });
  const chosen = values.only.flatMap((name) => {
    if (!products[name]) throw new Error(`--only takes ${Object.keys(products).join(', ')}, not ${name}.`);
    return products[name];
  });
  const options = { orders: Number(values.orders), rounds: Number(values.rounds), port: Number(values.port) };
  for (const product of chosen) await product.install(say);
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const figures: ProductFigures[] = [];
  await withStops(async (stops) => {
    stops.push(async () => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(join(folder, 'postgres'));
    stops.push(() => postgres.stop());
    for (const product of chosen) figures.push(await measureProduct(product, folder, postgres, options));
    const versions = figures.map(({ name, versions }) => `${name}: ${versions.join(', ')}`);
    console.log(`Node ${process.versions.node}, PostgreSQL ${postgres.version}\n${versions.join('\n')}\n`);
    console.log(tablesOf(figures));
  });
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts a product with an empty database, measures it, and removes both. No other product runs at the same time. */
async function measureProduct(
  product: Product,
  folder: string,
  postgres: OwnPostgres,
  options: PeerOptions,
): Promise<ProductFigures> {
  say(`${product.name}: starting`);
  const database = product.name.toLowerCase().replace(/\W+/g, '_');
  const own = join(folder, database);
  return withStops(async (stops) => {
    const redis = product.usesRedis ? await startRedis(join(own, 'redis')) : undefined;
    if (redis) stops.push(() => redis.stop());
    const databaseUrl = await postgres.createDatabase(database);
    stops.push(() => postgres.dropDatabase(database));
    const shop = await product.open({ folder: own, databaseUrl, redis, port: options.port });
    stops.push(() => shop.stop());
    const figures = await measureShop(shop, postgres.pid, options);
    say(`\n${tablesOf([figures])}\n`);
    return figures;
  });
}

async function measureShop(shop: Shop, postgresPid: number, { orders, rounds }: PeerOptions): Promise<ProductFigures> {
  const articles = await addArticles(shop);
  const runSeries = (clients: number, count: number) => runOrders(shop, articles, postgresPid, clients, count);
  await runSeries(1, warmUp.alone);
  const series = new Map<number, OrderSeries>();
  for (const clients of clientCounts) {
    say(`${shop.name}: orders with ${clients} clients`);
    if (clients > 1) await runSeries(clients, warmUp.together);
    const one = await runSeries(clients, Math.ceil(clients === 1 ? orders * aloneShare : orders));
    say(`  ${figuresText(one)}`);
    series.set(clients, one);
  }
  say(`${shop.name}: races`);
  const scarce = await sellScarceArticle(shop, rounds);
  say(`  20 orders for 5 units: ${figuresText(scarce)}`);
  const repeated = await shipSixTimes(shop, rounds);
  say(`  six times at once: ${figuresText(repeated)}`);
  say(`${shop.name}: kill -9`);
  const kills = await killWhileShipping(shop, rounds);
  say(`  ${figuresText(kills)}`);
  const { name, versions, requests } = shop;
  return { name, versions, requests, series, scarce, repeated, kills };
}

/** Returns the figures of a part while the others still run, such as "of: 5, sold: 5". */
const figuresText = (figures: object): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name}: ${Math.round(value * 10) / 10}`)
    .join(', ');
