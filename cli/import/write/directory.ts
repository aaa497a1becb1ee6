import { type Client, quoted } from '../../../client/client.ts';
import type { RecordKind } from '../map/fields.ts';

/** A record of a list of the service. */
export type Served = Readonly<Record<string, unknown>> & { readonly id: number };

/** How to list the records of a kind, and which field identifies them. */
interface KindOptions {
  /** Name of the kind, for messages. */
  readonly label: string;
  readonly path: string;
  /** Field for `filter=`. */
  readonly by: string;
  /** Extracts the value of that field from a key; by default it is the whole key. */
  readonly inKey?: (key: string) => string;
  readonly embed?: string;
  readonly keyOf: (record: Served) => string;
}

const byName = (label: string, path: string): KindOptions => ({
  label,
  path,
  by: 'name',
  keyOf: ({ name }) => String(name),
});
const byNumber = (label: string, path: string): KindOptions => ({
  label,
  path,
  by: 'number',
  keyOf: ({ number }) => String(number),
});
const nameOf = (embedded: unknown, field: string) => String((embedded as Served | null)?.[field]);

const kinds: Readonly<Record<RecordKind, KindOptions>> = {
  site: byName('site', '/site'),
  location: {
    label: 'location',
    path: '/location',
    by: 'name',
    // The key is `site/location`.
    inKey: (key) => key.slice(key.indexOf('/') + 1),
    embed: 'site',
    keyOf: ({ site, name }) => `${nameOf(site, 'name')}/${name}`,
  },
  service: byName('service', '/service'),
  source: byName('source', '/source'),
  carrier: byName('carrier', '/carrier'),
  discount: byName('discount', '/discount'),
  fee: byName('fee', '/fee'),
  cartontype: byName('carton type', '/cartontype'),
  customergroup: byName('customer group', '/customergroup'),
  partgroup: byName('part group', '/partgroup'),
  customer: {
    ...byNumber('customer', '/customer'),
    embed: 'groups,external_ids,default_address,emails.email,phones.phone',
  },
  part: { ...byNumber('part', '/part'), embed: 'groups,external_ids' },
  billofmaterial: {
    label: 'bill of material',
    path: '/billofmaterial',
    by: 'part.number',
    embed: 'part,lines',
    keyOf: ({ part }) => nameOf(part, 'number'),
  },
  receipt: { ...byNumber('receipt', '/receipt'), embed: 'lines' },
  returnorder: {
    label: 'return order',
    path: '/returnorder',
    by: 'external_id',
    embed: 'source',
    keyOf: ({ external_id }) => String(external_id),
  },
  salesorder: { ...byNumber('order', '/salesorder'), embed: 'source,discounts.discount,fees.fee,taxes' },
  transferorder: { ...byNumber('transfer order', '/transferorder'), embed: 'source,lines.part' },
  useorder: { ...byNumber('use order', '/useorder'), embed: 'source,lines.part' },
};

/** Names that differ only in case are the same name for the service. */
const folded = (key: string) => key.toLowerCase();

/** Greatest number of records on a page of a list. */
const pageSize = 100;
/** Greatest length of a filter, in bytes. */
const longestFilter = 3000;

/** The existing records by name or number. Each is requested once, in pages. */
export class Directory {
  readonly #client: Client;
  readonly #known = new Map<RecordKind, Map<string, Served | null>>();

  #unmade = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the record with this key, or undefined. `load` must have requested it. */
  find(kind: RecordKind, key: string): Served | undefined {
    return this.#of(kind).get(folded(key)) ?? undefined;
  }

  /** Adds a record that was created. */
  add(kind: RecordKind, key: string, record: Served): void {
    this.#of(kind).set(folded(key), record);
  }

  /** Returns an id for a record that a check would make. No record of the service has it. */
  idOfUnmade(): number {
    this.#unmade -= 1;
    return this.#unmade;
  }

  /** Requests the records that were not requested yet. */
  async load(kind: RecordKind, keys: Iterable<string>): Promise<void> {
    const known = this.#of(kind);
    const unknown = [...new Set([...keys].map(folded))].filter((key) => !known.has(key));
    if (unknown.length === 0) return;
    const { path, by, inKey = (key) => key, embed, keyOf } = kinds[kind];
    for (const some of pages(unknown.map((key) => quoted(inKey(key))))) {
      const query = { filter: `${by} IN (${some.join(', ')})`, embed, perPage: pageSize };
      const { data } = (await this.#client.request<{ data: Served[] }>({ method: 'GET', path, query })) as {
        data: Served[];
      };
      for (const record of data) known.set(folded(keyOf(record)), record);
    }
    for (const key of unknown) if (!known.has(key)) known.set(key, null);
  }

  /** Requests a record again that did not exist before. */
  async reload(kind: RecordKind, key: string): Promise<Served | undefined> {
    this.#of(kind).delete(folded(key));
    await this.load(kind, [key]);
    return this.find(kind, key);
  }

  #of(kind: RecordKind): Map<string, Served | null> {
    const known = this.#known.get(kind) ?? new Map<string, Served | null>();
    this.#known.set(kind, known);
    return known;
  }
}

/** Returns whether an id is of a record that a check would make. */
export const isUnmade = (id: number): boolean => id < 0;

/** Returns the name of a kind, for messages. */
export function labelOf(kind: RecordKind): string {
  return kinds[kind].label;
}

/** Returns the address of the list of a kind. */
export function pathOf(kind: RecordKind): string {
  return kinds[kind].path;
}

/** Splits values of a filter into groups that fit into one request each. */
export function pages(texts: readonly string[]): string[][] {
  const result: string[][] = [];
  let page: string[] = [];
  let length = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 2;
    if (page.length > 0 && (length + size > longestFilter || page.length >= pageSize)) {
      result.push(page);
      page = [];
      length = 0;
    }
    page.push(text);
    length += size;
  }
  return page.length > 0 ? [...result, page] : result;
}
