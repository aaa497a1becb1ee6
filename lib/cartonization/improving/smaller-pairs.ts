import type { Attempts } from '../attempts.ts';
import { type CartonType, greatestLoad, innerVolume } from '../carton-type.ts';
import { type Counts, countAt } from '../kinds.ts';
import { type FilledCarton, minus, type Packing, plus } from '../packing.ts';
import type { Supply } from '../supply.ts';

/** Cost of one pair in steps, without its attempts. Thousands of cartons have millions of pairs. */
const stepsForPair = 20;

/** Number of contents of the larger carton that are tried, the fullest first. More gained nothing on 2,150 real orders. */
const mostContents = 8;

/** Packs the content of every two cartons again into two smaller ones where possible. Updates the supply. */
export function smallerPairs(attempts: Attempts, supply: Supply, packing: Packing): Packing {
  const cartons = [...packing.cartons];
  for (const first of cartons.keys()) {
    for (let second = first + 1; second < cartons.length; second++) {
      attempts.steps.take(stepsForPair);
      const [one, other] = [cartons[first], cartons[second]];
      if (!one || !other || attempts.steps.left <= 0) return { ...packing, cartons };
      [cartons[first], cartons[second]] = smallerPair(attempts, supply, one, other);
    }
  }
  return { ...packing, cartons };
}

/** Returns the smallest two cartons that hold the content of these two; the same two if none are smaller. */
function smallerPair(
  attempts: Attempts,
  supply: Supply,
  one: FilledCarton,
  other: FilledCarton,
): [FilledCarton, FilledCarton] {
  const both = plus(one.content.counts, other.content.counts);
  const room = innerVolume(one.type) + innerVolume(other.type);
  supply.putBack(one.type);
  supply.putBack(other.type);
  const available = supply.available();
  attempts.steps.take(attempts.stepsForCounts * available.length ** 2);
  const pairs = available
    .flatMap((second, at) =>
      available.slice(at).map((first) => ({ first, second, room: innerVolume(first) + innerVolume(second) })),
    )
    .filter((pair) => pair.room < room && (pair.first !== pair.second || supply.left(pair.first) > 1))
    .filter(({ first, second }) => couldHold(attempts, first, second, both))
    .sort((a, b) => a.room - b.room);
  const pair = firstOf(attempts, pairs, both) ?? [one, other];
  for (const { type } of pair) supply.take(type);
  return pair;
}

/** Returns the first of the pairs that holds all units. */
function firstOf(
  attempts: Attempts,
  pairs: readonly { readonly first: CartonType; readonly second: CartonType }[],
  both: Counts,
): [FilledCarton, FilledCarton] | undefined {
  // The larger carton is filled first: the opposite order never gave a better pair.
  for (const { first, second } of pairs) {
    const fullest = [...attempts.contents(first, both)].sort((one, other) => other.volume - one.volume);
    for (const content of fullest.slice(0, mostContents)) {
      const rest = attempts.whole(second, minus(both, content.counts));
      if (rest) {
        return [
          { type: first, content },
          { type: second, content: rest },
        ];
      }
    }
  }
  return undefined;
}

/** Returns true if two cartons together have the volume and bear the weight. */
function couldHold({ kinds }: Attempts, first: CartonType, second: CartonType, wanted: Counts): boolean {
  let volume = innerVolume(first) + innerVolume(second);
  let weight = greatestLoad(first) + greatestLoad(second);
  for (const kind of kinds) {
    volume -= countAt(wanted, kind.index) * kind.volume;
    weight -= countAt(wanted, kind.index) * kind.weight;
  }
  return volume >= 0 && weight >= 0;
}
