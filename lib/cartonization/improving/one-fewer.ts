import type { Attempts } from '../attempts.ts';
import { type FilledCarton, minus, type Packing, plus, units, type Worth } from '../packing.ts';
import type { Supply } from '../supply.ts';

/**
 * Moves the content of one carton into the others, the carton of least worth first. Updates the supply. Returns undefined if no
 * carton can be emptied.
 */
export function oneFewer(attempts: Attempts, supply: Supply, packing: Packing, worth: Worth): Packing | undefined {
  attempts.steps.take(packing.cartons.length * attempts.stepsForCounts);
  const byWorth = [...packing.cartons].sort((one, other) => worth(one.content.counts) - worth(other.content.counts));
  let before: FilledCarton | undefined;
  for (const emptied of byWorth) {
    if (attempts.steps.left <= 0) return undefined;
    // Equal cartons share one `content`: the result for the next would be the same.
    if (emptied.content === before?.content) continue;
    before = emptied;
    const others = [...packing.cartons];
    others.splice(others.indexOf(emptied), 1);
    const cartons = emptyInto(attempts, supply, emptied, others, worth);
    if (cartons) return { ...packing, cartons };
  }
  return undefined;
}

/**
 * Each of the other cartons may take units of the rest and give back units of less worth, until nothing changes. If units are
 * left then, it restores the supply and returns undefined.
 */
function emptyInto(
  attempts: Attempts,
  supply: Supply,
  emptied: FilledCarton,
  others: readonly FilledCarton[],
  worth: Worth,
): FilledCarton[] | undefined {
  const cartons = [...others];
  let rest = emptied.content.counts;
  supply.putBack(emptied.type);
  for (let moved = true; moved && units(rest) > 0 && attempts.steps.left > 0; ) {
    moved = false;
    for (const [at, carton] of cartons.entries()) {
      if (units(rest) === 0 || attempts.steps.left <= 0) break;
      attempts.steps.take(attempts.stepsForCounts);
      const both = plus(carton.content.counts, rest);
      supply.putBack(carton.type);
      const best = supply
        .available()
        .flatMap((type) => attempts.contents(type, both).map((content) => ({ type, content })))
        .reduce((most, one) => (worth(one.content.counts) > worth(most.content.counts) ? one : most), carton);
      supply.take(best.type);
      if (best === carton) continue;
      cartons[at] = best;
      rest = minus(both, best.content.counts);
      moved = true;
    }
  }
  if (units(rest) === 0) return cartons;
  for (const { type } of cartons) supply.putBack(type);
  for (const { type } of [...others, emptied]) supply.take(type);
  return undefined;
}
