import type { Sides } from '../item.ts';
import type { Space } from './empty-spaces.ts';

/** How good a spot is: the lowest figure wins. `x`, `y` is where in the space the unit would stand. */
export type Score = (space: Space, sides: Sides, x: number, y: number, inner: Sides) => number;

/** Larger than any side of a carton in mm, so that figures can be compared in order of importance. */
const more = 100_000;

/** As low as it goes, the flattest way, from the back. */
export const lowest: Score = (space, sides, x, y) => ((space.z0 + sides[2]) * more + y) * more + x;

/** Into the narrowest gap it fits. */
export const tightest: Score = (space, sides) => {
  const across = space.x1 - space.x0 - sides[0];
  const along = space.y1 - space.y0 - sides[1];
  const above = space.z1 - space.z0 - sides[2];
  return (
    (Math.min(across, along, above) * more + space.z0) * more + Math.min(across + along, across + above, along + above)
  );
};

/** As deep into the origin's corner as its far corner gets. */
export const deepest: Score = (space, sides, x, y, inner) => {
  const across = inner[0] - x - sides[0];
  const along = inner[1] - y - sides[1];
  const above = inner[2] - space.z0 - sides[2];
  return -(across * across + along * along + above * above);
};

/** Walls from the back to the front. */
export const backmost: Score = (space, sides, x, y) => ((y + sides[1]) * more + space.z0) * more + x + sides[0];
