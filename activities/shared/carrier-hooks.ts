import type { Booking, Carton, Client, SalesOrder, Site } from '../../client/client.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import type { CheckedDocument } from '../../plugins/sandbox/hook-results.ts';
import type { BookedCarton, BookedOrder, BookedShipment, ShipFrom } from '../../plugins/shipment.ts';
import { callOptions } from './call-options.ts';
import { refusal } from './failure.ts';

/** Dependencies of the activities that call carriers. */
export interface CarrierDependencies {
  readonly client: Client;
  readonly carriers: readonly ConfiguredCarrier[];
  readonly hooks: HookCaller;
  /** Milliseconds after which an order is in attention whose carrier is away; a quarter of an hour by default. */
  readonly unavailableAfter?: number;
}

/** Returns a carrier by its name. @throws carrier.unknown where the worker's configuration has no such carrier */
export function findCarrier(carriers: readonly ConfiguredCarrier[], name: string): ConfiguredCarrier {
  const carrier = carriers.find((candidate) => candidate.name === name);
  if (carrier) return carrier;
  throw refusal('carrier.unknown', `The configuration of this worker has no carrier called ${name}.`);
}

/** Returns an order as hooks receive it. */
export function toBookedOrder(order: SalesOrder, site: Site | null | undefined): BookedOrder {
  const { id, number, ship_to_name, ship_address_1, ship_address_2, ship_city, ship_region } = order;
  const { ship_postal_code, ship_country, carrier = null, carrierservicelevel = null } = order;
  return {
    id,
    number,
    ship_to_name,
    ship_address_1,
    ship_address_2,
    ship_city,
    ship_region,
    ship_postal_code,
    ship_country,
    total: order.total === undefined ? undefined : String(order.total),
    carrier,
    carrierservicelevel,
    site: site ? toShipFrom(site) : null,
  };
}

/** Returns a site as hooks receive it. */
export function toShipFrom(site: Site): ShipFrom {
  const { id, name, contact_name, email, phone, address_1, address_2, city, region, postal_code, country } = site;
  return { id, name, contact_name, email, phone, address_1, address_2, city, region, postal_code, country };
}

type PackedCarton = Carton & {
  readonly contents?: readonly { readonly part?: { readonly number: string } | null; readonly qty: number }[];
  readonly cartontype?: {
    readonly outer_width_mm: number | null;
    readonly outer_length_mm: number | null;
    readonly outer_depth_mm: number | null;
  } | null;
};

/** Returns a carton as hooks receive it. */
export function toBookedCarton({ id, number, weight_g, contents, cartontype }: PackedCarton): BookedCarton {
  const listed = contents?.map(({ part, qty }) => ({ part_number: part?.number ?? '', qty: String(qty) }));
  return {
    id,
    number: String(number),
    weight_g,
    width_mm: cartontype?.outer_width_mm ?? null,
    length_mm: cartontype?.outer_length_mm ?? null,
    depth_mm: cartontype?.outer_depth_mm ?? null,
    contents: listed,
  };
}

/** Returns a booking as the hooks after `book` receive it. */
export function toShipment(booking: Booking & { readonly order?: { readonly number: string } | null }): BookedShipment {
  const { id, order_id, order, carton_id, carton_number, weight_g, tracking_number, reference, service } = booking;
  const { label_url, cost, cost_currency, details, created_at } = booking;
  return {
    booking_id: id,
    order: { id: order_id, number: order?.number ?? String(order_id) },
    carton: { id: carton_id, number: String(carton_number), weight_g },
    tracking_number,
    reference,
    service,
    label_url,
    cost: cost === null ? null : { amount: String(cost), currency: cost_currency ?? '' },
    details,
    booked_at: created_at,
  };
}

/** Stores the label that a carrier returned for a booking. */
export async function storeLabel(client: Client, booking: number, label: CheckedDocument): Promise<void> {
  const { media_type, content } = label;
  const body = { media_type, content: Buffer.from(content).toString('base64') };
  await client.booking.label.update(booking, body, callOptions());
}

/** A booking with its order and its site. */
export type BookingWithOrder = Awaited<ReturnType<typeof bookingsWhere>>[number];

/** Reads all bookings that match, with their orders and sites. */
export async function bookingsWhere(client: Client, where: Readonly<Record<string, unknown>>) {
  const query = { where: where as never, embed: 'order,site' as const, perPage: 100 };
  const bookings = [];
  for await (const booking of client.booking.each(query, callOptions())) bookings.push(booking);
  return bookings;
}

/** Reads bookings by their ids, 100 at a time: an address cannot hold more. */
export async function bookingsById(client: Client, ids: readonly number[]): Promise<BookingWithOrder[]> {
  const bookings = [];
  for (let at = 0; at < ids.length; at += 100) {
    bookings.push(...(await bookingsWhere(client, { id: ids.slice(at, at + 100) })));
  }
  return bookings;
}
