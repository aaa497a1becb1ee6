import { type Point, slope } from './camera.ts';

/**
 * The extents of a convex shape along four lines: the two axes, and across the edges of a picture that fall and that rise. All
 * edges of a picture run along one of these directions. Therefore two shapes meet if all of their extents do, and one contains the
 * other if all of its extents do.
 */
export interface Extents {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly falling: number;
  readonly fallingTo: number;
  readonly rising: number;
  readonly risingTo: number;
}

const across = ({ x, y }: Point): number => y * slope.x - x * slope.y;
const along = ({ x, y }: Point): number => y * slope.x + x * slope.y;

export function extentsOf(points: readonly Point[]): Extents {
  const span = (place: (point: Point) => number): [number, number] => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const point of points) {
      const at = place(point);
      if (at < least) least = at;
      if (at > most) most = at;
    }
    return [least, most];
  };
  const [left, right] = span(({ x }) => x);
  const [top, bottom] = span(({ y }) => y);
  const [falling, fallingTo] = span(across);
  const [rising, risingTo] = span(along);
  return { left, right, top, bottom, falling, fallingTo, rising, risingTo };
}

/** Returns the extents of a rectangle around a point. */
export function extentsAround(point: Point, width: number, height: number): Extents {
  const [x, y] = [width / 2, height / 2];
  const half = y * slope.x + x * slope.y;
  const [falling, rising] = [across(point), along(point)];
  return {
    left: point.x - x,
    right: point.x + x,
    top: point.y - y,
    bottom: point.y + y,
    falling: falling - half,
    fallingTo: falling + half,
    rising: rising - half,
    risingTo: rising + half,
  };
}

/** Hundredths of a pixel are the same place: shapes that touch do not meet. */
const touch = 0.01;

export function meet(one: Extents, other: Extents): boolean {
  return (
    one.left < other.right - touch &&
    other.left < one.right - touch &&
    one.top < other.bottom - touch &&
    other.top < one.bottom - touch &&
    one.falling < other.fallingTo - touch &&
    other.falling < one.fallingTo - touch &&
    one.rising < other.risingTo - touch &&
    other.rising < one.risingTo - touch
  );
}

export function contains(outer: Extents, inner: Extents): boolean {
  return (
    outer.left <= inner.left + touch &&
    outer.right >= inner.right - touch &&
    outer.top <= inner.top + touch &&
    outer.bottom >= inner.bottom - touch &&
    outer.falling <= inner.falling + touch &&
    outer.fallingTo >= inner.fallingTo - touch &&
    outer.rising <= inner.rising + touch &&
    outer.risingTo >= inner.risingTo - touch
  );
}
