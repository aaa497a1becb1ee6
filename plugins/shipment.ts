/**
 * Contexts and results of a carrier's hooks. They are plain values, so that a hook can run in a thread. Amounts are decimals as
 * text, weights are grams, sizes are millimetres, times are ISO 8601 with an offset.
 */
import type { ShipTo } from '../lib/addresses/ship-to.ts';
import type { PluginHttp } from './http.ts';
import type { LabelDocument } from './label-document.ts';

export type { LabelDocument };

/** The order of a booking, with the names of `GET /salesorder/{id}?embed=carrier,carrierservicelevel,site`. */
export interface BookedOrder extends ShipTo {
  readonly id: number;
  readonly number: string;
  /** Total of the order, for customs and insurance. */
  readonly total?: string;
  /** ISO 4217, of all amounts; null where neither the order nor its site names one. */
  readonly currency?: string | null;
  readonly carrier: { readonly name: string } | null;
  readonly carrierservicelevel: { readonly name: string } | null;
  readonly customer?: BookedCustomer | null;
  /** The site that ships the order. */
  readonly site?: ShipFrom | null;
}

/** The customer of a booking, for carriers that call or write. */
export interface BookedCustomer {
  readonly name: string;
  /** `Company` or `Individual`. */
  readonly type: string;
  /** The default telephone number and e-mail address. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** The site of a booking. */
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

/** A carton of a booking. */
export interface BookedCarton {
  readonly id: number;
  readonly number: string;
  /** Gross weight in grams; null if a part has no weight. */
  readonly weight_g: number | null;
  /** Outer width of the carton type in millimetres; null or missing without a carton type. */
  readonly width_mm?: number | null;
  readonly length_mm?: number | null;
  readonly depth_mm?: number | null;
  readonly contents?: readonly BookedContent[];
}

/** Units of one part in a carton, with what customs forms say of them. Values and weights are of one unit. */
export interface BookedContent {
  readonly part_number: string;
  readonly qty: string;
  readonly description?: string;
  /** Code of the customs tariff. */
  readonly hs_code?: string | null;
  /** ISO 3166-1. */
  readonly origin?: string | null;
  /** A decimal in the currency of the order. */
  readonly value?: string;
  readonly weight_g?: number | null;
}

export interface Money {
  /** A decimal, such as `7.40`. */
  readonly amount: string;
  /** ISO 4217, such as `EUR`. */
  readonly currency: string;
}

/** The result of booking one carton. */
export interface Booking {
  readonly carton_id: number;
  readonly tracking_number: string;
  /** Address of the label at the carrier's service. */
  readonly label_url?: string;
  /** The label itself if the carrier returned it with the booking. Otherwise the hook `label` fetches it. */
  readonly label?: LabelDocument;
  readonly cost?: Money;
  /** The service bought, by the name of the carrier. */
  readonly service?: string;
  /** The carrier's own id of the shipment or label, for `label`, `track` and `cancel`. */
  readonly reference?: string;
  /** True for a label of the carrier's test mode, which no carrier takes. It is marked wherever people see it. */
  readonly test?: boolean;
  /** Further values to store and show, such as route and stop: at most 20, each of at most 500 characters. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The return order of a return label, with the names of `GET /returnorder/{id}`. */
export interface BookedReturn {
  readonly id: number;
  readonly number: string;
  /** Why the customer returns the goods. */
  readonly reason: string | null;
}

/** The result of booking the label of a return. */
export type ReturnBooking = Omit<Booking, 'carton_id'>;

/** An earlier booking, for the hooks after `book` and `bookReturn`. */
export interface BookedShipment {
  readonly booking_id: number;
  readonly order: { readonly id: number; readonly number: string };
  /** Of the label of a return, `id` is 0 and `number` is that of the return. */
  readonly carton: { readonly id: number; readonly number: string; readonly weight_g: number | null };
  /** The return of a return label; null or missing for a carton. */
  readonly returnorder?: { readonly id: number; readonly number: string } | null;
  readonly tracking_number: string;
  readonly reference: string | null;
  readonly service: string | null;
  readonly label_url: string | null;
  readonly cost: Money | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly booked_at: string;
}

/** States of a shipment, by the names that multi-carrier services share. */
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
  /** The carrier cannot say: for example, it does not know the number. */
  'error',
] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export interface TrackingEvent {
  readonly at: string;
  readonly status: TrackingStatus;
  /** Text of the carrier. */
  readonly detail?: string;
  readonly place?: string;
}

/** The state of one shipment. */
export interface Tracking {
  readonly booking_id: number;
  readonly status: TrackingStatus;
  /** Text of the carrier. */
  readonly detail?: string;
  readonly estimated_delivery_at?: string;
  /** All known events, the oldest first; at most 200. They replace the events of earlier calls. */
  readonly events?: readonly TrackingEvent[];
}

/** A pickup that the carrier confirmed. */
export interface PickupConfirmation {
  /** The carrier's number of the pickup, for the driver and for phone calls. */
  readonly confirmation: string;
  readonly from?: string;
  readonly until?: string;
  readonly cost?: Money;
}

/** The result of voiding one label. */
export interface Cancellation {
  readonly booking_id: number;
  /** False if the carrier does not void the label: a person must act. */
  readonly canceled: boolean;
  /** Required if `canceled` is false. */
  readonly why?: string;
  readonly refund?: Money;
}

/** Writes to the log of the worker: at most 100 lines in one call, of 2,000 characters each. Further lines are only counted. */
export interface PluginLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** The part of the context that every hook has. */
export interface HookContext<Options> {
  /** Name of the carrier in the operators' file. */
  readonly carrier: string;
  readonly options: Options;
  /** Client for every outgoing request: it has time-outs and a size limit, and follows no redirects. */
  readonly http: PluginHttp;
  /** The same for every attempt of one call. Send it to the carrier, so that a second attempt does not repeat a booking. */
  readonly idempotencyKey: string;
  /** Aborts when the attempt takes too long or the order is canceled. */
  readonly signal: AbortSignal;
  readonly log: PluginLog;
}

/** Context of `book`. */
export interface BookContext<Options> extends HookContext<Options> {
  readonly order: BookedOrder;
  /** The cartons without a tracking number; never empty. */
  readonly cartons: readonly BookedCarton[];
}

/** Context of `bookReturn`. */
export interface ReturnContext<Options> extends HookContext<Options> {
  /** The order that the goods left with. The parcel starts at its ship-to address. */
  readonly order: BookedOrder;
  readonly returnorder: BookedReturn;
  /** The site that receives the parcel. */
  readonly site: ShipFrom;
  /** What may come back; never empty. */
  readonly contents: readonly BookedContent[];
  /** Weight of the contents in grams; null if a part has no weight. */
  readonly weight_g: number | null;
}

/** Context of `label`. */
export interface LabelContext<Options> extends HookContext<Options> {
  readonly booking: BookedShipment;
}

/** Context of `track` and `cancel`. The bookings are never empty, and all of this carrier. */
export interface BookingsContext<Options> extends HookContext<Options> {
  readonly bookings: readonly BookedShipment[];
}

/** Context of `schedulePickup`: the shipments that are ready at one site, of one order or of one day. */
export interface PickupContext<Options> extends BookingsContext<Options> {
  readonly site: ShipFrom;
}

/** The hooks of a carrier after `plan`, in the order of an order's steps. */
export const carrierHooks = ['book', 'label', 'schedulePickup', 'track', 'cancel', 'bookReturn'] as const;
export type CarrierHook = (typeof carrierHooks)[number];

/** The hooks of a carrier plugin. Each is optional. */
export interface CarrierHooks<Options> {
  /**
   * Books the shipment before the step of `bookAt`, and returns exactly one `Booking` for each carton. After a crash it may run
   * again with the same `idempotencyKey`; the context has no cartons with a booking. Time limit: two minutes.
   * Throw `CarrierRefused` for a fault that a person must correct.
   */
  book(context: BookContext<Options>): Promise<readonly Booking[]>;
  /**
   * Fetches the label of a booking without one, directly after `book` or `bookReturn` and on request of a person. Time limit: one
   * minute.
   */
  label(context: LabelContext<Options>): Promise<LabelDocument>;
  /**
   * Asks the carrier to come, when an order reaches its pickup or at the end of the day (`pickupWhen`). The context has no
   * bookings with a scheduled pickup. Time limit: one minute.
   */
  schedulePickup(context: PickupContext<Options>): Promise<PickupConfirmation>;
  /** Asks for the states of shipments, and returns one `Tracking` for each. A missing one does not change. Time limit: one minute. */
  track(context: BookingsContext<Options>): Promise<readonly Tracking[]>;
  /**
   * Voids labels that are no longer needed: the order was voided or closed short, the carton was deleted or got another
   * carrier, or the return ended without goods. Returns one `Cancellation` for each. A label that the carrier does not know is
   * canceled. Time limit: one minute.
   */
  cancel(context: BookingsContext<Options>): Promise<readonly Cancellation[]>;
  /**
   * Books a label with which the customer sends goods back. After a crash it may run again with the same `idempotencyKey`. Time
   * limit: two minutes. Throw `CarrierRefused` for a fault that a person must correct.
   */
  bookReturn(context: ReturnContext<Options>): Promise<ReturnBooking>;
}

/** When the carrier is asked to come: for each order that reaches its pickup, or once a day for all shipments. */
export const pickupTimes = ['order', 'day'] as const;
export type PickupTime = (typeof pickupTimes)[number];
