import type { Point } from './isometric.ts';
import type { Face } from './units.ts';

/** Positions of a label on a face, as shares of its two sides: first the middle, then nearer to an edge. */
const shares = [0.5, 0.3, 0.7, 0.15, 0.85];

/** Returns the first place on the faces where a text of this size fits and no face drawn later hides it. */
export function labelSpot(
  faces: readonly Face[],
  inFront: readonly Face[],
  wide: number,
  high: number,
): Point | undefined {
  for (const { corners } of faces) {
    for (const across of shares) {
      for (const along of shares) {
        const centre = between(corners, across, along);
        const text = outline(centre, wide, high);
        if (!text.every((point) => inside(point, corners))) continue;
        if (inFront.some((face) => text.some((point) => inside(point, face.corners)))) continue;
        return centre;
      }
    }
  }
  return undefined;
}

/** Returns a point of a parallelogram, by shares of its sides. */
function between([from, next, , last]: Face['corners'], across: number, along: number): Point {
  return {
    x: from.x + across * (next.x - from.x) + along * (last.x - from.x),
    y: from.y + across * (next.y - from.y) + along * (last.y - from.y),
  };
}

/** Returns the corners, the middles of the edges and the centre of a text. */
function outline({ x, y }: Point, wide: number, high: number): Point[] {
  return [-0.5, 0, 0.5].flatMap((i) => [-0.5, 0, 0.5].map((j) => ({ x: x + i * wide, y: y + j * high })));
}

/** Returns true if a point lies in a convex polygon: it is on the same side of every edge. */
function inside(point: Point, corners: Face['corners']): boolean {
  let side = 0;
  let from = corners[3];
  for (const to of corners) {
    const turn = Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x));
    from = to;
    if (turn === 0) continue;
    if (side !== 0 && turn !== side) return false;
    side = turn;
  }
  return true;
}
