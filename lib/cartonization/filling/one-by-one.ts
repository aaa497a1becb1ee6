import type { Attempts } from '../attempts.ts';
import { type CartonType, innerVolume } from '../carton-type.ts';
import { type Counts, countAt, type Kind } from '../kinds.ts';
import { type FilledCarton, minus, type Packing, units, type Worth } from '../packing.ts';
import type { Supply } from '../supply.ts';
import type { Content } from './fill.ts';

/**
 * Fills carton after carton until no unit or no carton is left. Each step takes the type and the content of the greatest worth.
 * Each carton holds a unit of the most awkward kind, the one that the fewest types can hold, so that other units do not use up
 * its types.
 */
export function fillOneByOne(attempts: Attempts, supply: Supply, wanted: Counts, worth: Worth): Packing {
  const cartons: FilledCarton[] = [];
  const unplaced = wanted.map(() => 0);
  let left = [...wanted];
  while (units(left) > 0) {
    const { kind, types } = mostAwkward(attempts, supply, left);
    attempts.allowance = allowance(attempts, types, left);
    const next = bestCarton(attempts, types, left, kind, worth);
    attempts.allowance = Number.POSITIVE_INFINITY;
    if (!next) {
      unplaced[kind.index] = countAt(unplaced, kind.index) + countAt(left, kind.index);
      left[kind.index] = 0;
      continue;
    }
    attempts.steps.take(attempts.stepsForCounts);
    // The same content is repeated as often as possible: a thousand equal units cost one search.
    const { counts } = next.content;
    const times = Math.min(
      supply.left(next.type),
      ...counts.map((qty, at) => (qty ? Math.floor(countAt(left, at) / qty) : Number.POSITIVE_INFINITY)),
    );
    for (let time = 0; time < times; time++) {
      attempts.steps.take(attempts.stepsForCounts);
      cartons.push(next);
      supply.take(next.type);
      left = minus(left, counts);
    }
  }
  return { cartons, left: unplaced };
}

/** Returns the steps for one type of one carton. Half of the steps left are shared among this carton and those after it. */
function allowance({ kinds, steps }: Attempts, types: readonly CartonType[], left: Counts): number {
  const volume = kinds.reduce((sum, kind) => sum + countAt(left, kind.index) * kind.volume, 0);
  const cartons = Math.ceil(volume / Math.max(1, ...types.map(innerVolume)));
  return Math.floor(steps.left / 2 / cartons / Math.max(1, types.length));
}

/** Returns the kind that the fewest available types can hold, with those types. */
function mostAwkward(attempts: Attempts, supply: Supply, left: Counts): { kind: Kind; types: CartonType[] } {
  const available = supply.available();
  attempts.steps.take(attempts.stepsForCounts * (available.length + 1));
  return attempts.kinds
    .filter((kind) => countAt(left, kind.index) > 0)
    .map((kind) => ({ kind, types: available.filter((type) => attempts.fitsAlone(kind, type)) }))
    .reduce((most, one) => (one.types.length < most.types.length ? one : most));
}

/** Returns the carton of the greatest worth that holds a unit of the kind; undefined if no type holds one. */
function bestCarton(
  attempts: Attempts,
  types: readonly CartonType[],
  left: Counts,
  kind: Kind,
  worth: Worth,
): FilledCarton | undefined {
  let best: FilledCarton | undefined;
  let most = Number.NEGATIVE_INFINITY;
  const offer = (type: CartonType, content: Content): void => {
    const figure = worth(content.counts);
    if (countAt(content.counts, kind.index) === 0 || figure <= most) return;
    most = figure;
    best = { type, content };
  };
  for (const type of types) for (const content of attempts.contents(type, left)) offer(type, content);
  if (best) return best;
  const alone = left.map((_, index) => (index === kind.index ? 1 : 0));
  for (const type of types) for (const content of attempts.contents(type, alone)) offer(type, content);
  return best;
}
