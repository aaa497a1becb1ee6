import type { Sides } from '../item.ts';

/** A point of the drawing, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Projection {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number, z: number) => Point;
}

const cos = Math.sqrt(3) / 2;
const sin = 0.5;

/** Returns the isometric projection of a box with its origin at the back, scaled to fit into a square of `extent` pixels. */
export function isometric([width, length, depth]: Sides, extent: number): Projection {
  const wide = (width + length) * cos;
  const high = (width + length) * sin + depth;
  const scale = extent / Math.max(wide, high);
  return {
    width: wide * scale,
    height: high * scale,
    at: (x, y, z) => ({
      x: ((x - y) * cos + length * cos) * scale,
      y: ((x + y) * sin - z + depth) * scale,
    }),
  };
}
