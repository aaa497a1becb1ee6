import { type Attempts, fitsAlone, goesInside } from './attempts.ts';
import { type CartonType, greatestLoad, innerSides, innerVolume } from './carton-type.ts';
import { type Item, sidesOf } from './item.ts';
import { type Kind, kindsOf } from './kinds.ts';
import { type FilledCarton, units } from './packing.ts';
import type { RefusedSmaller } from './result.ts';
import type { Supply } from './supply.ts';

/** Why no carton could ever hold a unit of the item; undefined where one could. */
export function whyNever(item: Item, types: readonly CartonType[]): string | undefined {
  if (!sidesOf(item)) return 'no size known';
  if (types.length === 0) return 'there is no carton type';
  const kind = kindsOf([{ ...item, qty: 1 }])[0]!;
  const wideEnough = types.filter((type) => goesInside(kind, type));
  if (wideEnough.length === 0) {
    const closest = least(types, (type) => total(excess(kind, type)));
    return `too large for every carton type; the closest is ${closest.name}, by ${inWords(excess(kind, closest))}`;
  }
  const strongEnough = wideEnough.filter((type) => fitsAlone(kind, type));
  if (strongEnough.length > 0) return undefined;
  const closest = least(wideEnough, (type) => kind.weight - greatestLoad(type));
  const over = kind.weight - greatestLoad(closest);
  return `too heavy for every carton type it goes into; the closest is ${closest.name}, by ${over} g`;
}

/** Why units were left although a carton could hold them: the supply is the only thing that ends. */
export function whySupply(kind: Kind, types: readonly CartonType[]): string {
  const names = types.filter((type) => fitsAlone(kind, type)).map((type) => type.name);
  return `supply used up of every carton type that holds it: ${names.join(', ')}`;
}

/** For each type smaller than the carton's, why its content is not in that. `nameOf` gives a row of a kind in it. */
export function whyNotSmaller(
  attempts: Attempts,
  supply: Supply,
  carton: FilledCarton,
  nameOf: (kind: number) => string,
): RefusedSmaller[] {
  return supply.types
    .filter((type) => innerVolume(type) < innerVolume(carton.type))
    .map((type) => ({ cartontype_id: type.id, why: whyNot(attempts, supply, type, carton, nameOf) }));
}

function whyNot(
  attempts: Attempts,
  supply: Supply,
  type: CartonType,
  { filled: { taken } }: FilledCarton,
  nameOf: (kind: number) => string,
): string {
  const content = attempts.kinds.filter((kind) => taken[kind.index]! > 0);
  const sum = (figure: (kind: Kind) => number): number =>
    content.reduce((so, kind) => so + taken[kind.index]! * figure(kind), 0);
  switch (attempts.obstacle(type, taken)) {
    case 'size': {
      const kind = content.find((one) => !goesInside(one, type))!;
      return `${nameOf(kind.index)} is too large for it by ${inWords(excess(kind, type))}`;
    }
    case 'weight':
      return `the content is ${sum((kind) => kind.weight) - greatestLoad(type)} g too heavy for it`;
    case 'volume':
      return `the content takes ${Math.ceil((sum((kind) => kind.volume) - innerVolume(type)) / 1000)} cm³ more than it has`;
    case undefined: {
      if (supply.left(type) < 1) return 'none is left';
      const most = Math.max(...attempts.fills(type, taken).map((one) => units(one.taken)));
      return `no arrangement was found for all ${units(taken)} units; the best attempt placed ${most}`;
    }
  }
}

/** By how much a unit is too long for a carton, side by side, lying the way that fits best. */
function excess(kind: Kind, type: CartonType): number[] {
  const inner = innerSides(type);
  return least(
    kind.rotations.map((sides) => sides.map((side, axis) => Math.max(0, side - inner[axis]!))),
    total,
  );
}

function inWords(sides: readonly number[]): string {
  return sides
    .filter((side) => side > 0)
    .map((side) => `${side} mm`)
    .join(' and ');
}

function total(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

/** The first with the lowest figure. */
function least<T>(all: readonly T[], figure: (one: T) => number): T {
  return all.reduce((best, one) => (figure(one) < figure(best) ? one : best));
}
