/**
 * The list that the code is scanned for, with the remaining work. Names are null where the caller may not read the
 * records.
 */

/** The units of a part at a place of a pick, of all its orders. Quantities are decimals as text. */
export interface PickPlace {
  readonly part_id: number;
  readonly part: string | null;
  readonly location_id: number | null;
  readonly location: string | null;
  readonly qty: string;
  /** True when the units are picked: committed, or all counted. Otherwise `qty` is the uncounted quantity. */
  readonly committed: boolean;
  /** The scanned lots or serial numbers that have units there. */
  readonly there: readonly string[];
}

/** A part of a pack. */
export interface PackPart {
  readonly part_id: number;
  readonly part: string | null;
  readonly qty: string;
  /** Units that are in no carton. */
  readonly loose: string;
}

/** A part of a receipt. */
export interface ReceiptPart {
  readonly part_id: number;
  readonly part: string | null;
  /** The units that are still expected. */
  readonly open: string;
  /** The most units that may come in, with the tolerance; null without a limit. */
  readonly most: string | null;
}

interface List {
  readonly id: number;
  readonly number: string;
  /** The name of its state; null for a pickup, which has none. */
  readonly status: string | null;
}

export type Context =
  | (List & {
      readonly kind: 'pick';
      /** Of its site. Units are good until the end of their last day there. */
      readonly time_zone: string;
      /** The next open line in walking order; null when everything is picked. */
      readonly next: PickPlace | null;
      /** The scanned parts, and all parts at the scanned locations. */
      readonly lines: readonly PickPlace[];
    })
  | (List & {
      readonly kind: 'pack';
      readonly time_zone: string;
      /** The parts that were scanned, and the first ones with loose units. */
      readonly parts: readonly PackPart[];
    })
  | (List & {
      readonly kind: 'ship';
      /** The carriers of its cartons. */
      readonly carriers: readonly { readonly id: number; readonly name: string | null }[];
    })
  | (List & {
      readonly kind: 'receipt';
      readonly time_zone: string;
      /** Whether it takes every part, because none is expected. */
      readonly blind: boolean;
      /** The parts that were scanned, and the first ones that are open. */
      readonly parts: readonly ReceiptPart[];
    })
  | (List & { readonly kind: 'pickup' })
  | (Omit<List, 'number'> & { readonly kind: 'carrier'; readonly number: string | null });

export type ContextOf<Kind extends Context['kind']> = Extract<Context, { readonly kind: Kind }>;
