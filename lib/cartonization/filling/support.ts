import type { Sides } from '../item.ts';
import { type Steps, stepsFor } from '../steps.ts';
import type { Space } from './empty-spaces.ts';

/** A unit needs support under at least this share of its base, in percent. */
const supportPercent = 70;

/** Number of positions that are tried on one axis. A layer of hundreds of units would have as many positions. */
const mostStarts = 16;

/** Returns the area that two boxes share when seen from above, in square mm. */
export function sharedBase(one: Space, other: Space): number {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const length = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && length > 0 ? width * length : 0;
}

/** Compares in whole numbers, because the rounding of a fraction would decide cases of exactly 70 %. */
function isEnough(supported: number, base: number): boolean {
  return supported * 100 >= base * supportPercent;
}

/**
 * Returns the first corner within the space where a box with these sides has enough support: first the space's own corner, then
 * corners flush with the edges of the units below.
 */
export function supportedCorner(
  space: Space,
  sides: Sides,
  under: readonly Space[],
  steps: Steps,
): { x0: number; y0: number } | undefined {
  if (under.length === 0) return undefined;
  steps.take(stepsFor(under.length));
  if (isSupported(under, space.x0, space.y0, sides)) return space;
  steps.take(stepsFor(under.length));
  if (!couldBeSupported(under, space, sides)) return undefined;
  steps.take(under.length);
  const across = starts(space.x0, space.x1 - sides[0], under, 'x0', 'x1', sides[0]);
  const along = starts(space.y0, space.y1 - sides[1], under, 'y0', 'y1', sides[1]);
  for (const x0 of across) {
    steps.take(along.length * stepsFor(under.length + 1));
    for (const y0 of along) if (isSupported(under, x0, y0, sides)) return { x0, y0 };
  }
  return undefined;
}

/** Compares the extent of the units below with the base of a box. It is quick, and excludes most boxes. */
function couldBeSupported(under: readonly Space[], space: Space, [width, length]: Sides): boolean {
  let x0 = space.x1;
  let y0 = space.y1;
  let x1 = space.x0;
  let y1 = space.y0;
  let area = 0;
  for (const top of under) {
    x0 = Math.min(x0, Math.max(top.x0, space.x0));
    y0 = Math.min(y0, Math.max(top.y0, space.y0));
    x1 = Math.max(x1, Math.min(top.x1, space.x1));
    y1 = Math.max(y1, Math.min(top.y1, space.y1));
    area += sharedBase(top, space);
  }
  return isEnough(Math.min(area, Math.min(width, x1 - x0) * Math.min(length, y1 - y0)), width * length);
}

/** Returns where a box may start on one axis: at the ends of the space, or flush with an edge of a unit below. */
function starts(
  first: number,
  last: number,
  under: readonly Space[],
  low: 'x0' | 'y0',
  high: 'x1' | 'y1',
  side: number,
): number[] {
  const all = new Set([first, last]);
  for (const one of under) {
    for (const at of [one[low], one[high] - side]) if (at > first && at < last) all.add(at);
  }
  return [...all].sort((one, other) => one - other).slice(0, mostStarts);
}

/** Returns true if the units below support enough of the base of a box at this corner. */
export function isSupported(under: readonly Space[], x: number, y: number, sides: Sides): boolean {
  let supported = 0;
  const x1 = x + sides[0];
  const y1 = y + sides[1];
  for (const top of under) {
    const width = Math.min(x1, top.x1) - Math.max(x, top.x0);
    const length = Math.min(y1, top.y1) - Math.max(y, top.y0);
    if (width > 0 && length > 0) supported += width * length;
  }
  return isEnough(supported, sides[0] * sides[1]);
}
