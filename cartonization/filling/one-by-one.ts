import type { Attempts } from '../attempts.ts';
import { type CartonType, innerVolume } from '../carton-type.ts';
import type { Counts, Kind } from '../kinds.ts';
import { type FilledCarton, minus, type Packing, units, type Worth } from '../packing.ts';
import type { Supply } from '../supply.ts';
import type { Filled } from './fill.ts';

/**
 * Fill carton after carton, each time the type and the content of the greatest worth, until nothing is left or no carton
 * is. Each carton takes the most awkward unit, the one that fewest types can hold, so that its carton is not used up by
 * others.
 */
export function fillOneByOne(attempts: Attempts, supply: Supply, wanted: Counts, worth: Worth): Packing {
  const cartons: FilledCarton[] = [];
  const nowhere = wanted.map(() => 0);
  let left = [...wanted];
  while (units(left) > 0) {
    const { kind, types } = mostAwkward(attempts, supply, left);
    attempts.allowance = allowance(attempts, types, left);
    const next = bestCarton(attempts, types, left, kind, worth);
    attempts.allowance = Number.POSITIVE_INFINITY;
    if (!next) {
      nowhere[kind.index]! += left[kind.index]!;
      left[kind.index] = 0;
      continue;
    }
    // The same content again, as often as it goes: a thousand equal units cost no more thought than a carton of them.
    const times = Math.min(
      supply.left(next.type),
      ...next.filled.taken.map((qty, at) => (qty ? Math.floor(left[at]! / qty) : Number.POSITIVE_INFINITY)),
    );
    for (let time = 0; time < times; time++) {
      cartons.push(next);
      supply.take(next.type);
      left = minus(left, next.filled.taken);
    }
  }
  return { cartons, left: nowhere };
}

/** The steps for one type and one carton: half of those left are for this carton and what will still come after it. */
function allowance({ kinds, steps }: Attempts, types: readonly CartonType[], left: Counts): number {
  const volume = kinds.reduce((sum, kind) => sum + left[kind.index]! * kind.volume, 0);
  const cartons = Math.ceil(volume / Math.max(1, ...types.map(innerVolume)));
  return Math.floor(steps.left / 2 / cartons / Math.max(1, types.length));
}

function mostAwkward(attempts: Attempts, supply: Supply, left: Counts): { kind: Kind; types: CartonType[] } {
  const available = supply.available();
  return attempts.kinds
    .filter((kind) => left[kind.index]! > 0)
    .map((kind) => ({ kind, types: available.filter((type) => attempts.fitsAlone(kind, type)) }))
    .reduce((most, one) => (one.types.length < most.types.length ? one : most));
}

function bestCarton(
  attempts: Attempts,
  types: readonly CartonType[],
  left: Counts,
  kind: Kind,
  worth: Worth,
): FilledCarton | undefined {
  let best: FilledCarton | undefined;
  let most = Number.NEGATIVE_INFINITY;
  const offer = (type: CartonType, filled: Filled): void => {
    const figure = worth(filled.taken);
    if (filled.taken[kind.index]! === 0 || figure <= most) return;
    most = figure;
    best = { type, filled };
  };
  for (const type of types) for (const filled of attempts.fills(type, left)) offer(type, filled);
  if (best) return best;
  const alone = left.map((_, index) => (index === kind.index ? 1 : 0));
  for (const type of types) for (const filled of attempts.fills(type, alone)) offer(type, filled);
  return best;
}
