import type { BookedCarton, BookedOrder, BookedShipment } from '../../contract.ts';

/** What columns are made of, and what each is. */
export const fieldWords = {
  tracking_number: 'tracking number',
  order: 'number of the order',
  carton: 'number of the carton in its pack',
  carton_id: 'id of the carton',
  name: 'who it goes to',
  address_1: 'street',
  address_2: 'second line of the street',
  city: 'city',
  region: 'region',
  postal_code: 'postal code',
  country: 'ISO 3166-1 code of the country',
  service: 'service level of the order, or `service`',
  weight_g: 'weight in grams',
  weight_kg: 'weight in kilograms, with three decimals',
  contents: 'parts and quantities, such as `2 x P-1, 1 x P-7`',
  manifest: 'name of the manifest',
  day: 'day of collection, such as 2026-11-24',
} as const;
export type Field = keyof typeof fieldWords;
export const fieldNames = Object.keys(fieldWords) as Field[];

/** Those that a booking keeps for the manifest of a pickup: nothing else is told of an order then. */
const keptWithBooking = [
  'name',
  'address_1',
  'address_2',
  'city',
  'region',
  'postal_code',
  'country',
  'service',
  'contents',
];

export type Fields = Readonly<Partial<Record<Field, string>>>;

/** What is known of a carton when it is booked. */
export function fieldsOf(order: BookedOrder, carton: BookedCarton, trackingNumber: string, service: string): Fields {
  return {
    tracking_number: trackingNumber,
    order: order.number,
    carton: String(carton.number),
    carton_id: String(carton.id),
    name: order.ship_to_name ?? '',
    address_1: order.ship_address_1 ?? '',
    address_2: order.ship_address_2 ?? '',
    city: order.ship_city ?? '',
    region: order.ship_region ?? '',
    postal_code: order.ship_postal_code ?? '',
    country: order.ship_country ?? '',
    service: order.carrierservicelevel?.name ?? service,
    ...weights(carton.weight_g),
    contents: (carton.contents ?? []).map(({ part_number, qty }) => `${qty} x ${part_number}`).join(', '),
  };
}

/** Of the fields those that a booking has to keep; each at most as long as a detail of a booking may be. */
export function cachedFields(fields: Fields): Record<string, string> {
  return Object.fromEntries(keptWithBooking.map((name) => [name, (fields[name as Field] ?? '').slice(0, 500)]));
}

/** The same out of a booking of before. */
export function bookedFields({ order, carton, tracking_number, details }: BookedShipment): Fields {
  const kept = keptWithBooking.map((name) => [name, String(details[name] ?? '')]);
  return {
    ...Object.fromEntries(kept),
    tracking_number,
    order: order.number,
    carton: String(carton.number),
    carton_id: String(carton.id),
    ...weights(carton.weight_g),
  };
}

function weights(grams: number | null): Fields {
  if (grams === null) return { weight_g: '', weight_kg: '' };
  return { weight_g: String(grams), weight_kg: (grams / 1000).toFixed(3) };
}
