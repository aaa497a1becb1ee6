/**
 * What a carrier's hooks are given, and what they give: plain values, so that a hook may run in a thread of its own. Amounts are
 * decimals as text, weights grams, sizes millimetres, times ISO 8601 with their offset.
 */
import type { PluginHttp } from './http.ts';
import type { LabelDocument } from './label-document.ts';

export type { LabelDocument };

/** An order as a carrier is told of it; the names are those of `GET /salesorder/{id}?embed=carrier,carrierservicelevel,site`. */
export interface BookedOrder {
  readonly id: number;
  readonly number: string;
  readonly ship_to_name: string | null;
  readonly ship_address_1: string | null;
  readonly ship_address_2?: string | null;
  readonly ship_city: string | null;
  readonly ship_region?: string | null;
  readonly ship_postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly ship_country: string | null;
  /** What the order comes to, as customs and insurance ask. */
  readonly total?: string;
  readonly carrier: { readonly name: string } | null;
  readonly carrierservicelevel: { readonly name: string } | null;
  /** Where it leaves from. */
  readonly site?: ShipFrom | null;
}

/** A site as a carrier is told of it. */
export interface ShipFrom {
  readonly id: number;
  readonly name: string;
  readonly contact_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** A carton as a carrier is told of it. */
export interface BookedCarton {
  readonly id: number;
  readonly number: string;
  /** Gross weight in grams; null where a part has none. */
  readonly weight_g: number | null;
  /** Outer size of its carton type in millimetres; null or left out where it has no type. */
  readonly width_mm?: number | null;
  readonly length_mm?: number | null;
  readonly depth_mm?: number | null;
  readonly contents?: readonly { readonly part_number: string; readonly qty: string }[];
}

export interface Money {
  /** A decimal, such as `7.40`. */
  readonly amount: string;
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
}

/** What came of booking one carton. */
export interface Booking {
  readonly carton_id: number;
  readonly tracking_number: string;
  /** Address at which the carrier keeps the label. */
  readonly label_url?: string;
  /** The label itself, where the carrier gave it along; else `label` fetches it. */
  readonly label?: LabelDocument;
  readonly cost?: Money;
  /** Service that was bought, as the carrier calls it. */
  readonly service?: string;
  /** The carrier's own id of the shipment or label; `label`, `track` and `cancel` are given it. */
  readonly reference?: string;
  /** What else is worth keeping and showing, such as route and stop; at most 20 of 500 characters each. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A booking of before, as the hooks after `book` are given it. */
export interface BookedShipment {
  readonly booking_id: number;
  readonly order: { readonly id: number; readonly number: string };
  readonly carton: { readonly id: number; readonly number: string; readonly weight_g: number | null };
  readonly tracking_number: string;
  readonly reference: string | null;
  readonly service: string | null;
  readonly label_url: string | null;
  readonly cost: Money | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly booked_at: string;
}

/** Where a shipment is, in the words that multi-carrier services share. */
export const trackingStatuses = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'return_to_sender',
  'failure',
  'canceled',
] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export interface TrackingEvent {
  readonly at: string;
  readonly status: TrackingStatus;
  /** In the carrier's words. */
  readonly detail?: string;
  readonly place?: string;
}

/** Where one shipment is. */
export interface Tracking {
  readonly booking_id: number;
  readonly status: TrackingStatus;
  /** In the carrier's words. */
  readonly detail?: string;
  readonly estimated_delivery_at?: string;
  /** All that is known, the oldest first; at most 200. It takes the place of what was known before. */
  readonly events?: readonly TrackingEvent[];
}

/** The carrier comes, or has it on its list. */
export interface PickupConfirmation {
  /** The carrier's number for it; what a driver or a phone call is told. */
  readonly confirmation: string;
  readonly from?: string;
  readonly until?: string;
  readonly cost?: Money;
}

/** What became of voiding one label. */
export interface Cancellation {
  readonly booking_id: number;
  /** False where the carrier does not take it back: a person has to look. */
  readonly canceled: boolean;
  /** Needed where it is false. */
  readonly why?: string;
  readonly refund?: Money;
}

/** Lines of a plugin in the log of the worker: at most 100 a call, 2,000 characters each; more is left out, and counted. */
export interface PluginLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What every hook is given besides what it is about. */
export interface HookContext<Options> {
  /** Name of the carrier in the operators' file. */
  readonly carrier: string;
  readonly options: Options;
  /** For every request that goes out: time-outs, a limit on the answer, no redirects. */
  readonly http: PluginHttp;
  /** The same for every attempt at the same thing. Send it on, so that a second attempt does nothing twice. */
  readonly idempotencyKey: string;
  /** Aborted when the attempt has taken too long or the order was canceled. */
  readonly signal: AbortSignal;
  readonly log: PluginLog;
}

/** What `book` is given. */
export interface BookContext<Options> extends HookContext<Options> {
  readonly order: BookedOrder;
  /** Those that have no tracking number yet; never empty. */
  readonly cartons: readonly BookedCarton[];
}

/** What `label` is given. */
export interface LabelContext<Options> extends HookContext<Options> {
  readonly booking: BookedShipment;
}

/** What `track` and `cancel` are given; never empty, and all of this carrier. */
export interface BookingsContext<Options> extends HookContext<Options> {
  readonly bookings: readonly BookedShipment[];
}

/** What `schedulePickup` is given: what stands ready for the carrier at one site, of one order or of a whole day. */
export interface PickupContext<Options> extends BookingsContext<Options> {
  readonly site: ShipFrom;
}

/** What a carrier does after the plan, in the order of an order's life; `hookNames` of a plugin are those it has. */
export const carrierHooks = ['book', 'label', 'schedulePickup', 'track', 'cancel'] as const;
export type CarrierHook = (typeof carrierHooks)[number];

/** The hooks of a carrier plugin; each of them is optional. */
export interface CarrierHooks<Options> {
  /**
   * Books the shipment before the step that `bookAt` names: one `Booking` for each carton, no more and no less. It may run again
   * after a crash, with the same `idempotencyKey`; cartons that were booked before are not among those it is given.
   * Two minutes. Throw `CarrierRefused` for what a person has to mend.
   */
  book(context: BookContext<Options>): Promise<readonly Booking[]>;
  /**
   * Fetches the label of a booking that came without one, right after `book` and whenever somebody asks for it. One minute.
   */
  label(context: LabelContext<Options>): Promise<LabelDocument>;
  /**
   * Asks the carrier to come: when an order comes to its pickup, or at the end of the day (`pickupWhen`). Bookings that were
   * scheduled before are not among those it is given. One minute.
   */
  schedulePickup(context: PickupContext<Options>): Promise<PickupConfirmation>;
  /** Asks where shipments are: one `Tracking` for each; those that are left out stay as they were. One minute. */
  track(context: BookingsContext<Options>): Promise<readonly Tracking[]>;
  /**
   * Voids labels that are not needed any more: the order was voided or closed short, the carton deleted or sent with another
   * carrier. One `Cancellation` for each. What the carrier does not know any more is canceled. One minute.
   */
  cancel(context: BookingsContext<Options>): Promise<readonly Cancellation[]>;
}

/** When the carrier is asked to come: for every order as it comes to its pickup, or once for all that stands ready. */
export const pickupTimes = ['order', 'day'] as const;
export type PickupTime = (typeof pickupTimes)[number];
