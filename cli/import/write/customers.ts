import type { Client } from '../../../client/client.ts';
import type { Served } from './directory.ts';
import type { Body } from './draft.ts';

/** Keys of a customer in the map that become separate records. */
export const customerParts = ['email', 'phone', 'fax', 'address'] as const;

/** Ids of `GET /phonetype`: 1 is Main, 3 is Fax. */
const phonetype = { phone: 1, fax: 3 };

/** Returns a function that adds the e-mail address, phone numbers and address that a customer lacks. */
export function completeCustomer(client: Client) {
  return async (id: number, rest: Body, existing: Served | null): Promise<void> => {
    const add = (path: string, body: unknown) =>
      client.request({ method: 'POST', path: `/customer/${id}/${path}`, body });
    const emails = addressesOf(existing?.emails, 'email', 'email_address');
    const phones = addressesOf(existing?.phones, 'phone', 'phone_number');
    const { email, address } = rest;
    if (address && !existing?.default_address_id) await add('address', address);
    if (email && !emails.includes(String(email).toLowerCase())) await add('email', { email_address: email });
    for (const kind of ['phone', 'fax'] as const) {
      const number = rest[kind];
      if (number && !phones.includes(String(number).toLowerCase())) {
        await add('phone', { phone_number: number, phonetype_id: phonetype[kind] });
      }
    }
  };
}

function addressesOf(links: unknown, relation: string, field: string): string[] {
  const records = (Array.isArray(links) ? links : []) as Record<string, Record<string, unknown>>[];
  return records.map((record) => String(record[relation]?.[field]).toLowerCase());
}
