import type { Booking, Carton, Client, SalesOrder, Site } from '../../client/client.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import type { CheckedDocument } from '../../plugins/sandbox/hook-results.ts';
import type { BookedCarton, BookedOrder, BookedShipment, ShipFrom } from '../../plugins/shipment.ts';
import { callOptions } from './call-options.ts';
import { refusal } from './failure.ts';

/** What activities that speak with carriers need. */
export interface CarrierDependencies {
  readonly client: Client;
  readonly carriers: readonly ConfiguredCarrier[];
  readonly hooks: HookCaller;
}

/** @throws carrier.unknown where this worker's file does not name it */
export function carrierCalled(carriers: readonly ConfiguredCarrier[], wanted: string): ConfiguredCarrier {
  const carrier = carriers.find(({ name }) => name === wanted);
  if (carrier) return carrier;
  throw refusal('carrier.unknown', `The configuration of this worker has no carrier called ${wanted}.`);
}

/** An order as a hook is given it. */
export function asBooked(order: SalesOrder, site: Site | null | undefined): BookedOrder {
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
    site: site ? asSite(site) : null,
  };
}

export function asSite(site: Site): ShipFrom {
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

/** A carton as a hook is given it. */
export function asBookedCarton({ id, number, weight_g, contents, cartontype }: PackedCarton): BookedCarton {
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

/** A booking as the hooks after `book` are given it. */
export function asShipment(booking: Booking & { readonly order?: { readonly number: string } | null }): BookedShipment {
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

/** Keeps a label that a carrier gave. */
export async function keepLabel(client: Client, booking: number, label: CheckedDocument): Promise<void> {
  const { media_type, content } = label;
  const body = { media_type, content: Buffer.from(content).toString('base64') };
  await client.booking.label.update(booking, body, callOptions());
}

/** Bookings with their orders and sites, all of them. */
export async function bookingsWhere(client: Client, where: Readonly<Record<string, unknown>>) {
  const query = { where: where as never, embed: 'order,site' as const, perPage: 100 };
  const found = [];
  for await (const booking of client.booking.each(query, callOptions())) found.push(booking);
  return found;
}

/** As many ids as fit an address. */
export async function bookingsOf(client: Client, ids: readonly number[]) {
  const found = [];
  for (let at = 0; at < ids.length; at += 100) {
    found.push(...(await bookingsWhere(client, { id: ids.slice(at, at + 100) })));
  }
  return found;
}
