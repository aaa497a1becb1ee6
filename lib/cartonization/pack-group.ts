import type { Attempts } from './attempts.ts';
import { greatestLoad, innerVolume } from './carton-type.ts';
import { fillOneByOne } from './filling/one-by-one.ts';
import { oneFewer } from './improving/one-fewer.ts';
import { shrink } from './improving/shrink.ts';
import { smallerPairs } from './improving/smaller-pairs.ts';
import type { Kind } from './kinds.ts';
import { compare, type Packing, units, type Worth } from './packing.ts';
import type { Supply } from './supply.ts';

/** Packs the units of one group into as few and then as small cartons as the search finds. Updates the supply. */
export function packGroup(attempts: Attempts, supply: Supply): Packing {
  const wanted = attempts.kinds.map((kind) => kind.qty);
  for (const type of supply.available()) {
    const content = attempts.whole(type, wanted);
    if (!content) continue;
    supply.take(type);
    return { cartons: [{ type, content }], left: wanted.map(() => 0) };
  }
  const fewest = fewestCartons(attempts.kinds, supply);
  const [first, ...others] = worths(attempts.kinds, supply);
  let best = packBy(attempts, supply, first, fewest);
  for (const { type } of best.cartons) supply.putBack(type);
  for (const worth of others) {
    if (attempts.steps.left <= 0 || (best.cartons.length <= fewest && units(best.left) === 0)) break;
    const packing = packBy(attempts, supply, worth, fewest);
    for (const { type } of packing.cartons) supply.putBack(type);
    if (compare(packing, best) < 0) best = packing;
  }
  for (const { type } of best.cartons) supply.take(type);
  return best;
}

/** Packs all units by one measure of worth: first carton by carton, then with fewer and smaller cartons. */
function packBy(attempts: Attempts, supply: Supply, worth: Worth, fewest: number): Packing {
  const wanted = attempts.kinds.map((kind) => kind.qty);
  let packing = fillOneByOne(attempts, supply, wanted, worth);
  while (packing.cartons.length > fewest) {
    const fewer = oneFewer(attempts, supply, packing, worth);
    if (!fewer) break;
    packing = withLeft(attempts, supply, fewer, worth);
  }
  packing = { ...packing, cartons: packing.cartons.map((carton) => shrink(attempts, supply, carton)) };
  return withLeft(attempts, supply, smallerPairs(attempts, supply, packing), worth);
}

/** Packs the units that had no carton into cartons that became free since. */
function withLeft(attempts: Attempts, supply: Supply, packing: Packing, worth: Worth): Packing {
  if (units(packing.left) === 0) return packing;
  const more = fillOneByOne(attempts, supply, packing.left, worth);
  return { cartons: [...packing.cartons, ...more.cartons], left: more.left };
}

/** Returns a lower bound of the number of cartons. It is at least 2, because a single carton was tried before. */
function fewestCartons(kinds: readonly Kind[], supply: Supply): number {
  const types = supply.available();
  const volume = kinds.reduce((sum, kind) => sum + kind.qty * kind.volume, 0);
  const weight = kinds.reduce((sum, kind) => sum + kind.qty * kind.weight, 0);
  return Math.max(
    2,
    Math.ceil(volume / Math.max(...types.map(innerVolume))),
    Math.ceil(weight / Math.max(...types.map(greatestLoad))),
  );
}

/**
 * Returns the measures of worth, in the order of the attempts: volume and weight as shares of the largest carton,
 * volume alone, weight alone.
 */
function worths(kinds: readonly Kind[], supply: Supply): [Worth, ...Worth[]] {
  const types = supply.available();
  const room = Math.max(1, ...types.map(innerVolume));
  const load = Math.max(1, ...types.map(greatestLoad));
  const sum = (figures: readonly number[]): Worth => {
    return (counts) => counts.reduce((total, qty, index) => total + qty * (figures[index] ?? 0), 0);
  };
  return [
    sum(kinds.map((kind) => kind.volume / room + kind.weight / load)),
    sum(kinds.map((kind) => kind.volume)),
    // A gram is worth more than any volume. The volume decides between equal weights, and gives weightless units a worth.
    sum(kinds.map((kind) => kind.weight + kind.volume / (room * 1000))),
  ];
}
