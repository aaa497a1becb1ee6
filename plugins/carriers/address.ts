import { z } from 'zod';
import type { BookedOrder } from '../contract.ts';

/** Parses the address of a carrier's service and removes a slash at its end. */
export const carrierAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((address) => address.replace(/\/+$/, ''));

/** Returns the destination in the form of label services. */
export function shipTo(order: BookedOrder): Record<string, string | null> {
  return {
    name: order.ship_to_name,
    address: order.ship_address_1,
    ...(order.ship_address_2 ? { address_2: order.ship_address_2 } : {}),
    city: order.ship_city,
    ...(order.ship_region ? { region: order.ship_region } : {}),
    postal_code: order.ship_postal_code,
    country: order.ship_country,
  };
}

/** Returns the lines of the address on paper, from name to country, without empty lines. */
export function addressLines(order: BookedOrder): string[] {
  const { ship_city: city, ship_region: region, ship_postal_code: code } = order;
  const place = [[code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return [order.ship_to_name, order.ship_address_1, order.ship_address_2, place, order.ship_country].filter(
    (line): line is string => Boolean(line),
  );
}
