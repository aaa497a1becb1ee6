import { type Client, quoted } from '../../../client/client.ts';
import type { RecordKind } from '../map/fields.ts';

/** A record as a list serves it. */
export type Served = Readonly<Record<string, unknown>> & { readonly id: number };

/** How the records of a kind are listed, and what they are known by. */
interface Listed {
  readonly called: string;
  readonly path: string;
  /** Field that `filter=` goes by, and how much of a key it is. */
  readonly by: string;
  readonly inKey?: (key: string) => string;
  readonly embed?: string;
  readonly keyOf: (record: Served) => string;
}

const byName = (called: string, path: string): Listed => ({
  called,
  path,
  by: 'name',
  keyOf: ({ name }) => String(name),
});
const byNumber = (called: string, path: string): Listed => ({
  called,
  path,
  by: 'number',
  keyOf: ({ number }) => String(number),
});
const nameOf = (embedded: unknown, field: string) => String((embedded as Served | null)?.[field]);

const kinds: Readonly<Record<RecordKind, Listed>> = {
  site: byName('site', '/site'),
  location: {
    called: 'location',
    path: '/location',
    by: 'name',
    // The site's name stands before it.
    inKey: (key) => key.slice(key.indexOf('/') + 1),
    embed: 'site',
    keyOf: ({ site, name }) => `${nameOf(site, 'name')}/${name}`,
  },
  source: byName('source', '/source'),
  carrier: byName('carrier', '/carrier'),
  discount: byName('discount', '/discount'),
  fee: byName('fee', '/fee'),
  cartontype: byName('carton type', '/cartontype'),
  customergroup: byName('customer group', '/customergroup'),
  partgroup: byName('part group', '/partgroup'),
  customer: { ...byNumber('customer', '/customer'), embed: 'emails.email,phones.phone' },
  part: byNumber('part', '/part'),
  billofmaterial: {
    called: 'bill of material',
    path: '/billofmaterial',
    by: 'part.number',
    embed: 'part',
    keyOf: ({ part }) => nameOf(part, 'number'),
  },
  salesorder: { ...byNumber('order', '/salesorder'), embed: 'source' },
};

/** The service keeps names apart without regard to case. */
const folded = (key: string) => key.toLowerCase();

/** A list serves this many records at most, and a filter may be this long. */
const inPage = 100;
const longestFilter = 3000;

/** Which records are there, by name or number: asked for once, in pages. */
export class Directory {
  readonly #client: Client;
  readonly #known = new Map<RecordKind, Map<string, Served | null>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The record that is known by the key, or undefined; it has to be among those that were asked for. */
  find(kind: RecordKind, key: string): Served | undefined {
    return this.#of(kind).get(folded(key)) ?? undefined;
  }

  /** Notes a record that was made. */
  note(kind: RecordKind, key: string, record: Served): void {
    this.#of(kind).set(folded(key), record);
  }

  /** Asks for those that were not asked for yet. */
  async ask(kind: RecordKind, keys: Iterable<string>): Promise<void> {
    const known = this.#of(kind);
    const unknown = [...new Set([...keys].map(folded))].filter((key) => !known.has(key));
    if (unknown.length === 0) return;
    const { path, by, inKey = (key) => key, embed, keyOf } = kinds[kind];
    for (const some of pages(unknown.map((key) => quoted(inKey(key))))) {
      const query = { filter: `${by} IN (${some.join(', ')})`, embed, perPage: inPage };
      const { data } = (await this.#client.request<{ data: Served[] }>({ method: 'GET', path, query })) as {
        data: Served[];
      };
      for (const record of data) known.set(folded(keyOf(record)), record);
    }
    for (const key of unknown) if (!known.has(key)) known.set(key, null);
  }

  /** Asks once more for one that was not there. */
  async again(kind: RecordKind, key: string): Promise<Served | undefined> {
    this.#of(kind).delete(folded(key));
    await this.ask(kind, [key]);
    return this.find(kind, key);
  }

  #of(kind: RecordKind): Map<string, Served | null> {
    const known = this.#known.get(kind) ?? new Map<string, Served | null>();
    this.#known.set(kind, known);
    return known;
  }
}

export function calledOf(kind: RecordKind): string {
  return kinds[kind].called;
}

export function pathOf(kind: RecordKind): string {
  return kinds[kind].path;
}

export function pages(texts: readonly string[]): string[][] {
  const result: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 2;
    if (length + size > longestFilter || result.at(-1)!.length >= inPage) {
      result.push([]);
      length = 0;
    }
    result.at(-1)!.push(text);
    length += size;
  }
  return result;
}
