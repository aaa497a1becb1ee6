import { Attempts, fitsAlone } from './attempts.ts';
import { bySize, type CartonType, innerVolume } from './carton-type.ts';
import { RowLabels } from './drawing/row-labels.ts';
import { shrink } from './improving/shrink.ts';
import { type CartonizeInput, checkInput } from './input.ts';
import type { Item } from './item.ts';
import { compareText, kindsOf } from './kinds.ts';
import { packGroup } from './pack-group.ts';
import type { FilledCarton, Packing } from './packing.ts';
import { whyNever, whyNotSmaller, whySupply } from './reasons.ts';
import type { CartonizeResult, LeftOut, PackedCarton } from './result.ts';
import { Supply } from './supply.ts';

/** Half a second at most, beside what has to be done anyway; the worst of 2,150 real orders takes less than a tenth of it. */
const defaultSteps = 10_000_000;

interface Group {
  readonly attempts: Attempts;
  readonly packing: Packing;
}

/**
 * Choose cartons for items and a place in them for every unit: as few cartons as the search finds, then the smallest.
 * Each unit is placed or left out with a reason. The same input gives the same answer, in whatever order its rows come,
 * on any machine. Sizes in mm, weights in g. The rules are those of issue 5 ("Autopack"); `verifyPlacements` checks
 * them on any answer.
 *
 * @throws RangeError for a figure that is no whole number, or for a key or carton type given twice
 */
export function cartonize(input: CartonizeInput): CartonizeResult {
  checkInput(input);
  const types = [...input.cartonTypes].sort(bySize);
  const leftOut: LeftOut[] = [];
  const packable: Item[] = [];
  for (const item of input.items) {
    const why = whyNever(item, types);
    if (why === undefined) packable.push(item);
    else if (item.qty > 0) leftOut.push({ key: item.key, qty: item.qty, why });
  }

  const supply = new Supply(types);
  const itemsOfGroups = groupsOf(packable).sort((one, other) => choice(one, types) - choice(other, types));
  const steps = Math.floor((input.limits?.steps ?? defaultSteps) / Math.max(1, itemsOfGroups.length));
  const groups: Group[] = itemsOfGroups.map((items) => {
    const attempts = new Attempts(kindsOf(items), { left: steps });
    return { attempts, packing: packGroup(attempts, supply) };
  });

  const cartons = shrinkAll(groups, supply).flatMap(({ attempts, packing }) => {
    const labels = new RowLabels(attempts.kinds);
    const packed = [...packing.cartons]
      .sort((one, other) => bySize(other.type, one.type))
      .map((carton) => describe(carton, attempts, supply, labels));
    for (const kind of attempts.kinds) {
      for (const row of labels.rest(kind.index)) leftOut.push({ ...row, why: whySupply(kind, types) });
    }
    return packed;
  });
  return { cartons, left_out: leftOut.sort((one, other) => compareText(one.key, other.key)) };
}

/** Items that may share a carton, group by group. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    if (item.qty === 0) continue;
    const group = groups.get(item.group ?? '');
    if (group) group.push(item);
    else groups.set(item.group ?? '', [item]);
  }
  return [...groups].sort(([one], [other]) => compareText(one, other)).map(([, group]) => group);
}

/** How many types the most awkward item of a group has to choose from: who has least chooses first. */
function choice(items: readonly Item[], types: readonly CartonType[]): number {
  return Math.min(...kindsOf(items).map((kind) => types.filter((type) => fitsAlone(kind, type)).length));
}

/** Shrink once more, until nothing does: a smaller carton may have come free since it was refused. */
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

function describe(carton: FilledCarton, attempts: Attempts, supply: Supply, labels: RowLabels): PackedCarton {
  const { type, filled } = carton;
  const keys = new Map<number, string>();
  // From the bottom up: what supports a unit is in before it.
  const placed = [...filled.placed].sort((one, other) => one.z0 - other.z0 || one.y0 - other.y0 || one.x0 - other.x0);
  const placements = placed.map((unit) => {
    const key = labels.next(unit.kind);
    if (!keys.has(unit.kind)) keys.set(unit.kind, key);
    return {
      key,
      x_mm: unit.x0,
      y_mm: unit.y0,
      z_mm: unit.z0,
      width_mm: unit.x1 - unit.x0,
      length_mm: unit.y1 - unit.y0,
      depth_mm: unit.z1 - unit.z0,
    };
  });
  const load = filled.taken.reduce((sum, qty, index) => sum + qty * attempts.kinds[index]!.weight, 0);
  return {
    cartontype_id: type.id,
    gross_weight_g: type.empty_weight_g + load,
    placements,
    refused_smaller: whyNotSmaller(attempts, supply, carton, (kind) => keys.get(kind)!),
    used_volume_share: filled.volume / innerVolume(type),
  };
}
