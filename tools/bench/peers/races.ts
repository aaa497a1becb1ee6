import { Refusal, type Shop } from './shop.ts';

/** Units over all rounds. */
export interface RaceOutcome {
  /** Units that there were to sell or to ship. */
  readonly of: number;
  readonly sold: number;
  readonly shipped: number;
  /** Units that left the stock. */
  readonly removed: number;
}

const scarce = { stock: 5, buyers: 20 };

/** Twenty concurrent clients each sell and ship one unit of an article with a stock of five. */
export async function sellScarceArticle(shop: Shop, rounds: number): Promise<RaceOutcome> {
  let outcome = nothing;
  for (let round = 0; round < rounds; round += 1) {
    const article = await shop.addArticle(scarce.stock);
    const orders = await Promise.all(
      Array.from({ length: scarce.buyers }, async (_, buyer) => {
        const order = await orRefused(shop.sell([{ article, units: 1 }]));
        if (order !== undefined) await orRefused(shop.ship(order, `buyer-${buyer}`));
        return order;
      }),
    );
    const states = await Promise.all(orders.flatMap((order) => (order === undefined ? [] : [shop.look(order)])));
    outcome = plus(outcome, {
      of: scarce.stock,
      sold: states.filter(({ isSold }) => isSold).length,
      shipped: states.reduce((sum, { shipped }) => sum + shipped, 0),
      removed: scarce.stock - (await shop.unitsInStock(article)),
    });
  }
  return outcome;
}

const repeated = { units: 4, callers: 6, stock: 100 };

/** Six programs at once ship the same order of four units. */
export async function shipSixTimes(shop: Shop, rounds: number): Promise<RaceOutcome> {
  let outcome = nothing;
  for (let round = 0; round < rounds; round += 1) {
    const article = await shop.addArticle(repeated.stock);
    const order = await shop.sell([{ article, units: repeated.units }]);
    await Promise.all(
      Array.from({ length: repeated.callers }, (_, caller) => orRefused(shop.ship(order, `caller-${caller}`))),
    );
    const { shipped } = await shop.look(order);
    const removed = repeated.stock - (await shop.unitsInStock(article));
    outcome = plus(outcome, { of: repeated.units, sold: repeated.units, shipped, removed });
  }
  return outcome;
}

const nothing: RaceOutcome = { of: 0, sold: 0, shipped: 0, removed: 0 };

const plus = (one: RaceOutcome, other: RaceOutcome): RaceOutcome => ({
  of: one.of + other.of,
  sold: one.sold + other.sold,
  shipped: one.shipped + other.shipped,
  removed: one.removed + other.removed,
});

async function orRefused<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
