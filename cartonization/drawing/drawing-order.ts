import type { Placement } from '../result.ts';

/** Units in an order in which each may be drawn over those before it: what is behind, beside the back, or below first. */
export function drawingOrder(placements: readonly Placement[]): Placement[] {
  const waiting = [...placements].sort((one, other) => distance(one) - distance(other));
  const drawn: Placement[] = [];
  while (waiting.length > 0) {
    // Boxes can lie in a ring in which each hides the next; then the one farthest back is drawn first.
    const free = waiting.findIndex((unit) => waiting.every((other) => other === unit || !isBehind(other, unit)));
    drawn.push(...waiting.splice(Math.max(0, free), 1));
  }
  return drawn;
}

/**
 * Whether the other may hide the one. Two units that are apart on one axis this way and on another axis that way do not
 * meet in an isometric drawing, so that their order does not matter.
 */
function isBehind(one: Placement, other: Placement): boolean {
  return precedes(one, other) && !precedes(other, one);
}

/** Whether the one ends, on some axis, where the other begins or before. */
function precedes(one: Placement, other: Placement): boolean {
  return (
    one.x_mm + one.width_mm <= other.x_mm ||
    one.y_mm + one.length_mm <= other.y_mm ||
    one.z_mm + one.depth_mm <= other.z_mm
  );
}

/** How far to the front and up the middle of a unit is. */
function distance(unit: Placement): number {
  return unit.x_mm + unit.width_mm / 2 + unit.y_mm + unit.length_mm / 2 + unit.z_mm + unit.depth_mm / 2;
}
