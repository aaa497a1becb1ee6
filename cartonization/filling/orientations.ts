import type { Sides } from '../item.ts';
import type { Steps } from '../steps.ts';
import type { Space } from './empty-spaces.ts';
import { isEnough, sharedBase } from './support.ts';

/** So many places on an axis are tried; on a layer of hundreds of units there would be as many. */
const mostStarts = 16;

/** The first corner within the space where a box with these sides is supported: the space's own corners, then edges. */
export function standing(
  space: Space,
  sides: Sides,
  under: readonly Space[],
  steps: Steps,
): { x0: number; y0: number } | undefined {
  if (under.length === 0) return undefined;
  if (stands(under, space.x0, space.y0, sides)) return space;
  if (!couldStand(under, space, sides)) return undefined;
  const across = starts(space.x0, space.x1 - sides[0], under, 'x0', 'x1', sides[0]);
  const along = starts(space.y0, space.y1 - sides[1], under, 'y0', 'y1', sides[1]);
  for (const x0 of across) {
    steps.left -= along.length;
    for (const y0 of along) if (stands(under, x0, y0, sides)) return { x0, y0 };
  }
  return undefined;
}

/** Whether what is under the space reaches far enough for such a box: most do not, and this is quick to see. */
function couldStand(under: readonly Space[], space: Space, [width, length]: Sides): boolean {
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

/** Where a box can begin on one axis: at the ends of the space, or flush with what it stands on. */
function starts(
  first: number,
  last: number,
  under: readonly Space[],
  low: 'x0' | 'y0',
  high: 'x1' | 'y1',
  side: number,
): number[] {
  const found = [first, last];
  for (const one of under) {
    for (const at of [one[low], one[high] - side]) if (at > first && at < last && !found.includes(at)) found.push(at);
  }
  return found.sort((one, other) => one - other).slice(0, mostStarts);
}

/** Whether enough of the base is on what is under it. */
export function stands(under: readonly Space[], x: number, y: number, sides: Sides): boolean {
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
