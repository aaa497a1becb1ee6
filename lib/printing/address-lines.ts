import type { Address } from './content.ts';

/** Countries that write the town before region and postal code. */
const townFirst = new Set(['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN', 'BR', 'TH']);

/**
 * Returns the lines of a postal address without the name: company, street, town in the form of its country, and the country
 * if it differs from the sender's.
 */
export function addressLines(address: Address, from?: Pick<Address, 'country'>): string[] {
  const { company = null, address_1, address_2, city, region, postal_code, country, country_name } = address;
  const town = townFirst.has(country ?? '')
    ? [[city, region].filter(Boolean).join(', '), postal_code].filter(Boolean).join('  ')
    : [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  const abroad = country !== null && country !== from?.country ? (country_name ?? country).toUpperCase() : null;
  return [company, address_1, address_2, town, abroad].filter((line): line is string => line !== null && line !== '');
}
