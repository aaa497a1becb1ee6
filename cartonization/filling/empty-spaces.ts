import type { Steps } from '../steps.ts';

/** A box between two corners, in mm. */
export interface Space {
  readonly x0: number;
  readonly y0: number;
  readonly z0: number;
  readonly x1: number;
  readonly y1: number;
  readonly z1: number;
}

/** So many comparisons of two spaces take as long as one look at a spot. */
const comparisonsForStep = 8;

/**
 * Cut a box out of empty maximal spaces: what is left is every largest empty box there still is. They overlap each
 * other on purpose: a unit may use any of them. Spaces thinner than `thinnest` hold nothing any more and are dropped.
 */
export function cutOut(spaces: readonly Space[], box: Space, thinnest: number, steps: Steps): Space[] {
  const left: Space[] = [];
  const cut: Space[] = [];
  for (const space of spaces) {
    const apart =
      space.x1 <= box.x0 ||
      space.x0 >= box.x1 ||
      space.y1 <= box.y0 ||
      space.y0 >= box.y1 ||
      space.z1 <= box.z0 ||
      space.z0 >= box.z1;
    if (apart) {
      left.push(space);
      continue;
    }
    const { x0, y0, z0, x1, y1, z1 } = space;
    if (box.x0 - x0 >= thinnest) cut.push({ x0, y0, z0, x1: box.x0, y1, z1 });
    if (x1 - box.x1 >= thinnest) cut.push({ x0: box.x1, y0, z0, x1, y1, z1 });
    if (box.y0 - y0 >= thinnest) cut.push({ x0, y0, z0, x1, y1: box.y0, z1 });
    if (y1 - box.y1 >= thinnest) cut.push({ x0, y0: box.y1, z0, x1, y1, z1 });
    if (box.z0 - z0 >= thinnest) cut.push({ x0, y0, z0, x1, y1, z1: box.z0 });
    if (z1 - box.z1 >= thinnest) cut.push({ x0, y0, z0: box.z1, x1, y1, z1 });
  }
  // Only the pieces can lie inside another space: those left whole are largest already.
  const whole = left.length;
  steps.left -= spaces.length + Math.ceil((cut.length * (whole + cut.length)) / comparisonsForStep);
  for (let at = 0; at < cut.length; at++) {
    const piece = cut[at]!;
    let inside = false;
    for (let k = 0; k < whole && !inside; k++) inside = contains(left[k]!, piece);
    for (let k = 0; k < cut.length && !inside; k++) {
      const other = cut[k]!;
      // Of two equal pieces the first stays.
      inside = k !== at && contains(other, piece) && (k < at || !contains(piece, other));
    }
    if (!inside) left.push(piece);
  }
  return left;
}

function contains(outer: Space, inner: Space): boolean {
  return (
    outer.x0 <= inner.x0 &&
    outer.y0 <= inner.y0 &&
    outer.z0 <= inner.z0 &&
    outer.x1 >= inner.x1 &&
    outer.y1 >= inner.y1 &&
    outer.z1 >= inner.z1
  );
}
