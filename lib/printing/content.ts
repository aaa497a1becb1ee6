/**
 * The stored content of documents. A PDF is drawn from it alone, so that a document never changes. Members may be added but not
 * renamed, because old documents are still drawn.
 */

/** Documents of the work on an order. */
export const orderDocumentKinds = ['picklist', 'packingslip', 'cartonlabel'] as const;
export type OrderDocumentKind = (typeof orderDocumentKinds)[number];
/** Labels of places and people: a document has many of them. */
export const labelKinds = ['locationlabel', 'badge'] as const;
export type LabelKind = (typeof labelKinds)[number];
export const documentKinds = [...orderDocumentKinds, ...labelKinds, 'commandsheet', 'returnslip'] as const;
export type DocumentKind = (typeof documentKinds)[number];
/** Purposes of a printer: documents, and the carriers' labels, which are printed unchanged. */
export const printableKinds = [...documentKinds, 'carrierlabel'] as const;
export type PrintableKind = (typeof printableKinds)[number];

export interface Address {
  readonly name: string | null;
  /** Missing in old documents. */
  readonly company?: string | null;
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
  /** Name of the unit; missing for single pieces. */
  readonly unit?: string | null;
  readonly qty: Qty;
  /** Quantity that was picked before the print. */
  readonly qty_picked: Qty;
  readonly tracked: readonly Tracked[];
  /** Quantities by order, sorted like the orders. */
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
    /** Notes of rules for the people who work on the order. */
    readonly notes: readonly string[];
  }[];
  /** In walking order. */
  readonly stops: readonly { readonly location: string; readonly parts: readonly PickedPart[] }[];
}

export interface DeliveredLine {
  readonly part: string;
  readonly description: string;
  readonly unit?: string | null;
  /** Ordered quantity without canceled units. */
  readonly ordered: Qty;
  readonly delivered: Qty;
  /** Open quantity after this delivery. */
  readonly to_come: Qty;
  readonly tracked: readonly Tracked[];
  /** Components of a kit or case in this delivery. */
  readonly components: readonly { readonly part: string; readonly description: string; readonly qty: Qty }[];
}

export interface PackingSlipContent {
  /** Number of the ship, the pack or the order. */
  readonly number: string;
  readonly order: string;
  readonly ordered_on: string | null;
  /** In the time of the site; missing in old documents. */
  readonly deliver_by?: string | null;
  readonly gift_message?: string | null;
  readonly customer: string;
  readonly customer_number: string;
  readonly job: string | null;
  readonly from: Address;
  readonly ship_to: Address;
  /** Null if it equals `ship_to`. */
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
  /** Text of the barcode: `K-3-1`. */
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
  /** True for a label of the carrier's test mode, which no carrier takes. */
  readonly test: boolean;
}

export interface LabelsContent {
  /** The records of the labels: the name of one, or the first and the last name. */
  readonly number: string;
  readonly labels: readonly {
    readonly name: string;
    /** Text of the barcode. */
    readonly code: string;
    /** Small text above the name, such as the site of a location. */
    readonly above: string | null;
  }[];
}

/** The command codes, each with what it does on the pages of work. */
export interface CommandSheetContent {
  readonly number: string;
  readonly commands: readonly {
    /** Text of the barcode. */
    readonly code: string;
    readonly name: string;
    readonly meaning: string;
  }[];
}

export interface ReturnSlipContent {
  readonly number: string;
  readonly order: string;
  readonly customer: string;
  readonly reason: string | null;
  /** The number on the carrier's label. Slips of earlier releases do not have it. */
  readonly tracking_number?: string | null;
  readonly from: Address;
  /** The site that receives the goods. */
  readonly to: Address;
  readonly lines: readonly {
    readonly part: string;
    readonly description: string;
    readonly condition: string | null;
    readonly qty: Qty;
  }[];
}

/** A stored document. */
export type Printed = { readonly id: number; readonly printed_at: Date } & (
  | { readonly kind: 'picklist'; readonly content: PicklistContent }
  | { readonly kind: 'packingslip'; readonly content: PackingSlipContent }
  | { readonly kind: 'cartonlabel'; readonly content: CartonLabelContent }
  | { readonly kind: LabelKind; readonly content: LabelsContent }
  | { readonly kind: 'commandsheet'; readonly content: CommandSheetContent }
  | { readonly kind: 'returnslip'; readonly content: ReturnSlipContent }
);
