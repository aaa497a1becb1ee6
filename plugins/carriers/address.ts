import { z } from 'zod';
import type { BookedOrder } from '../contract.ts';

/** Address of a carrier's service, without a slash at its end. */
export const carrierAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((address) => address.replace(/\/+$/, ''));

/** Where the shipment goes, as label services take it. */
export function shipTo(order: BookedOrder): Record<string, string | null> {
  return {
    name: order.ship_to_name,
    address: order.ship_address_1,
    city: order.ship_city,
    postal_code: order.ship_postal_code,
    country: order.ship_country,
  };
}
