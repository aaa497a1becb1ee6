import type { Face, Point } from './camera.ts';
import { contains, type Extents, extentsAround, extentsOf, meet } from './extents.ts';

/** A rectangle on the picture, by its centre. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Positions of a label on a face, as shares of its two sides: first the middle, then nearer to an edge. */
const shares = [0.5, 0.3, 0.7, 0.15, 0.85];

/** Returns the first place on the faces where a label of this size fits and meets nothing that is taken. */
export function labelSpot(
  faces: readonly Face[],
  taken: readonly Extents[],
  width: number,
  height: number,
): Label | undefined {
  for (const { corners } of faces) {
    const face = extentsOf(corners);
    // A label that does not fit in the middle of a parallelogram fits nowhere in it.
    if (!contains(face, extentsAround(between(corners, 0.5, 0.5), width, height))) continue;
    const near = taken.filter((one) => meet(face, one));
    for (const across of shares) {
      for (const along of shares) {
        const spot = between(corners, across, along);
        const label = extentsAround(spot, width, height);
        if (contains(face, label) && !near.some((one) => meet(label, one))) return { ...spot, width, height };
      }
    }
  }
  return undefined;
}

export function cornersOf({ x, y, width, height }: Label): Point[] {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Returns a point of a parallelogram, by shares of its sides. */
function between([from, next, , last]: Face['corners'], across: number, along: number): Point {
  return {
    x: from.x + across * (next.x - from.x) + along * (last.x - from.x),
    y: from.y + across * (next.y - from.y) + along * (last.y - from.y),
  };
}
