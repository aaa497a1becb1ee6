import type { Sides } from '../item.ts';
import type { Space } from './empty-spaces.ts';

/** Returns how good a spot is: the lowest figure wins. `x` and `y` are the corner of the unit in the space. */
export type Score = (space: Space, sides: Sides, x: number, y: number, inner: Sides) => number;

/** A factor larger than any side of a carton in mm, so that one figure holds several criteria in order of importance. */
const more = 100_000;

/** Prefers the lowest top, then the back. */
export const lowest: Score = (space, sides, x, y) => ((space.z0 + sides[2]) * more + y) * more + x;

/** Prefers the narrowest gap. */
export const tightest: Score = (space, sides) => {
  const across = space.x1 - space.x0 - sides[0];
  const along = space.y1 - space.y0 - sides[1];
  const above = space.z1 - space.z0 - sides[2];
  return (
    (Math.min(across, along, above) * more + space.z0) * more + Math.min(across + along, across + above, along + above)
  );
};

/** Prefers the spot whose far corner is closest to the origin. */
export const deepest: Score = (space, sides, x, y, inner) => {
  const across = inner[0] - x - sides[0];
  const along = inner[1] - y - sides[1];
  const above = inner[2] - space.z0 - sides[2];
  return -(across * across + along * along + above * above);
};

/** Builds walls from the back to the front. */
export const backmost: Score = (space, sides, x, y) => ((y + sides[1]) * more + space.z0) * more + x + sides[0];
