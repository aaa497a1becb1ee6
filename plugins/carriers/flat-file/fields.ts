import { plainAddress } from '../../../lib/addresses/ship-to.ts';
import type { BookedCarton, BookedOrder, BookedShipment } from '../../contract.ts';

/** The fields of columns, with their descriptions. */
export const fieldDescriptions = {
  tracking_number: 'tracking number',
  order: 'number of the order',
  carton: 'number of the carton in its pack',
  carton_id: 'id of the carton',
  name: 'name of the consignee',
  company: 'company of the consignee',
  phone: 'telephone number of the consignee, or of the customer',
  email: 'e-mail address of the consignee, or of the customer',
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
export type Field = keyof typeof fieldDescriptions;
export const fieldNames = Object.keys(fieldDescriptions) as Field[];

/** Fields that a booking stores for the manifest of a pickup, which gets no order. */
const storedWithBooking = [
  'name',
  'company',
  'phone',
  'email',
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

/** Returns the fields of a carton for its booking. */
export function fieldsOf(order: BookedOrder, carton: BookedCarton, trackingNumber: string, service: string): Fields {
  const { residential: _, phone, email, ...place } = plainAddress(order);
  return {
    tracking_number: trackingNumber,
    order: order.number,
    carton: String(carton.number),
    carton_id: String(carton.id),
    ...Object.fromEntries(Object.entries(place).map(([name, value]) => [name, value ?? ''])),
    phone: phone ?? order.customer?.phone ?? '',
    email: email ?? order.customer?.email ?? '',
    service: order.carrierservicelevel?.name ?? service,
    ...weights(carton.weight_g),
    contents: (carton.contents ?? []).map(({ part_number, qty }) => `${qty} x ${part_number}`).join(', '),
  };
}

/** Returns the fields that a booking stores in its details, each cut to 500 characters. */
export function storedFields(fields: Fields): Record<string, string> {
  return Object.fromEntries(storedWithBooking.map((name) => [name, (fields[name as Field] ?? '').slice(0, 500)]));
}

/** Returns the fields of a carton from its earlier booking. */
export function bookedFields({ order, carton, tracking_number, details }: BookedShipment): Fields {
  const stored = storedWithBooking.map((name) => [name, String(details[name] ?? '')]);
  return {
    ...Object.fromEntries(stored),
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
