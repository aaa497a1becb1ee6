import { consigneeOf } from '../lib/addresses/ship-to.ts';
import type { BookedCarton, BookedContent, BookedOrder, BookedReturn, BookedShipment, ShipFrom } from './shipment.ts';

/** Makes the arguments of hooks from the records of the interface. */

/** An order as the interface returns it, with carrier and service level. */
type OrderRecord = Omit<BookedOrder, 'total' | 'carrier' | 'carrierservicelevel' | 'customer' | 'site'> & {
  readonly customer?: {
    readonly name: string;
    readonly type: string;
    readonly default_phone?: { readonly phone?: { readonly phone_number: string } | null } | null;
    readonly default_email?: { readonly email?: { readonly email_address: string } | null } | null;
  } | null;
  readonly total?: number | string;
  readonly carrier?: { readonly name: string } | null;
  readonly carrierservicelevel?: { readonly name: string } | null;
};

/** A booking as the interface returns it, with its order and its return. */
interface BookingRecord extends Omit<BookedShipment, 'booking_id' | 'order' | 'carton' | 'cost' | 'booked_at'> {
  readonly id: number;
  readonly order_id: number;
  readonly order?: { readonly number: string } | null;
  readonly carton_id: number | null;
  readonly carton_number: number | string | null;
  readonly weight_g: number | null;
  readonly cost: number | null;
  readonly cost_currency: string | null;
  readonly created_at: string;
}

/** Returns the records beside an order that hooks receive with it. Only sales orders have a customer. */
export const bookedOrderEmbed = (record: string): string =>
  `carrier,carrierservicelevel,packs,picks,site${record === 'salesorder' ? ',customer.default_phone.phone,customer.default_email.email' : ''}`;

/** Returns an order as hooks receive it. */
export function toBookedOrder(order: OrderRecord, site: ShipFrom | null | undefined): BookedOrder {
  const { id, number, carrier = null, carrierservicelevel = null, customer } = order;
  return {
    id,
    number,
    ...consigneeOf(order),
    currency: order.currency ?? null,
    total: order.total === undefined ? undefined : String(order.total),
    carrier,
    carrierservicelevel,
    customer: customer
      ? {
          name: customer.name,
          type: customer.type,
          phone: customer.default_phone?.phone?.phone_number ?? null,
          email: customer.default_email?.email?.email_address ?? null,
        }
      : null,
    site: site ? toShipFrom(site) : null,
  };
}

/** Returns a site as hooks receive it. */
export function toShipFrom(site: ShipFrom): ShipFrom {
  const { id, name, contact_name, email, phone, address_1, address_2, city, region, postal_code, country } = site;
  return { id, name, contact_name, email, phone, address_1, address_2, city, region, postal_code, country };
}

/** A packed carton as the interface returns it, with its contents and its type. */
interface PackedCarton {
  readonly id: number;
  readonly number: number | string;
  readonly weight_g: number | null;
  readonly contents?: readonly { readonly part?: PackedPart | null; readonly qty: number }[];
  readonly cartontype?: {
    readonly outer_width_mm: number | null;
    readonly outer_length_mm: number | null;
    readonly outer_depth_mm: number | null;
  } | null;
}

/** A part as the interface or a plan has it. */
interface PackedPart {
  readonly number: string;
  readonly name: string;
  readonly price: number | string;
  readonly weight_g: number | null;
  /** A service of an earlier release does not answer these. */
  readonly tariff_code?: string | null;
  readonly origin_country?: string | null;
  readonly customs_description?: string | null;
  readonly customs_value?: number | string | null;
}

/** Returns units of a part as hooks receive them. */
export function toBookedContent(part: PackedPart, qty: number | string): BookedContent {
  return {
    part_number: part.number,
    qty: String(qty),
    description: part.customs_description ?? part.name,
    hs_code: part.tariff_code ?? null,
    origin: part.origin_country ?? null,
    value: String(part.customs_value ?? part.price),
    weight_g: part.weight_g,
  };
}

/** Returns a carton as hooks receive it. */
export function toBookedCarton({ id, number, weight_g, contents, cartontype }: PackedCarton): BookedCarton {
  return {
    id,
    number: String(number),
    weight_g,
    width_mm: cartontype?.outer_width_mm ?? null,
    length_mm: cartontype?.outer_length_mm ?? null,
    depth_mm: cartontype?.outer_depth_mm ?? null,
    contents: contents?.flatMap(({ part, qty }) => (part ? [toBookedContent(part, qty)] : [])),
  };
}

/** A return order as the interface returns it, with its receiving site and its lines. */
interface ReturnRecord extends BookedReturn {
  readonly site: ShipFrom;
  readonly lines: readonly { readonly part?: PackedPart | null; readonly qty_authorised: number }[];
}

/** Returns a return order, its site, and the goods that may come back, as hooks receive them. */
export function toReturn({ id, number, reason, site, lines }: ReturnRecord) {
  const goods = lines.flatMap(({ part, qty_authorised: qty }) => (part && qty > 0 ? [{ part, qty }] : []));
  const grams = goods.map(({ part, qty }) => (part.weight_g === null ? Number.NaN : part.weight_g * qty));
  const sum = grams.reduce((all, one) => all + one, 0);
  return {
    returnorder: { id, number, reason },
    site: toShipFrom(site),
    contents: goods.map(({ part, qty }) => toBookedContent(part, qty)),
    weight_g: Number.isNaN(sum) ? null : Math.round(sum),
  };
}

/** Returns a booking as the hooks after `book` and `bookReturn` receive it. */
export function toShipment(booking: BookingRecord): BookedShipment {
  const { id, order_id, order, carton_id, carton_number, weight_g, tracking_number, reference, service } = booking;
  const { label_url, cost, cost_currency, details, created_at, returnorder } = booking;
  return {
    booking_id: id,
    order: { id: order_id, number: order?.number ?? String(order_id) },
    carton: { id: carton_id ?? 0, number: String(returnorder?.number ?? carton_number), weight_g },
    ...(returnorder ? { returnorder: { id: returnorder.id, number: returnorder.number } } : {}),
    tracking_number,
    reference,
    service,
    label_url,
    cost: cost === null ? null : { amount: String(cost), currency: cost_currency ?? '' },
    details,
    booked_at: created_at,
  };
}
