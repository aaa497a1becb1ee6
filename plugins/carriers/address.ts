import { z } from 'zod';
import { type Consignee, plainAddress } from '../../lib/addresses/ship-to.ts';
import type { BookedOrder, ShipFrom } from '../contract.ts';

/** Parses the address of a carrier's service and removes a slash at its end. */
export const carrierAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((address) => address.replace(/\/+$/, ''));

/** Returns the address of the customer in the form of label services. */
export const customerAddress = (order: BookedOrder) => labelAddress(plainAddress(order));

/** Returns the address of a site in the form of label services. */
export const siteAddress = ({ id: _, name: company, contact_name: name, ...site }: ShipFrom) =>
  labelAddress({ ...site, name, company, residential: null });

function labelAddress(address: Consignee): Record<string, string | boolean | null> {
  const { name, address_1: street, address_2, city, region, postal_code, country, ...contact } = address;
  const rest = Object.fromEntries(Object.entries(contact).filter(([, value]) => value != null));
  return {
    name,
    address: street,
    ...(address_2 && { address_2 }),
    city,
    ...(region && { region }),
    postal_code,
    country,
    ...rest,
  };
}
