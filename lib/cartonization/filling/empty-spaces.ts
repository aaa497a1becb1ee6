import { type Steps, stepsFor } from '../steps.ts';

/** A box between two corners, in mm. */
export interface Space {
  readonly x0: number;
  readonly y0: number;
  readonly z0: number;
  readonly x1: number;
  readonly y1: number;
  readonly z1: number;
}

/**
 * Cuts a box out of empty maximal spaces and returns every largest empty box that remains. The spaces overlap each other on
 * purpose: a unit may use any of them. Pieces thinner than `thinnest` cannot hold a unit and are dropped.
 */
export function cutOut(spaces: readonly Space[], box: Space, thinnest: number, steps: Steps): Space[] {
  const whole: Space[] = [];
  const pieces: Space[] = [];
  for (const space of spaces) {
    if (areApart(space, box)) whole.push(space);
    else addPieces(pieces, space, box, thinnest);
  }
  steps.take(spaces.length + stepsFor(pieces.length * (whole.length + pieces.length)));
  // Only pieces can lie inside another space: the whole spaces are maximal already.
  const count = whole.length;
  for (const [at, piece] of pieces.entries()) {
    if (!isInside(piece, whole, count) && !isInsideOther(piece, at, pieces)) whole.push(piece);
  }
  return whole;
}

function areApart(one: Space, other: Space): boolean {
  return (
    one.x1 <= other.x0 ||
    one.x0 >= other.x1 ||
    one.y1 <= other.y0 ||
    one.y0 >= other.y1 ||
    one.z1 <= other.z0 ||
    one.z0 >= other.z1
  );
}

/** Adds the parts of a space on each side of a box that are at least `thinnest` thick. */
function addPieces(pieces: Space[], space: Space, box: Space, thinnest: number): void {
  const { x0, y0, z0, x1, y1, z1 } = space;
  if (box.x0 - x0 >= thinnest) pieces.push({ x0, y0, z0, x1: box.x0, y1, z1 });
  if (x1 - box.x1 >= thinnest) pieces.push({ x0: box.x1, y0, z0, x1, y1, z1 });
  if (box.y0 - y0 >= thinnest) pieces.push({ x0, y0, z0, x1, y1: box.y0, z1 });
  if (y1 - box.y1 >= thinnest) pieces.push({ x0, y0: box.y1, z0, x1, y1, z1 });
  if (box.z0 - z0 >= thinnest) pieces.push({ x0, y0, z0, x1, y1, z1: box.z0 });
  if (z1 - box.z1 >= thinnest) pieces.push({ x0, y0, z0: box.z1, x1, y1, z1 });
}

/** Returns true if one of the first `count` spaces contains the piece. */
function isInside(piece: Space, spaces: readonly Space[], count: number): boolean {
  for (let at = 0; at < count; at++) {
    const space = spaces[at];
    if (space && contains(space, piece)) return true;
  }
  return false;
}

/** Returns true if another piece contains this one. If two pieces are equal, the first one stays. */
function isInsideOther(piece: Space, at: number, pieces: readonly Space[]): boolean {
  for (let index = 0; index < pieces.length; index++) {
    const other = pieces[index];
    if (!other || index === at || !contains(other, piece)) continue;
    if (index < at || !contains(piece, other)) return true;
  }
  return false;
}

export function contains(outer: Space, inner: Space): boolean {
  return (
    outer.x0 <= inner.x0 &&
    outer.y0 <= inner.y0 &&
    outer.z0 <= inner.z0 &&
    outer.x1 >= inner.x1 &&
    outer.y1 >= inner.y1 &&
    outer.z1 >= inner.z1
  );
}
