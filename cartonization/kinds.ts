import { type Item, rotationsOf, type Sides, sidesOf } from './item.ts';

/** Units that cannot be told apart while packing: the same sides, weight and handling. */
export interface Kind {
  /** Its place in the list of kinds, and in every `Counts`. */
  readonly index: number;
  readonly sides: Sides;
  readonly rotations: readonly Sides[];
  readonly volume: number;
  /** Its shortest side. */
  readonly thinnest: number;
  readonly weight: number;
  readonly fragile: boolean;
  readonly qty: number;
  /** The rows it comes from, by key. */
  readonly rows: readonly { readonly key: string; readonly qty: number }[];
}

/** Units of each kind, by the kind's index. */
export type Counts = readonly number[];

/**
 * Gather items of one group into kinds, the largest first. The answer does not depend on the order of the items, nor on
 * which of its sides an item calls its width, where it may be turned freely.
 */
export function kindsOf(items: readonly Item[]): Kind[] {
  const gathered = new Map<string, { item: Item; sides: Sides; rows: { key: string; qty: number }[] }>();
  for (const item of items) {
    const measured = sidesOf(item);
    if (!measured || item.qty === 0) continue;
    const sides = standing(measured, item.keep_flat === true);
    const same = JSON.stringify([sides, item.weight_g, item.keep_flat === true, item.fragile === true]);
    const kind = gathered.get(same) ?? { item, sides, rows: [] };
    kind.rows.push({ key: item.key, qty: item.qty });
    gathered.set(same, kind);
  }
  return [...gathered]
    .sort(([one, { sides: a }], [other, { sides: b }]) => volumeOf(b) - volumeOf(a) || compareText(one, other))
    .map(([, { item, sides, rows }], index) => ({
      index,
      sides,
      rotations: rotationsOf(sides, item.keep_flat === true),
      volume: volumeOf(sides),
      thinnest: Math.min(...sides),
      weight: item.weight_g,
      fragile: item.fragile === true,
      qty: rows.reduce((sum, row) => sum + row.qty, 0),
      rows: rows.sort((one, other) => compareText(one.key, other.key)),
    }));
}

export function volumeOf([width, length, depth]: Sides): number {
  return width * length * depth;
}

/** By code units: the same on every machine, whatever its language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The longest side first; with `keep_flat` the depth keeps its place. */
function standing([width, length, depth]: Sides, keepFlat: boolean): Sides {
  if (keepFlat) return [Math.max(width, length), Math.min(width, length), depth];
  const [a = 0, b = 0, c = 0] = [width, length, depth].sort((one, other) => other - one);
  return [a, b, c];
}
