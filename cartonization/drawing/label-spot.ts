import type { Point } from './isometric.ts';
import type { Face } from './unit-faces.ts';

/** Where on a face a label may be, as shares of its two sides: in the middle, else nearer to an edge. */
const shares = [0.5, 0.3, 0.7, 0.15, 0.85];

/** The first place on the faces where a text of this size fits and nothing drawn later hides it. */
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

/** A point of a parallelogram, by shares of its sides. */
function between([from, next, , last]: readonly Point[], across: number, along: number): Point {
  return {
    x: from!.x + across * (next!.x - from!.x) + along * (last!.x - from!.x),
    y: from!.y + across * (next!.y - from!.y) + along * (last!.y - from!.y),
  };
}

/** Corners, edges and middle of a text. */
function outline({ x, y }: Point, wide: number, high: number): Point[] {
  return [-0.5, 0, 0.5].flatMap((i) => [-0.5, 0, 0.5].map((j) => ({ x: x + i * wide, y: y + j * high })));
}

/** Whether a point lies in a convex polygon. */
function inside(point: Point, corners: readonly Point[]): boolean {
  let side = 0;
  for (const [at, from] of corners.entries()) {
    const to = corners[(at + 1) % corners.length]!;
    const turn = Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x));
    if (turn === 0) continue;
    if (side !== 0 && turn !== side) return false;
    side = turn;
  }
  return true;
}
