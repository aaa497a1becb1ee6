import type { Barcode } from '../../../lib/barcodes/read.ts';
import { isCartonCode } from '../codes.ts';

/** Something that a person checks off by a scan or a tap: a carton, or an order whose units are in none. */
export interface Item {
  readonly id: number;
  readonly name: string;
  /** All codes that name it: the codes of its own label, and of the carrier's label. */
  readonly codes: readonly string[];
  readonly details: string;
  /** Why it cannot be checked off now. */
  readonly obstacle: string | null;
  /** Whether a code that is on none of its labels names it, such as the code of a part. */
  readonly isNamedBy?: (code: Barcode) => boolean;
}

export type Verdict =
  | { readonly kind: 'check'; readonly item: Item; readonly isLast: boolean }
  | { readonly kind: 'wrong'; readonly item: Item; readonly why: 'twice' | 'obstacle' }
  /** No item of the list has the code. */
  | { readonly kind: 'unknown' };

/** Judges a scan of a list of items. @param checked the items that are checked off before it */
export function judge(code: Barcode, items: readonly Item[], checked: ReadonlySet<number>): Verdict {
  const own = items.filter(({ codes, isNamedBy }) => isCartonCode(code, codes) || isNamedBy?.(code));
  // An order on paper may stand for several cartons: the next one that is open is meant.
  const item = own.find(({ id, obstacle }) => !checked.has(id) && obstacle === null) ?? own[0];
  if (!item) return { kind: 'unknown' };
  if (item.obstacle !== null) return { kind: 'wrong', item, why: 'obstacle' };
  if (checked.has(item.id)) return { kind: 'wrong', item, why: 'twice' };
  const open = items.filter(({ id, obstacle }) => obstacle === null && !checked.has(id));
  return { kind: 'check', item, isLast: open.length === 1 };
}
