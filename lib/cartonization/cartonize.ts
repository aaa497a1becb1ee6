import { grouped } from '../grouped.ts';
import { Attempts, fitsAlone } from './attempts.ts';
import { bySize, type CartonType } from './carton-type.ts';
import { describeCarton, RowKeys } from './describe-carton.ts';
import { shrink } from './improving/shrink.ts';
import { type CartonizeInput, checkInput } from './input.ts';
import type { Item } from './item.ts';
import { compareText, kindsOf } from './kinds.ts';
import { packGroup } from './pack-group.ts';
import type { Packing } from './packing.ts';
import { whyNever, whySupply } from './reasons.ts';
import type { CartonizeResult, UnplacedItem } from './result.ts';
import { Steps, type StepTotal, stepsFor } from './steps.ts';
import { Supply } from './supply.ts';

/** At most half a second of search. The slowest of 2,150 real orders takes less than a tenth of it. */
const defaultSteps = 10_000_000;

/**
 * Number of steps that ends the search without an answer. With 2,000 different units a first attempt at each carton
 * takes about half of them.
 */
const mostSteps = 60_000_000;

interface Group {
  readonly attempts: Attempts;
  readonly packing: Packing;
}

/**
 * Chooses cartons for items, and a place for every unit: as few cartons as the search finds, then the smallest ones.
 * Each unit is either placed, or left out with a reason. The same input gives the same answer on every machine, in any order of
 * its rows. Sizes in mm, weights in g. `verifyPlacements` checks an answer against every rule.
 *
 * @throws RangeError for a figure that is not a whole number, and for a repeated key or carton type; TooManySteps
 */
export function cartonize(input: CartonizeInput): CartonizeResult {
  checkInput(input);
  const types = [...input.cartonTypes].sort(bySize);
  const most = input.limits?.most ?? mostSteps;
  const total: StepTotal = { left: most, most };
  const leftOut: UnplacedItem[] = [];
  const packable: Item[] = [];
  for (const item of input.items) {
    total.left -= stepsFor(types.length);
    const why = whyNever(item, types);
    if (why === undefined) packable.push(item);
    else if (item.qty > 0) leftOut.push({ key: item.key, qty: item.qty, why });
  }

  const supply = new Supply(types);
  const itemsOfGroups = groupsOf(packable).sort((one, other) => choice(one, types) - choice(other, types));
  const steps = Math.floor((input.limits?.steps ?? defaultSteps) / Math.max(1, itemsOfGroups.length));
  const groups: Group[] = itemsOfGroups.map((items) => {
    const attempts = new Attempts(kindsOf(items), new Steps(steps, total));
    return { attempts, packing: packGroup(attempts, supply) };
  });

  const cartons = shrinkAll(groups, supply).flatMap(({ attempts, packing }) => {
    const rowKeys = new RowKeys(attempts.kinds);
    const packed = [...packing.cartons]
      .sort((one, other) => bySize(other.type, one.type))
      .map((carton) => describeCarton(carton, attempts, supply, rowKeys));
    for (const kind of attempts.kinds) {
      for (const row of rowKeys.rest(kind.index)) leftOut.push({ ...row, why: whySupply(kind, types) });
    }
    return packed;
  });
  return { cartons, left_out: leftOut.sort((one, other) => compareText(one.key, other.key)) };
}

/** Returns the items by group: only items of one group may share a carton. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups = grouped(
    items.filter(({ qty }) => qty !== 0),
    ({ group }) => group ?? '',
  );
  return [...groups].sort(([one], [other]) => compareText(one, other)).map(([, group]) => group);
}

/** Returns the number of types that can hold the most awkward item of a group. The group with the fewest types chooses first. */
function choice(items: readonly Item[], types: readonly CartonType[]): number {
  return Math.min(...kindsOf(items).map((kind) => types.filter((type) => fitsAlone(kind, type)).length));
}

/** Repeats `shrink` until nothing changes: a smaller carton may have become free since it was refused. */
function shrinkAll(groups: readonly Group[], supply: Supply): readonly Group[] {
  let shrunk = false;
  const next = groups.map(({ attempts, packing }) => ({
    attempts,
    packing: {
      ...packing,
      cartons: packing.cartons.map((carton) => {
        const smaller = shrink(attempts, supply, carton);
        shrunk ||= smaller !== carton;
        return smaller;
      }),
    },
  }));
  return shrunk ? shrinkAll(next, supply) : next;
}
