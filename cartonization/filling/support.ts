import type { Space } from './empty-spaces.ts';

/** A box stands only where at least 70 % of its base has something under it (issue 5, "Autopack"). */
export const supportPercent = 70;

/** Area that two boxes share when seen from above, in square mm. */
export function sharedBase(one: Space, other: Space): number {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const length = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && length > 0 ? width * length : 0;
}

/** Exact, in whole numbers: a share computed as a fraction would decide the edge of 70 % by rounding. */
export function isEnough(supported: number, base: number): boolean {
  return supported * 100 >= base * supportPercent;
}
