import { z } from 'zod';
import { plainAddress } from '../../lib/addresses/ship-to.ts';
import type { BookedOrder } from '../contract.ts';

/** Parses the address of a carrier's service and removes a slash at its end. */
export const carrierAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((address) => address.replace(/\/+$/, ''));

/** Returns the destination in the form of label services. */
export function shipTo(order: BookedOrder): Record<string, string | boolean | null> {
  const { name, address_1: address, address_2, city, region, postal_code, country, ...contact } = plainAddress(order);
  const rest = Object.fromEntries(Object.entries(contact).filter(([, value]) => value != null));
  return {
    name,
    address,
    ...(address_2 && { address_2 }),
    city,
    ...(region && { region }),
    postal_code,
    country,
    ...rest,
  };
}
