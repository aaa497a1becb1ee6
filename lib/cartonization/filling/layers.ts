import type { CartonType } from '../carton-type.ts';
import { innerSides } from '../carton-type.ts';
import type { Sides } from '../item.ts';
import type { Kind } from '../kinds.ts';
import { type Steps, stepsFor } from '../steps.ts';
import type { Filling } from './filling.ts';
import { layerPattern } from './layer-pattern.ts';

/** One layer of equal units of the same height. */
export interface Layer {
  readonly height: number;
  /** Number of units that the layer has room for. */
  readonly count: number;
  /** The units of the layer, but no more than the kind has. */
  readonly units: readonly { readonly x: number; readonly y: number; readonly sides: Sides }[];
}

/** Steps of the search for the best pattern of one layer: up to 20,000 combinations of four blocks. */
const stepsForPattern = 500;

/** Returns the best layer of a kind for each height that its orientations have. */
export function layersOf(kind: Kind, type: CartonType, steps: Steps): Layer[] {
  const [width, length, depth] = innerSides(type);
  return kind.orientations
    .filter(([a, b, height]) => a >= b && height <= depth)
    .map(([a, b, height]) => {
      const { count, rectangles } = layerPattern(width, length, a, b, kind.qty);
      steps.take(stepsForPattern + stepsFor(rectangles.length + width / a + length / b));
      const units = rectangles.map(({ x, y, turned }) => {
        return { x, y, sides: (turned ? [b, a, height] : [a, b, height]) as Sides };
      });
      return { height, count, units };
    })
    .filter(({ count }) => count > 0);
}

/**
 * Stacks layers of one kind from the floor of an empty carton. Returns the number of units placed. A unit without enough support
 * is not placed.
 */
export function stackLayers(filling: Filling, kind: Kind, layers: readonly Layer[], qty: number, steps: Steps): number {
  let placed = 0;
  let z = 0;
  for (const layer of bestStack(layers, filling.inner[2], qty, steps)) {
    for (const { x, y, sides } of layer.units) {
      if (placed < qty && filling.tryAt(kind, sides, x, y, z)) placed++;
    }
    z += layer.height;
  }
  return placed;
}

/**
 * Returns the lowest stack of layers that holds `qty` units, or the stack with the most units if none does. The fullest layer
 * is at the bottom, where it supports the others.
 */
function bestStack(layers: readonly Layer[], depth: number, qty: number, steps: Steps): Layer[] {
  // For each height in mm from the floor: the most units below it, and the layer on top of them.
  const stacks: { readonly units: number; readonly top?: Layer }[] = [{ units: 0 }];
  let height = 0;
  for (let best = stacks[0]; best && height < depth && best.units < qty; ) {
    height++;
    steps.take(1);
    best = { units: best.units };
    for (const layer of layers) {
      const below = stacks[height - layer.height];
      if (below && below.units + layer.count > best.units) {
        best = { units: below.units + layer.count, top: layer };
      }
    }
    stacks.push(best);
  }
  const stack: Layer[] = [];
  while (height > 0) {
    const layer = stacks[height]?.top;
    if (layer) stack.push(layer);
    height -= layer ? layer.height : 1;
  }
  return stack.sort((one, other) => other.count - one.count || one.height - other.height);
}
