import { type Item, orientationsOf, type Sides, sidesOf } from './item.ts';

/** Units that are equal for packing: the same sides, weight and handling. */
export interface Kind {
  /** Its position in the list of kinds, and in every `Counts`. */
  readonly index: number;
  readonly sides: Sides;
  readonly orientations: readonly Sides[];
  readonly volume: number;
  /** Its shortest side. */
  readonly thinnest: number;
  readonly weight: number;
  readonly fragile: boolean;
  readonly qty: number;
  /** The input rows of this kind, sorted by key. */
  readonly rows: readonly { readonly key: string; readonly qty: number }[];
}

/** Units of each kind, by the kind's index. */
export type Counts = readonly number[];

export function countAt(counts: Counts, index: number): number {
  return counts[index] ?? 0;
}

/**
 * Groups the items of one group into kinds, the largest first. The answer does not depend on the order of the
 * items. If a unit may be turned freely, a swap of its sides does not change the answer either.
 */
export function kindsOf(items: readonly Item[]): Kind[] {
  const gathered = new Map<string, { item: Item; sides: Sides; rows: { key: string; qty: number }[] }>();
  for (const item of items) {
    const measured = sidesOf(item);
    if (!measured || item.qty === 0) continue;
    const sides = normalized(measured, item.keep_flat === true);
    const same = JSON.stringify([sides, item.weight_g, item.keep_flat === true, item.fragile === true]);
    const kind = gathered.get(same) ?? { item, sides, rows: [] };
    kind.rows.push({ key: item.key, qty: item.qty });
    gathered.set(same, kind);
  }
  return [...gathered]
    .sort(([one, { sides: a }], [other, { sides: b }]) => volumeOf(b) - volumeOf(a) || compareText(one, other))
    .map(([, { item, sides, rows }], index) => kind(index, item, sides, rows));
}

/** Returns the kind of a single item, whatever its `qty`; undefined if a side is not known. */
export function kindOf(item: Item): Kind | undefined {
  const measured = sidesOf(item);
  if (!measured) return undefined;
  return kind(0, item, normalized(measured, item.keep_flat === true), [{ key: item.key, qty: 1 }]);
}

function kind(index: number, item: Item, sides: Sides, rows: { key: string; qty: number }[]): Kind {
  return {
    index,
    sides,
    orientations: orientationsOf(sides, item.keep_flat === true),
    volume: volumeOf(sides),
    thinnest: Math.min(...sides),
    weight: item.weight_g,
    fragile: item.fragile === true,
    qty: rows.reduce((sum, row) => sum + row.qty, 0),
    rows: rows.sort((one, other) => compareText(one.key, other.key)),
  };
}

function volumeOf([width, length, depth]: Sides): number {
  return width * length * depth;
}

/** Compares by code units, so that the order does not depend on the machine's language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the sides with the longest first. With `keepFlat` the depth stays last. */
function normalized([width, length, depth]: Sides, keepFlat: boolean): Sides {
  if (keepFlat) return [Math.max(width, length), Math.min(width, length), depth];
  const [a = 0, b = 0, c = 0] = [width, length, depth].sort((one, other) => other - one);
  return [a, b, c];
}
