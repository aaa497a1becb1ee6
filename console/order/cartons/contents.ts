import type { Carton, CartonContent } from '../../../client/browser.ts';

/** Units of one part, lot and order in a carton. */
export interface ContentRow {
  readonly key: string;
  readonly partId: number;
  /** Undefined where the user may not read parts. */
  readonly part: CartonContent['part'];
  readonly order: CartonContent['order'];
  readonly lot: string | null;
  readonly qty: number;
  readonly serials: readonly string[];
}

/** Returns the contents of a carton with one row for each part, lot and order: two hundred serial numbers are one row. */
export function contentRows(contents: readonly CartonContent[]): ContentRow[] {
  const rows = new Map<string, ContentRow>();
  for (const { part_id: partId, part, order_id, order, lot, qty, serial } of contents) {
    const key = JSON.stringify([partId, lot, order_id]);
    const before = rows.get(key);
    const serials = [...(before?.serials ?? []), ...(serial === null ? [] : [serial])];
    rows.set(key, { key, partId, part, order, lot, qty: (before?.qty ?? 0) + qty, serials });
  }
  return [...rows.values()];
}

/** Returns the number of a carton in the drawing and on the label. */
export const nameOf = ({ pack_id, number }: Pick<Carton, 'pack_id' | 'number'>): string => `${pack_id}-${number}`;
