import type { Placement } from '../result.ts';
import type { Point } from './isometric.ts';

/** A visible side of a unit, as drawn. */
export interface Face {
  readonly corners: readonly [Point, Point, Point, Point];
  /** Lightness in percent. The light comes from above. */
  readonly light: number;
}

/** Returns the three visible faces of a unit: the top, and the two that look to the front. */
export function facesOf(unit: Placement, at: (x: number, y: number, z: number) => Point): Face[] {
  const [x0, y0, z0] = [unit.x_mm, unit.y_mm, unit.z_mm];
  const [x1, y1, z1] = [x0 + unit.width_mm, y0 + unit.length_mm, z0 + unit.depth_mm];
  return [
    { corners: [at(x0, y0, z1), at(x1, y0, z1), at(x1, y1, z1), at(x0, y1, z1)], light: 78 },
    { corners: [at(x0, y1, z0), at(x1, y1, z0), at(x1, y1, z1), at(x0, y1, z1)], light: 66 },
    { corners: [at(x1, y0, z0), at(x1, y1, z0), at(x1, y1, z1), at(x1, y0, z1)], light: 54 },
  ];
}

/** Sorts units so that each may be drawn over those before it: units behind, beside the back or below come first. */
export function drawingOrder(placements: readonly Placement[]): Placement[] {
  const waiting = [...placements].sort((one, other) => distance(one) - distance(other));
  const drawn: Placement[] = [];
  while (waiting.length > 0) {
    // Boxes can form a ring in which each hides the next. Then the one farthest back is drawn first.
    const free = waiting.findIndex((unit) => waiting.every((other) => other === unit || !isBehind(other, unit)));
    drawn.push(...waiting.splice(Math.max(0, free), 1));
  }
  return drawn;
}

/**
 * Returns true if the other unit may hide this one. Two units that are apart in one direction on one axis and in the opposite
 * direction on another do not meet in an isometric drawing, so that their order does not matter.
 */
function isBehind(one: Placement, other: Placement): boolean {
  return precedes(one, other) && !precedes(other, one);
}

/** Returns true if the one ends, on some axis, where the other begins or before. */
function precedes(one: Placement, other: Placement): boolean {
  return (
    one.x_mm + one.width_mm <= other.x_mm ||
    one.y_mm + one.length_mm <= other.y_mm ||
    one.z_mm + one.depth_mm <= other.z_mm
  );
}

/** Returns how far to the front and to the top the centre of a unit is. */
function distance(unit: Placement): number {
  return unit.x_mm + unit.width_mm / 2 + unit.y_mm + unit.length_mm / 2 + unit.z_mm + unit.depth_mm / 2;
}
