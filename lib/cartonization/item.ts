/**
 * One input row to pack. Sizes are whole millimetres, the weight is whole grams, `qty` is a whole number of units.
 * A side that is null or not positive is not known. Units of such a row are left out.
 */
export interface Item {
  /** Names the row in the answer. Keys are unique. */
  readonly key: string;
  readonly qty: number;
  readonly width_mm: number | null;
  readonly length_mm: number | null;
  readonly depth_mm: number | null;
  /** Weight of one unit. */
  readonly weight_g: number;
  /** The depth stays upright: the unit may only be turned about its vertical axis. */
  readonly keep_flat?: boolean;
  /** Nothing may be placed on the unit or above it. */
  readonly fragile?: boolean;
  /** Units of different groups, such as two addresses, never share a carton. */
  readonly group?: string;
}

/** Sides along the carton's width, length and depth, in mm. */
export type Sides = readonly [width: number, length: number, depth: number];

/** Returns the sides of an item, or undefined if one is not known. */
export function sidesOf(item: Item): Sides | undefined {
  const { width_mm: width, length_mm: length, depth_mm: depth } = item;
  if (!width || !length || !depth || width < 0 || length < 0 || depth < 0) return undefined;
  return [width, length, depth];
}

/** Returns the orientations of a unit, without repeats: six, or with `keepFlat` the two with the depth upright. */
export function orientationsOf([width, length, depth]: Sides, keepFlat: boolean): Sides[] {
  const all: Sides[] = [
    [width, length, depth],
    [length, width, depth],
  ];
  if (!keepFlat) {
    all.push([width, depth, length], [depth, width, length], [length, depth, width], [depth, length, width]);
  }
  return all.filter((one, at) => all.findIndex((other) => sameSides(one, other)) === at);
}

function sameSides(one: Sides, other: Sides): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
}
