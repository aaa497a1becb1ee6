import type { CartonType } from '../../../lib/cartonization/carton-type.ts';
import type { Item } from '../../../lib/cartonization/item.ts';

/** A row whose sides are known. */
export interface SizedItem extends Item {
  readonly width_mm: number;
  readonly length_mm: number;
  readonly depth_mm: number;
}

/** The orders of a shop of books, prints and stationery: most things are flat, a few are boxes. Each call makes the same ones. */
export function shopOrders(count: number): readonly { readonly id: string; readonly items: readonly SizedItem[] }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `order ${at + 1}`, items: itemsOf(at + 1) }));
}

/** A box, a flat box that takes large prints, a tall box and an envelope. */
export const shopCartons: readonly CartonType[] = [
  carton(1, 'Box', [230, 300, 240], 160, 15_000),
  carton(2, 'Flat box', [364, 374, 40], 140, 3_000),
  carton(3, 'Tall box', [229, 305, 520], 100, 10_000),
  carton(4, 'Envelope', [220, 260, 15], 10, 500),
];

interface Goods {
  readonly below: number;
  readonly sides: readonly [number, number];
  readonly depth: readonly [number, number];
  readonly perMm: number;
}

/** Sides in mm and grams per mm of depth. A row is of the first kind whose `below` exceeds a random number. */
const goods: readonly Goods[] = [
  { below: 0.55, sides: [210, 297], depth: [3, 14], perMm: 40 },
  { below: 0.75, sides: [148, 210], depth: [4, 30], perMm: 22 },
  { below: 0.85, sides: [217, 303], depth: [2, 6], perMm: 35 },
  { below: 0.92, sides: [330, 230], depth: [4, 9], perMm: 45 },
  { below: 0.97, sides: [60, 90], depth: [20, 80], perMm: 3 },
  { below: 1, sides: [120, 160], depth: [40, 220], perMm: 8 },
];

function itemsOf(seed: number): SizedItem[] {
  const random = randomOf(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  /** Small numbers are frequent, large ones rare. */
  const upTo = (most: number) => Math.max(1, Math.floor(most ** (random() * random())));
  return Array.from({ length: Math.min(20, between(1, 3) + upTo(18)) }, (_, at) => {
    const place = random();
    const kind = goods.find(({ below }) => place < below)!;
    const depth_mm = between(...kind.depth);
    const [width_mm, length_mm] = kind.sides;
    return { key: `row ${at + 1}`, qty: upTo(24), width_mm, length_mm, depth_mm, weight_g: depth_mm * kind.perMm };
  });
}

function carton(
  id: number,
  name: string,
  [width, length, depth]: readonly [number, number, number],
  empty: number,
  most: number,
): CartonType {
  return {
    id,
    name,
    ...{ inner_width_mm: width, inner_length_mm: length, inner_depth_mm: depth },
    ...{ outer_width_mm: width, outer_length_mm: length, outer_depth_mm: depth },
    ...{ empty_weight_g: empty, max_gross_weight_g: most, supply: null },
  };
}

/** Returns the generator mulberry32: numbers from 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
