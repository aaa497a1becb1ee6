import type { Box, CartonSize } from './carton.ts';

/** The directions for drawings of a carton. */
export const directions = ['iso', 'top', 'front'] as const;
export type Direction = (typeof directions)[number];

/** A point of the picture, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A visible side of a box: a parallelogram. */
export interface Face {
  readonly corners: readonly [Point, Point, Point, Point];
  /** Lightness in percent. The light is above the carton. */
  readonly light: number;
}

type Interval = readonly [from: number, to: number];

/** A direction with a scale. It shows boxes. The boxes in front hide the others. */
export interface Camera {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number, z: number): Point;
  /** Returns the visible sides of a box. */
  faces(box: Box): Face[];
  /** Returns the outline of a box: all of its visible sides together. */
  outline(box: Box): Point[];
  /** Returns intervals of a box, in mm across the line of sight. Two boxes meet in the picture if all their intervals do. */
  across(box: Box): readonly Interval[];
}

const cos = Math.sqrt(3) / 2;
const sin = 0.5;

/** The direction of the edges that fall from left to right. Others rise as steeply, or run along the axes. */
export const slope: Point = { x: cos, y: sin };

/** Returns the camera that shows a carton in a square of `extent` pixels. The origin of the carton is at the back, on the left. */
export function cameraOf(direction: Direction, carton: CartonSize, extent: number): Camera {
  const { inner_width_mm: width, inner_length_mm: length, inner_depth_mm: depth } = carton;
  if (direction === 'top') return fromAbove(width, length, extent / Math.max(width, length));
  if (direction === 'front') return fromFront(width, depth, extent / Math.max(width, depth));
  const scale = extent / Math.max((width + length) * cos, (width + length) * sin + depth);
  return isometric(width, length, depth, scale);
}

/** The line of sight goes down from the front corner: points whose coordinates differ by the same number are one in the picture. */
function isometric(width: number, length: number, depth: number, scale: number): Camera {
  const at = (x: number, y: number, z: number): Point => ({
    x: ((x - y) * cos + length * cos) * scale,
    y: ((x + y) * sin - z + depth) * scale,
  });
  return {
    width: (width + length) * cos * scale,
    height: ((width + length) * sin + depth) * scale,
    at,
    faces(box) {
      const { x0, y0, z0, x1, y1, z1 } = ends(box);
      return [
        { corners: [at(x0, y0, z1), at(x1, y0, z1), at(x1, y1, z1), at(x0, y1, z1)], light: 78 },
        { corners: [at(x0, y1, z0), at(x1, y1, z0), at(x1, y1, z1), at(x0, y1, z1)], light: 66 },
        { corners: [at(x1, y0, z0), at(x1, y1, z0), at(x1, y1, z1), at(x1, y0, z1)], light: 54 },
      ];
    },
    outline(box) {
      const { x0, y0, z0, x1, y1, z1 } = ends(box);
      return [at(x0, y0, z1), at(x1, y0, z1), at(x1, y0, z0), at(x1, y1, z0), at(x0, y1, z0), at(x0, y1, z1)];
    },
    across(box) {
      const { x0, y0, z0, x1, y1, z1 } = ends(box);
      return [
        [x0 - y1, x1 - y0],
        [x0 - z1, x1 - z0],
        [y0 - z1, y1 - z0],
      ];
    },
  };
}

/** The back of the carton is at the upper edge. */
function fromAbove(width: number, length: number, scale: number): Camera {
  const at = (x: number, y: number): Point => ({ x: x * scale, y: y * scale });
  const corners = (box: Box): Face['corners'] => {
    const { x0, y0, x1, y1 } = ends(box);
    return [at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)];
  };
  return {
    ...{ width: width * scale, height: length * scale, at },
    faces: (box) => [{ corners: corners(box), light: 78 }],
    outline: (box) => [...corners(box)],
    across(box) {
      const { x0, y0, x1, y1 } = ends(box);
      return [
        [x0, x1],
        [y0, y1],
      ];
    },
  };
}

function fromFront(width: number, depth: number, scale: number): Camera {
  const at = (x: number, _: number, z: number): Point => ({ x: x * scale, y: (depth - z) * scale });
  const corners = (box: Box): Face['corners'] => {
    const { x0, z0, x1, z1 } = ends(box);
    return [at(x0, 0, z1), at(x1, 0, z1), at(x1, 0, z0), at(x0, 0, z0)];
  };
  return {
    ...{ width: width * scale, height: depth * scale, at },
    faces: (box) => [{ corners: corners(box), light: 72 }],
    outline: (box) => [...corners(box)],
    across(box) {
      const { x0, z0, x1, z1 } = ends(box);
      return [
        [x0, x1],
        [z0, z1],
      ];
    },
  };
}

function ends({ x_mm: x0, y_mm: y0, z_mm: z0, width_mm, length_mm, depth_mm }: Box) {
  return { x0, y0, z0, x1: x0 + width_mm, y1: y0 + length_mm, z1: z0 + depth_mm };
}
