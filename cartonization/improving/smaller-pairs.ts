import type { Attempts } from '../attempts.ts';
import { type CartonType, greatestLoad, innerVolume } from '../carton-type.ts';
import type { Counts } from '../kinds.ts';
import { type FilledCarton, minus, type Packing, plus } from '../packing.ts';
import type { Supply } from '../supply.ts';

/** What looking at one more pair costs, in steps, beside the attempts: thousands of cartons have millions of pairs. */
const stepsForPair = 20;

/** So many contents of the larger carton are tried, the fullest first; more gained nothing on the data of issue 5. */
const mostFills = 8;

/** Pack the content of two cartons again into a smaller two, for every two. The supply follows. */
export function smallerPairs(attempts: Attempts, supply: Supply, packing: Packing): Packing {
  const cartons = [...packing.cartons];
  for (let one = 0; one < cartons.length; one++) {
    for (let other = one + 1; other < cartons.length; other++) {
      attempts.steps.left -= stepsForPair;
      if (attempts.steps.left <= 0) return { ...packing, cartons };
      const pair = smallerPair(attempts, supply, cartons[one]!, cartons[other]!);
      [cartons[one], cartons[other]] = pair;
    }
  }
  return { ...packing, cartons };
}

function smallerPair(
  attempts: Attempts,
  supply: Supply,
  one: FilledCarton,
  other: FilledCarton,
): [FilledCarton, FilledCarton] {
  const both = plus(one.filled.taken, other.filled.taken);
  const room = innerVolume(one.type) + innerVolume(other.type);
  supply.putBack(one.type);
  supply.putBack(other.type);
  const available = supply.available();
  const pairs = available
    .flatMap((second, at) =>
      available.slice(at).map((first) => ({ first, second, room: innerVolume(first) + innerVolume(second) })),
    )
    .filter((pair) => pair.room < room && (pair.first !== pair.second || supply.left(pair.first) > 1))
    .filter(({ first, second }) => couldHold(attempts, first, second, both))
    .sort((a, b) => a.room - b.room);
  const found = firstOf(attempts, pairs, both) ?? [one, other];
  for (const { type } of found) supply.take(type);
  return found;
}

function firstOf(
  attempts: Attempts,
  pairs: readonly { readonly first: CartonType; readonly second: CartonType }[],
  both: Counts,
): [FilledCarton, FilledCarton] | undefined {
  // The larger is filled first: the other way round never won.
  for (const { first, second } of pairs) {
    const fullest = [...attempts.fills(first, both)].sort((one, other) => other.volume - one.volume);
    for (const filled of fullest.slice(0, mostFills)) {
      const rest = attempts.whole(second, minus(both, filled.taken));
      if (rest) {
        return [
          { type: first, filled },
          { type: second, filled: rest },
        ];
      }
    }
  }
  return undefined;
}

/** Whether two cartons together have the room and bear the weight. */
function couldHold({ kinds }: Attempts, first: CartonType, second: CartonType, wanted: Counts): boolean {
  let volume = innerVolume(first) + innerVolume(second);
  let weight = greatestLoad(first) + greatestLoad(second);
  for (const kind of kinds) {
    volume -= wanted[kind.index]! * kind.volume;
    weight -= wanted[kind.index]! * kind.weight;
  }
  return volume >= 0 && weight >= 0;
}
