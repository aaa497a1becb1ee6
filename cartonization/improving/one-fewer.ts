import type { Attempts } from '../attempts.ts';
import { type FilledCarton, minus, type Packing, plus, units, type Worth } from '../packing.ts';
import type { Supply } from '../supply.ts';

/**
 * Do with one carton fewer: empty one into the others, the one of least worth first. Undefined where none can be
 * emptied. The supply follows.
 */
export function oneFewer(attempts: Attempts, supply: Supply, packing: Packing, worth: Worth): Packing | undefined {
  const byWorth = [...packing.cartons].sort((one, other) => worth(one.filled.taken) - worth(other.filled.taken));
  let before: FilledCarton | undefined;
  for (const emptied of byWorth) {
    if (attempts.steps.left <= 0) return undefined;
    // Equal cartons share one `filled`; what was in vain with the first is in vain with the next.
    if (emptied.filled === before?.filled) continue;
    before = emptied;
    const others = [...packing.cartons];
    others.splice(others.indexOf(emptied), 1);
    const cartons = emptyInto(attempts, supply, emptied, others, worth);
    if (cartons) return { ...packing, cartons };
  }
  return undefined;
}

/**
 * Each of the others may take something of the rest and give back something of less worth, for as long as that goes on;
 * undefined, and the supply as it was, where something is left then.
 */
function emptyInto(
  attempts: Attempts,
  supply: Supply,
  emptied: FilledCarton,
  others: readonly FilledCarton[],
  worth: Worth,
): FilledCarton[] | undefined {
  const cartons = [...others];
  let rest = emptied.filled.taken;
  supply.putBack(emptied.type);
  for (let moved = true; moved && units(rest) > 0 && attempts.steps.left > 0; ) {
    moved = false;
    for (const [at, carton] of cartons.entries()) {
      if (units(rest) === 0 || attempts.steps.left <= 0) break;
      const both = plus(carton.filled.taken, rest);
      supply.putBack(carton.type);
      const best = supply
        .available()
        .flatMap((type) => attempts.fills(type, both).map((filled) => ({ type, filled })))
        .reduce((most, one) => (worth(one.filled.taken) > worth(most.filled.taken) ? one : most), carton);
      supply.take(best.type);
      if (best === carton) continue;
      cartons[at] = best;
      rest = minus(both, best.filled.taken);
      moved = true;
    }
  }
  if (units(rest) === 0) return cartons;
  for (const { type } of cartons) supply.putBack(type);
  for (const { type } of [...others, emptied]) supply.take(type);
  return undefined;
}
