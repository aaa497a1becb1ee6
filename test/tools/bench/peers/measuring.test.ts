import { expect, test } from 'vitest';
import { conditionOf, killWhileShipping } from '../../../../tools/bench/peers/kills.ts';
import { sellScarceArticle, shipSixTimes } from '../../../../tools/bench/peers/races.ts';
import { type Line, type OrderState, Refusal, type Shop } from '../../../../tools/bench/peers/shop.ts';

interface Habits {
  /** Whether an order is sold although another one has the last unit. */
  readonly oversells?: boolean;
  /** Whether a second shipment of an order is made beside the first. */
  readonly shipsTwice?: boolean;
  /** Whether the shipment is a call of its own, so that a kill between both calls leaves an order half done. */
  readonly twoCalls?: boolean;
  /** Milliseconds of a call: long enough that a kill in its middle is in its middle on a busy machine, too. */
  readonly callTime?: number;
}

/** A shop in memory, with or without the habits that the bench looks for. */
function shopInMemory({ oversells = false, shipsTwice = false, twoCalls = false, callTime = 5 }: Habits): Shop {
  const stock = new Map<string, number>();
  const promised = new Map<string, number>();
  const orders = new Map<string, { line: Line; fulfilled: number; shipped: number }>();
  let life = 1;
  const orderOf = (id: string) => orders.get(id)!;
  const call = async (change: () => void) => {
    const at = life;
    await new Promise((resolve) => setTimeout(resolve, callTime));
    if (at !== life) throw new Refusal('the connection was lost');
    change();
  };
  const fulfil = (id: string) => {
    const order = orderOf(id);
    const { article, units } = order.line;
    if (order.fulfilled >= units && !shipsTwice) throw new Refusal('nothing is left to ship');
    stock.set(article, stock.get(article)! - units);
    order.fulfilled += units;
    if (!twoCalls) order.shipped += units;
  };
  const finish = (id: string) => {
    const order = orderOf(id);
    order.shipped = order.fulfilled;
  };
  return {
    name: 'in memory',
    versions: [],
    requests: 1,
    pids: () => [],
    async addArticle(units) {
      const id = `article ${stock.size}`;
      stock.set(id, units);
      promised.set(id, 0);
      return id;
    },
    async sell([line]) {
      const { article, units } = line!;
      await call(() => {
        const free = stock.get(article)! - promised.get(article)!;
        if (!oversells && free < units) throw new Refusal('too few are left');
        if (!oversells) promised.set(article, promised.get(article)! + units);
      });
      const id = `order ${orders.size}`;
      orders.set(id, { line: line!, fulfilled: 0, shipped: 0 });
      return id;
    },
    async ship(id) {
      await call(() => {
        const { article, units } = orderOf(id).line;
        if (!oversells && orderOf(id).fulfilled === 0) promised.set(article, promised.get(article)! - units);
        fulfil(id);
      });
      if (twoCalls) await call(() => finish(id));
    },
    async resume(id) {
      if (orderOf(id).fulfilled === 0) await this.ship(id, 'resume');
      else await call(() => finish(id));
    },
    async look(id): Promise<OrderState> {
      const { fulfilled, shipped } = orderOf(id);
      return { isSold: true, fulfilled, shipped };
    },
    unitsInStock: async (article) => stock.get(article)!,
    kill() {
      life += 1;
    },
    untilReady: async () => undefined,
    stop: async () => undefined,
  };
}

test('a shop that sells what it has sells and ships five of five', async () => {
  expect(await sellScarceArticle(shopInMemory({}), 2)).toEqual({ of: 10, sold: 10, shipped: 10, removed: 10 });
});

test('a shop that sells more than it has is counted with all that it sold and shipped', async () => {
  const outcome = await sellScarceArticle(shopInMemory({ oversells: true }), 1);
  expect(outcome).toEqual({ of: 5, sold: 20, shipped: 20, removed: 20 });
});

test('a shipment that is made six times counts six times, and one that is refused five times counts once', async () => {
  expect(await shipSixTimes(shopInMemory({ shipsTwice: true }), 1)).toMatchObject({ of: 4, shipped: 24, removed: 24 });
  expect(await shipSixTimes(shopInMemory({}), 1)).toMatchObject({ of: 4, shipped: 4, removed: 4 });
});

test('a kill between two calls leaves orders half done, which only a look at them ends', {
  timeout: 60_000,
}, async () => {
  const outcome = await killWhileShipping(shopInMemory({ twoCalls: true, callTime: 400 }), 2, 100);
  expect(outcome).toMatchObject({ orders: 20, halfDone: 10, doneAtOnce: 0, doneByWaiting: 0 });
  // The first round was killed in the first call, so its ten orders were untouched, and the same calls do them.
  expect(outcome).toMatchObject({ doneByRepeating: 10, doneByLooking: 20, wrong: 0 });
});

test('a shop that ships in one call leaves no order half done', async () => {
  expect(await killWhileShipping(shopInMemory({ callTime: 400 }), 2, 100)).toMatchObject({
    halfDone: 0,
    doneByRepeating: 20,
    wrong: 0,
  });
});

test('the condition of an order counts its shipments and its stock', () => {
  const state = { isSold: true, fulfilled: 4, shipped: 4 };
  expect(conditionOf(state, 4)).toBe('done');
  expect(conditionOf(state, 0)).toBe('half done');
  expect(conditionOf({ ...state, shipped: 0 }, 4)).toBe('half done');
  expect(conditionOf({ ...state, fulfilled: 0, shipped: 0 }, 0)).toBe('untouched');
  expect(conditionOf(state, 8)).toBe('wrong');
  expect(conditionOf({ ...state, fulfilled: 8 }, 4)).toBe('wrong');
});
