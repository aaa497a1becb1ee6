import type { Client } from '../../../client/client.ts';
import type { Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import { differs, type ImportContext } from './write.ts';

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

/** Returns a function that changes the default address of a customer whose entry has `update: true`. */
export function compareAddresses({ client, check }: ImportContext) {
  return async () =>
    async (draft: Draft, customer: Served): Promise<boolean> => {
      const body = draft.body.address as Body | undefined;
      const known = customer.default_address as Served | null;
      if (!draft.update || !body || !known || !differs(known, body)) return false;
      if (!check) await client.request({ method: 'PUT', path: `/customer/${customer.id}/address/${known.id}`, body });
      return true;
    };
}

function addressesOf(links: unknown, relation: string, field: string): string[] {
  const records = (Array.isArray(links) ? links : []) as Record<string, Record<string, unknown>>[];
  return records.map((record) => String(record[relation]?.[field]).toLowerCase());
}
