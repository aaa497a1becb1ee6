import { type Attempts, fitsAlone, goesInside } from './attempts.ts';
import { type CartonType, greatestLoad, innerSides, innerVolume } from './carton-type.ts';
import type { Item } from './item.ts';
import { countAt, type Kind, kindOf } from './kinds.ts';
import { type FilledCarton, units } from './packing.ts';
import type { RefusedSmaller } from './result.ts';
import type { Supply } from './supply.ts';

/** Returns why no carton type can hold a unit of the item; undefined if one can. */
export function whyNever(item: Item, types: readonly CartonType[]): string | undefined {
  const kind = kindOf(item);
  if (!kind) return 'no size known';
  if (types.length === 0) return 'there is no carton type';
  const wideEnough = types.filter((type) => goesInside(kind, type));
  if (wideEnough.length === 0) {
    const closest = least(types, (type) => total(excess(kind, type)));
    return `too large for every carton type; the closest is ${closest.name}, by ${sidesText(excess(kind, closest))}`;
  }
  const strongEnough = wideEnough.filter((type) => fitsAlone(kind, type));
  if (strongEnough.length > 0) return undefined;
  const closest = least(wideEnough, (type) => kind.weight - greatestLoad(type));
  const over = kind.weight - greatestLoad(closest);
  return `too heavy for every carton type it goes into; the closest is ${closest.name}, by ${over} g`;
}

/** Returns why units were left although a type can hold them: the supply of those types is used up. */
export function whySupply(kind: Kind, types: readonly CartonType[]): string {
  const names = types.filter((type) => fitsAlone(kind, type)).map((type) => type.name);
  return `supply used up of every carton type that holds it: ${names.join(', ')}`;
}

/** Returns every type smaller than the carton's, with the reason why it does not hold the content. `keyOf` names a row of a kind. */
export function whyNotSmaller(
  attempts: Attempts,
  supply: Supply,
  carton: FilledCarton,
  keyOf: (kind: Kind) => string,
): RefusedSmaller[] {
  return supply.types
    .filter((type) => innerVolume(type) < innerVolume(carton.type))
    .map((type) => ({ cartontype_id: type.id, why: whyNot(attempts, supply, type, carton, keyOf) }));
}

function whyNot(
  attempts: Attempts,
  supply: Supply,
  type: CartonType,
  { content: { counts } }: FilledCarton,
  keyOf: (kind: Kind) => string,
): string {
  const sum = (figure: (kind: Kind) => number): number =>
    attempts.kinds.reduce((so, kind) => so + countAt(counts, kind.index) * figure(kind), 0);
  const obstacle = attempts.obstacle(type, counts);
  switch (obstacle?.cause) {
    case 'size':
      return `${keyOf(obstacle.kind)} is too large for it by ${sidesText(excess(obstacle.kind, type))}`;
    case 'weight':
      return `the content is ${sum((kind) => kind.weight) - greatestLoad(type)} g too heavy for it`;
    case 'volume':
      return `the content takes ${Math.ceil((sum((kind) => kind.volume) - innerVolume(type)) / 1000)} cm³ more than it has`;
    case undefined: {
      if (supply.left(type) < 1) return 'none is left';
      if (attempts.steps.left <= 0) return 'the search had no steps left to try it';
      const most = Math.max(...attempts.contents(type, counts).map((one) => units(one.counts)));
      return `no arrangement was found for all ${units(counts)} units; the best attempt placed ${most}`;
    }
  }
}

/** Returns by how many mm each side of a unit exceeds the carton, in the orientation that fits best. */
function excess(kind: Kind, type: CartonType): number[] {
  const inner = innerSides(type);
  return least(
    kind.orientations.map(([width, length, depth]) => [
      Math.max(0, width - inner[0]),
      Math.max(0, length - inner[1]),
      Math.max(0, depth - inner[2]),
    ]),
    total,
  );
}

function sidesText(sides: readonly number[]): string {
  return sides
    .filter((side) => side > 0)
    .map((side) => `${side} mm`)
    .join(' and ');
}

function total(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

/** Returns the first element with the lowest figure. */
function least<T>(all: readonly T[], figure: (one: T) => number): T {
  return all.reduce((best, one) => (figure(one) < figure(best) ? one : best));
}
