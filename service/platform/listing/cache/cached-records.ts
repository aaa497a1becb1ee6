import type { Field } from '../declaration/field.ts';
import type { Queryable } from '../declaration/queryable.ts';
import type { Resource } from '../declaration/resource.ts';
import type { ListQuery, SqlCondition } from '../query.ts';
import { isCached, type KeysSql, keysSql, type Layer, type Member } from '../sql/keys.ts';
import { embedNames } from '../sql/served.ts';
import { keysStatement, textsStatement } from '../sql/statement.ts';
import { CachedTexts } from './cached-texts.ts';
import { byteString, JsonBytes } from './json-bytes.ts';

/** The texts of each database: no two have the same versions. */
const kept = new WeakMap<Queryable, CachedTexts>();

/**
 * The records of a list out of kept texts: PostgreSQL says which, in which versions, and writes only those that are not there.
 * @returns null where texts cannot be kept, or something was changed in between: then one statement has to give it all
 */
export async function cachedRecords(
  db: Queryable,
  resource: Resource,
  query: ListQuery,
  scope?: SqlCondition,
): Promise<ListedRecords | null> {
  const keys = query.perPage === 0 ? null : keysOf(resource, query);
  if (!keys) return null;
  const { rows } = await db.query(keysStatement(resource, query, keys, scope));
  const answer = rows[0] as Answer;
  // A transaction sees rows of its own that nobody else has seen, several of one version.
  if (answer.writing !== null) return null;
  const texts = kept.get(db) ?? new CachedTexts();
  kept.set(db, texts);
  const page = new Rows(keys.layer, answer.page, answer);
  for (const each of page.all()) if (!(await each.fill(db, texts))) return null;
  return {
    total: Number(answer.total ?? 0),
    count: page.count,
    json(before, after) {
      const bytes = new JsonBytes((sizes.get(keys) ?? 16_384) + before.length);
      bytes.add(byteString(before));
      page.write(bytes);
      bytes.add(byteString(after));
      const done = bytes.done();
      sizes.set(keys, Math.ceil(done.length * 1.1));
      return done;
    },
  };
}

/** What was found for a list. */
export interface ListedRecords {
  /** Of all pages; 0 where that was not asked. */
  readonly total: number;
  readonly count: number;
  /** The UTF-8 bytes of `before`, the records with commas between them, and `after`. */
  json(before: string, after: string): Buffer;
}

/** How long the last answer was, and a little more. */
const sizes = new WeakMap<KeysSql, number>();

interface Answer extends Readonly<Record<string, string | null>> {
  readonly total: string | null;
  readonly writing: string | null;
  readonly page: string | null;
}

/** The records of a layer. */
class Rows {
  readonly #layer: Layer;
  readonly #numbers: readonly number[];
  /** Of each record the byte string of its JSON, without the last brace. */
  readonly #texts: string[] = [];
  readonly #members: readonly {
    readonly member: Member;
    readonly rows: Rows;
    readonly found: Found;
    readonly opening: string;
  }[];

  constructor(layer: Layer, numbers: string | null, answer: Answer) {
    this.#layer = layer;
    this.#numbers = numbersOf(numbers);
    this.#members = layer.members.map((member) => {
      const rows = new Rows(member.layer, answer[member.rows] ?? null, answer);
      return { member, rows, found: rows.#foundBy(member, answer), opening: `,"${member.name}":` };
    });
  }

  /** These and all that are embedded in them. */
  all(): Rows[] {
    return [this, ...this.#members.flatMap(({ rows }) => rows.all())];
  }

  /** Takes the texts that are kept and fetches the others. @returns false where a record is not as it was any more */
  async fill(db: Queryable, texts: CachedTexts): Promise<boolean> {
    const { resource, fields, width } = this.#layer;
    const kind = kindOf(resource, fields);
    const missing = new Map<number, number>();
    for (let at = 0, row = 0; at < this.#numbers.length; at += width, row += 1) {
      const text = texts.get(kind, this.#numbers[at]!, this.#numbers[at + 1]!);
      if (text === undefined) missing.set(this.#numbers[at]!, row);
      else this.#texts[row] = text;
    }
    if (missing.size === 0) return true;
    const { rows } = await db.query(textsStatement(resource, fields, [...missing.keys()]));
    let filled = 0;
    for (const { k, v, j } of rows as { k: string; v: string; j: string }[]) {
      const row = missing.get(Number(k))!;
      const text = byteString(j.slice(0, -1));
      texts.put(kind, Number(k), Number(v), text);
      if (Number(v) !== this.#numbers[row * width + 1]) return false;
      this.#texts[row] = text;
      filled += 1;
    }
    return filled === missing.size;
  }

  get count(): number {
    return this.#numbers.length / this.#layer.width;
  }

  write(bytes: JsonBytes): void {
    for (let row = 0; row < this.count; row++) {
      if (row > 0) bytes.addShort(',');
      this.#writeObject(bytes, row);
    }
  }

  #writeObject(bytes: JsonBytes, row: number): void {
    bytes.add(this.#texts[row]!);
    for (const { member, rows, found, opening } of this.#members) {
      bytes.addShort(opening);
      rows.#writeEmbedded(bytes, member, found, this.#numbers, row * this.#layer.width);
    }
    bytes.addShort('}');
  }

  /** What is embedded of these in the row above that begins at `at`. */
  #writeEmbedded(bytes: JsonBytes, member: Member, found: Found, above: readonly number[], at: number): void {
    const key = above[member.leads.by === 'reference' ? at + member.leads.place : at]!;
    const rows = found.get(key);
    if (!member.many) {
      if (rows === undefined) bytes.addShort('null');
      else this.#writeObject(bytes, rows[0]!);
      return;
    }
    bytes.addShort('[');
    if (rows !== undefined) {
      for (let each = 0; each < rows.length; each++) {
        if (each > 0) bytes.addShort(',');
        this.#writeObject(bytes, rows[each]!);
      }
    }
    bytes.addShort(']');
  }

  /** The rows of these by the number that leads to them, in their order. */
  #foundBy({ leads }: Member, answer: Answer): Found {
    const found = new Map<number, number[]>();
    const { width } = this.#layer;
    const add = (key: number, row: number) => {
      const rows = found.get(key);
      if (rows) rows.push(row);
      else found.set(key, [row]);
    };
    const numbers = this.#numbers;
    if (leads.by === 'pairs') {
      const byKey = new Map<number, number>();
      for (let at = 0; at < numbers.length; at += width) byKey.set(numbers[at]!, at / width);
      const pairs = numbersOf(answer[leads.pairs] ?? null);
      for (let at = 0; at < pairs.length; at += 2) add(pairs[at]!, byKey.get(pairs[at + 1]!)!);
    } else {
      const place = leads.by === 'column' ? 2 : 0;
      for (let at = 0; at < numbers.length; at += width) add(numbers[at + place]!, at / width);
    }
    if (leads.by !== 'reference') {
      const { ordered } = this.#layer;
      for (const rows of found.values()) {
        rows.sort((a, b) => (ordered ? a - b : numbers[a * width]! - numbers[b * width]!));
      }
    }
    return found;
  }
}

type Found = ReadonlyMap<number, readonly number[]>;

const numbersOf = (text: string | null): number[] => (text === null ? [] : JSON.parse(`[${text}]`));

const kinds = new WeakMap<readonly Field[], string>();

/** The same fields come as the same array as long as a statement is remembered. */
function kindOf(resource: Resource, fields: readonly Field[]): string {
  let kind = kinds.get(fields);
  if (kind === undefined) {
    kind = `${resource.name}:${fields.map((field) => field.name).join()}`;
    kinds.set(fields, kind);
  }
  return kind;
}

const mostRemembered = 500;
const remembered = new Map<Resource, Map<string, KeysSql | null>>();

function keysOf(resource: Resource, { fields, embed }: ListQuery): KeysSql | null {
  const known = remembered.get(resource) ?? new Map<string, KeysSql | null>();
  remembered.set(resource, known);
  const name = `${fields.map((field) => field.name).join()};${embedNames(embed)}`;
  let keys = known.get(name);
  if (keys === undefined) {
    keys = isCached(resource, embed) ? keysSql(resource, fields, embed) : null;
    if (known.size >= mostRemembered) known.clear();
    known.set(name, keys);
  }
  return keys;
}
