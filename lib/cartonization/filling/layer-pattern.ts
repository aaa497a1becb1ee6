/** One rectangle of a layer, by its corner. In a turned rectangle the sides `a` and `b` are exchanged. */
export interface LayerRectangle {
  readonly x: number;
  readonly y: number;
  readonly turned: boolean;
}

/** Equal rectangles side by side that fill `width` × `length` exactly. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly length: number;
  readonly turned: boolean;
}

/** Above this number of combinations only two blocks are tried: the pinwheel gains nothing with units so small. */
const mostPinwheels = 20_000;

/**
 * Places as many equal rectangles `a` × `b` into `width` × `length` as the usual patterns allow: straight rows, two blocks of
 * different direction, or a pinwheel of four. The pattern starts in the corner of the origin.
 *
 * @param most the greatest number of rectangles to return: a carton of 10 m has room for a hundred million of 1 mm
 * @returns the rectangles, and the number of all that the pattern has
 */
export function layerPattern(
  width: number,
  length: number,
  a: number,
  b: number,
  most = Number.POSITIVE_INFINITY,
): { readonly count: number; readonly rectangles: LayerRectangle[] } {
  const combinations = (width / a) * (length / b) * (length / a) * (width / b);
  const blocks = combinations <= mostPinwheels ? pinwheel(width, length, a, b) : twoBlocks(width, length, a, b);
  const rectangles: LayerRectangle[] = [];
  let count = 0;
  for (const block of blocks) {
    addRectangles(rectangles, block, a, b, most);
    count += countOf(block, a, b);
  }
  return { count, rectangles };
}

/**
 * Four blocks, one in each corner: straight at the origin and opposite to it, turned in the other two. Each fills the room that
 * its neighbour leaves on one side. Blocks may be empty, so that rows and two blocks are among the patterns.
 */
function pinwheel(width: number, length: number, a: number, b: number): Block[] {
  let best: Block[] = [];
  let most = 0;
  for (let w1 = longestRun(width, a); w1 >= 0; w1 -= a) {
    for (let l1 = longestRun(length, b); l1 >= 0; l1 -= b) {
      const blocks = bestPinwheel(width, length, a, b, w1, l1, most);
      if (!blocks) continue;
      best = blocks;
      most = blocks.reduce((sum, block) => sum + block.width * block.length, 0);
    }
  }
  return best;
}

/** Returns the pinwheel of the greatest area above `most` whose first block is `w1` × `l1`; undefined if none is larger. */
function bestPinwheel(
  width: number,
  length: number,
  a: number,
  b: number,
  w1: number,
  l1: number,
  most: number,
): Block[] | undefined {
  let best: Block[] | undefined;
  let area = most;
  const w2 = longestRun(width - w1, b);
  const l4 = longestRun(length - l1, a);
  for (let l2 = longestRun(length, a); l2 >= 0; l2 -= a) {
    const l3 = longestRun(length - l2, b);
    for (let w3 = longestRun(width, a); w3 >= 0; w3 -= a) {
      const w4 = longestRun(width - w3, b);
      const sum = w1 * l1 + w2 * l2 + w3 * l3 + w4 * l4;
      if (sum <= area) continue;
      if (w1 + w3 > width && l1 + l3 > length) continue;
      if (w2 + w4 > width && l2 + l4 > length) continue;
      area = sum;
      best = [
        { x: 0, y: 0, width: w1, length: l1, turned: false },
        { x: width - w2, y: 0, width: w2, length: l2, turned: true },
        { x: width - w3, y: length - l3, width: w3, length: l3, turned: false },
        { x: 0, y: length - l4, width: w4, length: l4, turned: true },
      ];
    }
  }
  return best;
}

/** Two blocks: one straight, the other turned, beside or behind it. */
function twoBlocks(width: number, length: number, a: number, b: number): Block[] {
  let best: Block[] = [];
  let most = 0;
  const offer = (one: Block, other: Block): void => {
    const area = one.width * one.length + other.width * other.length;
    if (area <= most) return;
    most = area;
    best = [one, other];
  };
  for (let w = longestRun(width, a); w >= 0; w -= a) {
    const x = width - longestRun(width - w, b);
    offer(
      { x: 0, y: 0, width: w, length: longestRun(length, b), turned: false },
      { x, y: 0, width: width - x, length: longestRun(length, a), turned: true },
    );
  }
  for (let l = longestRun(length, b); l >= 0; l -= b) {
    const y = length - longestRun(length - l, a);
    offer(
      { x: 0, y: 0, width: longestRun(width, a), length: l, turned: false },
      { x: 0, y, width: longestRun(width, b), length: length - y, turned: true },
    );
  }
  return best;
}

/** Returns the number of rectangles that a block holds. */
function countOf({ width, length }: Block, a: number, b: number): number {
  return Math.round((width * length) / (a * b));
}

/** Adds the rectangles of a block, until there are `most`. */
function addRectangles(rectangles: LayerRectangle[], block: Block, a: number, b: number, most: number): void {
  const { x, y, width, turned } = block;
  const [wide, long] = turned ? [b, a] : [a, b];
  const across = width / wide;
  const count = countOf(block, a, b);
  for (let at = 0; at < count && rectangles.length < most; at++) {
    rectangles.push({ x: x + (at % across) * wide, y: y + Math.floor(at / across) * long, turned });
  }
}

/** Returns the length of the longest row of `side` that fits into `room`. */
function longestRun(room: number, side: number): number {
  return room - (room % side);
}
