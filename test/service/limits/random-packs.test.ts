import { expect, test } from 'vitest';
import type { CartonizeInput } from '../../../lib/cartonization/input.ts';
import type { CartonizeResult } from '../../../lib/cartonization/result.ts';
import { verifyPlacements } from '../../../lib/cartonization/verify-placements.ts';
import { mostUnits, searchCartons } from '../../../service/fulfilment/packing/search-cartons.ts';
import { keepComputations } from '../../../service/platform/database/computed.ts';
import type { Tx } from '../../../service/platform/database/operation.ts';
import { RepeatTransaction } from '../../../service/platform/database/repeat-transaction.ts';
import { Problem } from '../../../service/platform/problems/problems.ts';
import { cartonType } from '../../lib/cartonization/examples.ts';
import { delayDuring } from './loop-delay.ts';

const orders = Number(process.env.CONVEYOR_CARTON_ORDERS ?? 30);
/** The number of the first order. A long run, half a second an order, can be done in parts. */
const from = Number(process.env.CONVEYOR_CARTON_FROM ?? 1);

/** Milliseconds that the event loop may be delayed by one order. */
const longestDelay = 50;

/** A small generator of random numbers, so that a failing order can be made again by its number. */
function randomOf(seed: number) {
  let state = seed;
  return (least: number, most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor(((state >>> 8) * (most - least + 1)) / 2 ** 24);
  };
}

/** Returns an order within the limits: any number of parts up to 2,000, and of units up to 10,000. Small numbers are as likely as large ones. */
function anyOrder(seed: number): CartonizeInput {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.max(1, Math.floor(most ** (random(0, 10_000) / 10_000)));
  const parts = upTo(2_000);
  const each = upTo(mostUnits / parts);
  const longest = upTo(500);
  const items = Array.from({ length: parts }, (_, at) => ({
    key: `${at}`,
    qty: random(1, each),
    width_mm: random(1, longest),
    length_mm: random(1, longest),
    depth_mm: random(1, longest),
    weight_g: random(0, 500),
    keep_flat: random(0, 3) === 0,
    fragile: random(0, 9) === 0,
    group: '1',
  }));
  const cartonTypes = Array.from({ length: upTo(30) }, (_, at) =>
    cartonType(at + 1, [random(20, 700), random(20, 500), random(20, 500)], {
      supply: random(0, 4) === 0 ? random(0, 40) : null,
    }),
  );
  return { items, cartonTypes };
}

const actor = { userId: 1, siteId: null, userAgent: null, requestId: 'test', workflowId: null };

/** Searches as an operation does: within a transaction, or in a thread between two runs of it. */
async function search(input: CartonizeInput): Promise<CartonizeResult> {
  const computations = new Map();
  for (;;) {
    const tx = {} as Tx;
    keepComputations(tx, computations);
    try {
      return await searchCartons({ tx, actor }, input);
    } catch (error) {
      if (!(error instanceof RepeatTransaction && error.meanwhile)) throw error;
      await error.meanwhile();
    }
  }
}

test(`${orders} random orders up to the limits do not delay the event loop, and each gets cartons or a refusal`, {
  timeout: Math.max(120_000, orders * 10_000),
}, async () => {
  // The first search compiles the code.
  await search(anyOrder(0));
  const figures = { from, placed: 0, refused: 0, longest: 0 };
  let next = from;
  const stream = async () => {
    while (next < from + orders) {
      const seed = next++;
      const input = anyOrder(seed);
      let result: CartonizeResult | undefined;
      const delay = await delayDuring(async () => {
        result = await search(input).catch((error) => {
          if (!(error instanceof Problem) || error.code !== 'pack.too-large') throw error;
          return undefined;
        });
      });
      expect(delay, `order ${seed}`).toBeLessThan(longestDelay);
      figures.longest = Math.max(figures.longest, delay);
      figures[result ? 'placed' : 'refused']++;
      if (seed % 500 === 0 && process.env.PRINT_FIGURES) console.log(seed, figures);
      const units = input.items.reduce((sum, { qty }) => sum + qty, 0);
      if (result && units < 500) expect(verifyPlacements(result, input), `order ${seed}`).toEqual([]);
    }
  };
  // Two packs at once, as the threads of a service do them on two processors.
  await Promise.all([stream(), stream()]);
  if (process.env.PRINT_FIGURES) console.log(figures);
  expect(figures.placed).toBeGreaterThan(orders / 2);
});
