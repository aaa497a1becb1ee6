import type { Placement } from '../result.ts';
import type { Point } from './isometric.ts';

/** A side of a unit as drawn. */
export interface Face {
  readonly corners: readonly Point[];
  /** In percent: the light comes from above. */
  readonly light: number;
}

/** The three faces one sees: the top, and the two that look to the front. */
export function facesOf(unit: Placement, at: (x: number, y: number, z: number) => Point): Face[] {
  const [x0, y0, z0] = [unit.x_mm, unit.y_mm, unit.z_mm];
  const [x1, y1, z1] = [x0 + unit.width_mm, y0 + unit.length_mm, z0 + unit.depth_mm];
  return [
    { corners: [at(x0, y0, z1), at(x1, y0, z1), at(x1, y1, z1), at(x0, y1, z1)], light: 78 },
    { corners: [at(x0, y1, z0), at(x1, y1, z0), at(x1, y1, z1), at(x0, y1, z1)], light: 66 },
    { corners: [at(x1, y0, z0), at(x1, y1, z0), at(x1, y1, z1), at(x1, y0, z1)], light: 54 },
  ];
}
