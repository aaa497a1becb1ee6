/**
 * What stands on documents, as it is kept when they are made: paper is drawn from this alone, so that what was printed once
 * looks the same for ever. Members are added, never renamed: documents that were made years ago are drawn too.
 */

export const documentKinds = ['picklist', 'packingslip', 'cartonlabel'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface Address {
  readonly name: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  /** ISO 3166-1, and its name. */
  readonly country: string | null;
  readonly country_name: string | null;
}

/** Quantities are exact decimals as text. */
type Qty = string;

/** Units of one lot, or one serial number. */
export interface Tracked {
  readonly lot: string | null;
  readonly serial: string | null;
  readonly qty: Qty;
}

export interface PickedPart {
  readonly part: string;
  readonly description: string;
  /** What one is called, unless it is just one of them. */
  readonly unit?: string | null;
  readonly qty: Qty;
  /** Of these, picked already when it was printed. */
  readonly qty_picked: Qty;
  readonly tracked: readonly Tracked[];
  /** For whom, in the order of the orders. */
  readonly orders: readonly { readonly number: string; readonly qty: Qty }[];
}

export interface PicklistContent {
  readonly number: string;
  readonly site: string;
  readonly orders: readonly {
    readonly number: string;
    readonly customer: string;
    readonly carrier: string | null;
    readonly priority: number;
    /** What rules tell the people who work on it. */
    readonly notes: readonly string[];
  }[];
  /** In the order in which they are walked. */
  readonly stops: readonly { readonly location: string; readonly parts: readonly PickedPart[] }[];
}

export interface DeliveredLine {
  readonly part: string;
  readonly description: string;
  readonly unit?: string | null;
  /** Without what was canceled. */
  readonly ordered: Qty;
  readonly delivered: Qty;
  /** After this delivery and those before it. */
  readonly to_come: Qty;
  readonly tracked: readonly Tracked[];
  /** What a kit, or a case, consists of, as far as it is in this delivery. */
  readonly components: readonly { readonly part: string; readonly description: string; readonly qty: Qty }[];
}

export interface PackingSlipContent {
  /** Of the ship, the pack or the order itself. */
  readonly number: string;
  readonly order: string;
  readonly ordered_on: string | null;
  readonly customer: string;
  readonly customer_number: string;
  readonly job: string | null;
  readonly from: Address;
  readonly ship_to: Address;
  /** Null where it is the same. */
  readonly bill_to: Address | null;
  readonly carrier: string | null;
  readonly service_level: string | null;
  readonly lines: readonly DeliveredLine[];
  readonly cartons: readonly {
    readonly number: string;
    readonly type: string | null;
    readonly weight_g: number | null;
    readonly tracking_number: string | null;
  }[];
}

export interface CartonLabelContent {
  /** Under the bars: `K-3-1`. */
  readonly number: string;
  readonly orders: readonly string[];
  /** This is carton `at` of `of`. */
  readonly at: number;
  readonly of: number;
  readonly weight_g: number | null;
  readonly from: Address;
  readonly ship_to: Address;
  readonly carrier: string | null;
  readonly service_level: string | null;
  readonly tracking_number: string | null;
}

/** A document as it was made. */
export type Printed = { readonly id: number; readonly printed_at: Date } & (
  | { readonly kind: 'picklist'; readonly content: PicklistContent }
  | { readonly kind: 'packingslip'; readonly content: PackingSlipContent }
  | { readonly kind: 'cartonlabel'; readonly content: CartonLabelContent }
);
