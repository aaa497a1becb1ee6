import type { CartonType } from '../carton-type.ts';
import { innerSides } from '../carton-type.ts';
import type { Sides } from '../item.ts';
import type { Kind } from '../kinds.ts';
import type { Filling } from './filling.ts';
import { layerPattern } from './layer-pattern.ts';

/** One layer of equal units, all of the same height. */
export interface Layer {
  readonly height: number;
  readonly units: readonly { readonly x: number; readonly y: number; readonly sides: Sides }[];
}

/** The best layer of the kind for each height it can lie at. */
export function layersOf(kind: Kind, type: CartonType): Layer[] {
  const [width, length, depth] = innerSides(type);
  return kind.rotations
    .filter(([a, b, height]) => a >= b && height <= depth)
    .map(([a, b, height]) => ({
      height,
      units: layerPattern(width, length, a, b).map(({ x, y, turned }) => ({
        x,
        y,
        sides: (turned ? [b, a, height] : [a, b, height]) as Sides,
      })),
    }))
    .filter(({ units }) => units.length > 0);
}

/**
 * Stack layers of one kind from the floor of an empty carton. Returns how many units were placed; one that would stand on
 * too little is left to other means.
 */
export function stackLayers(filling: Filling, kind: Kind, layers: readonly Layer[], qty: number): number {
  let placed = 0;
  let z = 0;
  for (const layer of bestStack(layers, filling.inner[2], qty)) {
    for (const { x, y, sides } of layer.units) {
      if (placed < qty && filling.tryAt(kind, sides, x, y, z)) placed++;
    }
    z += layer.height;
  }
  return placed;
}

/**
 * The lowest stack of layers that holds `qty` units or, where none does, as many as go in. The fullest layer is at the
 * bottom, where it carries the others.
 */
function bestStack(layers: readonly Layer[], depth: number, qty: number): Layer[] {
  const most = [0];
  const top: (Layer | undefined)[] = [undefined];
  let height = 0;
  while (height < depth && most[height]! < qty) {
    height++;
    most[height] = most[height - 1]!;
    for (const layer of layers) {
      if (layer.height > height) continue;
      const units = most[height - layer.height]! + layer.units.length;
      if (units <= most[height]!) continue;
      most[height] = units;
      top[height] = layer;
    }
  }
  const stack: Layer[] = [];
  while (height > 0) {
    const layer = top[height];
    if (layer) stack.push(layer);
    height -= layer ? layer.height : 1;
  }
  return stack.sort((one, other) => other.units.length - one.units.length || one.height - other.height);
}
