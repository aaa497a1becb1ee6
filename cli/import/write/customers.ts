import type { Names } from '../../../lib/addresses/countries.ts';
import type { Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import { change, differs, faultOf, type ImportContext } from './write.ts';

/** Keys of a customer in the map that become separate records. */
export const customerParts = ['email', 'phone', 'fax', 'address'] as const;

/** A record below a customer: the key in the map, and how the service has it. */
interface Part {
  readonly key: (typeof customerParts)[number];
  readonly path: string;
  /** The body of the record. */
  readonly body: Body;
  /** The records of this kind that the customer has, the default one first. */
  readonly there: readonly Served[];
  /** Whether a record has the values of the body. */
  readonly is: (record: Served) => boolean;
}

/** Ids of `GET /phonetype`: 1 is Main, 3 is Fax. */
const phonetypes = { phone: 1, fax: 3 } as const;

/** Returns a function that adds the e-mail address, the phone numbers and the address of a new customer. */
export function addParts({ client, countries }: ImportContext) {
  return async (id: number, parts: Body, existing: Served | null): Promise<void> => {
    if (existing) return;
    for (const { path, body } of partsOf(parts, null, countries)) {
      await client.request({ method: 'POST', path: `/customer/${id}/${path}`, body });
    }
  };
}

/**
 * Returns a function that adds the parts that an existing customer lacks, as an interrupted import leaves it. If the entry has
 * `update: true`, the part of the file replaces a part that differs.
 */
export function compareParts(context: ImportContext) {
  return async () =>
    async (draft: Draft, customer: Served): Promise<boolean> => {
      const differing = partsOf(draft.body, customer, context.countries).filter(
        ({ there, is }) => !there.some(is) && (there.length === 0 || draft.update),
      );
      let changes = false;
      for (const part of differing) changes = (await writePart(context, draft, customer, part)) || changes;
      return changes;
    };
}

/** Adds a part, or changes the default one of its kind. A refusal is reported. @returns whether the part is written */
async function writePart(
  context: ImportContext,
  { place, places }: Draft,
  { id }: Served,
  { key, path, body, there: [first] }: Part,
): Promise<boolean> {
  const list = `/customer/${id}/${path}`;
  try {
    await change(
      context,
      first ? { method: 'PUT', path: `${list}/${first.id}`, body } : { method: 'POST', path: list, body },
    );
    return true;
  } catch (error) {
    const refusal = faultOf(error, { place: places.get(`/${key}`) ?? place, places });
    if (!refusal) throw error;
    context.fault(refusal);
    return false;
  }
}

function partsOf({ email, address, ...numbers }: Body, customer: Served | null, countries: Names): Part[] {
  const parts: Part[] = [];
  if (address !== undefined) {
    const known = customer?.default_address as Served | null | undefined;
    const is = (record: Served) => !differs(record, address as Body, countries);
    parts.push({ key: 'address', path: 'address', body: address as Body, there: known ? [known] : [], is });
  }
  if (email !== undefined) {
    const there = defaultFirst(customer?.emails, customer?.default_email_id);
    const is = ({ email: link }: Served) => isSame((link as Served).email_address, email);
    parts.push({ key: 'email', path: 'email', body: { email_address: email }, there, is });
  }
  for (const key of ['phone', 'fax'] as const) {
    const number = numbers[key];
    if (number === undefined) continue;
    const phonetype_id = phonetypes[key];
    const there = defaultFirst(customer?.phones, customer?.default_phone_id).filter(
      (phone) => phone.phonetype_id === phonetype_id,
    );
    const is = ({ phone: link }: Served) => isSame((link as Served).phone_number, number);
    parts.push({ key, path: 'phone', body: { phone_number: number, phonetype_id }, there, is });
  }
  return parts;
}

function defaultFirst(links: unknown, defaultId: unknown): Served[] {
  const all = (links ?? []) as Served[];
  return [...all.filter(({ id }) => id === defaultId), ...all.filter(({ id }) => id !== defaultId)];
}

const plain = (text: unknown) => String(text).normalize('NFC').trim().toLowerCase();
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other);
