/** A rectangle of a layer, by its corner. A turned one has its sides `a` and `b` exchanged. */
export interface Laid {
  readonly x: number;
  readonly y: number;
  readonly turned: boolean;
}

/** Equal rectangles side by side, filling `width` × `length` exactly. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly length: number;
  readonly turned: boolean;
}

/** Above so many combinations only two blocks are tried: with units that small the pinwheel gains nothing. */
const mostPinwheels = 20_000;

/**
 * Lay as many equal rectangles `a` × `b` into `width` × `length` as the patterns of the trade allow: straight rows, two
 * blocks turned against each other, or a pinwheel of four. The pattern starts in the corner of the origin.
 */
export function layerPattern(width: number, length: number, a: number, b: number): Laid[] {
  const combinations = (width / a) * (length / b) * (length / a) * (width / b);
  const blocks = combinations <= mostPinwheels ? pinwheel(width, length, a, b) : twoBlocks(width, length, a, b);
  return blocks.flatMap((block) => laid(block, a, b));
}

/**
 * Four blocks, one in each corner: straight at the origin and opposite to it, turned in the other two. Each fills the
 * room its neighbour leaves on one side. Blocks may be empty, so that rows and two blocks are among the patterns.
 */
function pinwheel(width: number, length: number, a: number, b: number): Block[] {
  let best: Block[] = [];
  let most = 0;
  for (let w1 = whole(width, a); w1 >= 0; w1 -= a) {
    const w2 = whole(width - w1, b);
    for (let l1 = whole(length, b); l1 >= 0; l1 -= b) {
      const l4 = whole(length - l1, a);
      for (let l2 = whole(length, a); l2 >= 0; l2 -= a) {
        const l3 = whole(length - l2, b);
        for (let w3 = whole(width, a); w3 >= 0; w3 -= a) {
          const w4 = whole(width - w3, b);
          const count = w1 * l1 + w2 * l2 + w3 * l3 + w4 * l4;
          if (count <= most) continue;
          if (w1 + w3 > width && l1 + l3 > length) continue;
          if (w2 + w4 > width && l2 + l4 > length) continue;
          most = count;
          best = [
            { x: 0, y: 0, width: w1, length: l1, turned: false },
            { x: width - w2, y: 0, width: w2, length: l2, turned: true },
            { x: width - w3, y: length - l3, width: w3, length: l3, turned: false },
            { x: 0, y: length - l4, width: w4, length: l4, turned: true },
          ];
        }
      }
    }
  }
  return best;
}

/** One block straight, the other turned, beside or behind it. */
function twoBlocks(width: number, length: number, a: number, b: number): Block[] {
  let best: Block[] = [];
  let most = 0;
  const offer = (one: Block, other: Block): void => {
    const count = one.width * one.length + other.width * other.length;
    if (count <= most) return;
    most = count;
    best = [one, other];
  };
  for (let w = whole(width, a); w >= 0; w -= a) {
    const x = width - whole(width - w, b);
    offer(
      { x: 0, y: 0, width: w, length: whole(length, b), turned: false },
      { x, y: 0, width: width - x, length: whole(length, a), turned: true },
    );
  }
  for (let l = whole(length, b); l >= 0; l -= b) {
    const y = length - whole(length - l, a);
    offer(
      { x: 0, y: 0, width: whole(width, a), length: l, turned: false },
      { x: 0, y, width: whole(width, b), length: length - y, turned: true },
    );
  }
  return best;
}

function laid({ x, y, width, length, turned }: Block, a: number, b: number): Laid[] {
  const [wide, long] = turned ? [b, a] : [a, b];
  const across = width / wide;
  return Array.from({ length: across * (length / long) }, (_, at) => ({
    x: x + (at % across) * wide,
    y: y + Math.floor(at / across) * long,
    turned,
  }));
}

/** The longest run of `side` that fits into `room`. */
function whole(room: number, side: number): number {
  return room - (room % side);
}
