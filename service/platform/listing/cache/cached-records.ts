import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerLimits, limitedQuery, tooLarge } from '../answer-limits.ts';
import type { Field } from '../declaration/field.ts';
import type { Resource } from '../declaration/resource.ts';
import { embeddedNames } from '../embed.ts';
import type { SqlCondition } from '../filter.ts';
import type { ListQuery } from '../parse-query.ts';
import type { Queryable } from '../queryable.ts';
import { isCached, type KeysSql, keysSql, type Layer, type Member } from '../sql/keys.ts';
import { embedNames } from '../sql/served.ts';
import { keysStatement, textsStatement } from '../sql/statement.ts';
import { type CachedPage, CachedPages } from './cached-pages.ts';
import { CachedTexts } from './cached-texts.ts';
import { byteString, JsonBytes } from './json-bytes.ts';

/**
 * The cached data of each server. The versions of rows differ between databases, and after a failover they are
 * given again.
 */
interface Cache {
  readonly texts: CachedTexts;
  readonly pages: CachedPages;
}

/** The caches of the servers of a database, by the time of their start. The one that was used last is the last. */
type Caches = Map<string, Cache>;

/** A primary, a replica, and the primary after the next failover. */
const mostServers = 3;

const cachesOf = new WeakMap<object, Caches>();

/**
 * Returns the cached data of a server.
 * @param server the start of the server that gave the versions: a failover leads to another one
 */
function cacheOf(db: Queryable, server: string): Cache {
  let origin: Partial<Queryable> = db;
  while (origin.origin) origin = origin.origin;
  const caches = cachesOf.get(origin) ?? new Map<string, Cache>();
  cachesOf.set(origin, caches);
  const cache = caches.get(server) ?? { texts: new CachedTexts(), pages: new CachedPages() };
  caches.delete(server);
  caches.set(server, cache);
  const [oldest] = caches.keys();
  if (oldest !== undefined && caches.size > mostServers) caches.delete(oldest);
  return cache;
}

/**
 * Reads the records of a list from cached texts. PostgreSQL finds the keys and versions, and writes only the missing texts.
 * @returns null if the records cannot be cached, or changed between the statements; one statement must then read them all
 * @throws Problem `query.answer-too-large`
 */
export async function cachedRecords(
  db: Queryable,
  resource: Resource,
  query: ListQuery,
  scope?: SqlCondition,
): Promise<ListedRecords | null> {
  const keys = query.perPage === 0 ? null : keysOf(resource, query);
  if (!keys) return null;
  const { rows } = await limitedQuery(db, keysStatement(resource, query, keys, scope));
  const answer = rows[0] as Answer;
  const path = embeddedNames(query.embed);
  // A transaction can see several states of a row of its own, all with the same version.
  if (answer.writing !== null) return null;
  if (Number(answer.records) > answerLimits.records) throw tooLarge('records', path);
  const { texts, pages } = cacheOf(db, answer.server);
  const total = (rows[0]?.total as number | null) ?? 0;
  const { total: _total, writing: _writing, server: _server, records: _records, ...numbers } = answer;
  const versions = Object.values(numbers).join(';');
  const known = pages.get(keys, versions);
  if (known) return { total, count: known.count, json: (before, after) => answered(known, before, after) };
  const page = new Rows(keys.layer, answer.page, answer);
  for (const each of page.all()) if (!(await each.fill(db, texts, path))) return null;
  if (Number(answer.records) > recordsInATurn) await nextTurn();
  return {
    total,
    count: page.count,
    json(before, after) {
      const bytes = new JsonBytes((sizes.get(keys) ?? 16_384) + before.length, path);
      bytes.add(byteString(before));
      page.write(bytes, { records: 0, path });
      bytes.add(byteString(after));
      const json = bytes.done();
      sizes.set(keys, Math.ceil(json.length * 1.1));
      pages.put(keys, versions, { json, before, after, count: page.count });
      return json;
    },
  };
}

/**
 * Returns a page that was answered before. The same address has the same bytes around the records. Without a copy, the answer of
 * 424 KB takes a third less of the process, because each copy has to be collected.
 */
function answered(page: CachedPage, before: string, after: string): Buffer {
  if (page.before === before && page.after === after) return page.json;
  const records = page.json.subarray(Buffer.byteLength(page.before), page.json.length - Buffer.byteLength(page.after));
  return Buffer.concat([Buffer.from(before), records, Buffer.from(after)]);
}

/** The records of a page of a list. */
export interface ListedRecords {
  /** The number of records on all pages; 0 for a list that is read as a whole. */
  readonly total: number;
  readonly count: number;
  /** Returns the UTF-8 bytes of `before`, the records with commas between them, and `after`. */
  json(before: string, after: string): Buffer;
}

/** From this number on, the records are found and written in two turns of the event loop. */
const recordsInATurn = 2_000;

/** The length of the last answer and 10 %, as the first size of the buffer. */
const sizes = new WeakMap<KeysSql, number>();

interface Answer extends Readonly<Record<string, string | null>> {
  readonly writing: string | null;
  /** When the server started that answered. */
  readonly server: string;
  /** The number of records in the answer, at least: a record that several others embed can count once. */
  readonly records: string | null;
  readonly page: string | null;
}

/** The number of records that are written, and the embedded relations for the refusal. */
interface Written {
  records: number;
  readonly path: string;
}

/** Texts in one statement. Their bytes are copied in 5 ms, and other requests run before the next statement. */
const textsAtOnce = 2_000;

/** Row indexes by the key that leads to them. */
type RowsByKey = ReadonlyMap<number, readonly number[]>;

interface MemberRows {
  readonly member: Member;
  readonly rows: Rows;
  readonly byKey: RowsByKey;
  readonly opening: string;
}

/** The records of a layer. */
class Rows {
  readonly #layer: Layer;
  readonly #numbers: readonly number[];
  /** The byte string of the JSON of each record, without the last brace. */
  readonly #texts: string[] = [];
  readonly #members: readonly MemberRows[];

  constructor(layer: Layer, numbers: string | null, answer: Answer) {
    this.#layer = layer;
    this.#numbers = numbersOf(numbers);
    this.#members = layer.members.map((member) => {
      const rows = new Rows(member.layer, answer[member.rows] ?? null, answer);
      return { member, rows, byKey: rows.#indexedBy(member, answer), opening: `,"${member.name}":` };
    });
  }

  /** Returns these rows and all rows that are embedded in them. */
  all(): Rows[] {
    return [this, ...this.#members.flatMap(({ rows }) => rows.all())];
  }

  /**
   * Takes the cached texts and reads the missing ones.
   * @returns false if a record changed after its version was read
   */
  async fill(db: Queryable, texts: CachedTexts, path: string): Promise<boolean> {
    const { resource, fields, width } = this.#layer;
    const kind = kindOf(resource, fields);
    const missing = new Map<number, number>();
    for (let at = 0, row = 0; at < this.#numbers.length; at += width, row += 1) {
      const key = entry(this.#numbers, at);
      const text = texts.get(kind, key, entry(this.#numbers, at + 1));
      if (text === undefined) missing.set(key, row);
      else this.#texts[row] = text;
    }
    if (missing.size === 0) return true;
    const keys = [...missing.keys()];
    let bytes = 0;
    let found = 0;
    for (let at = 0; at < keys.length; at += textsAtOnce) {
      const some = textsStatement(resource, fields, keys.slice(at, at + textsAtOnce));
      const { rows } = await limitedQuery(db, some);
      for (const { k, v, j } of rows as { k: number; v: string; j: string }[]) {
        const version = Number(v);
        const text = byteString(j.slice(0, -1));
        texts.put(kind, k, version, text);
        const row = missing.get(k);
        if (row === undefined || version !== this.#numbers[row * width + 1]) return false;
        this.#texts[row] = text;
        bytes += text.length;
      }
      found += rows.length;
      if (bytes > answerLimits.bytes) throw tooLarge('bytes', path);
    }
    return found === missing.size;
  }

  get count(): number {
    return this.#numbers.length / this.#layer.width;
  }

  write(bytes: JsonBytes, written: Written): void {
    for (let row = 0; row < this.count; row++) {
      if (row > 0) bytes.addShort(',');
      this.#writeObject(bytes, row, written);
    }
  }

  #writeObject(bytes: JsonBytes, row: number, written: Written): void {
    written.records += 1;
    if (written.records > answerLimits.records) throw tooLarge('records', written.path);
    bytes.add(entry(this.#texts, row));
    const at = row * this.#layer.width;
    for (const { member, rows, byKey, opening } of this.#members) {
      bytes.addShort(opening);
      const key = entry(this.#numbers, member.leads.by === 'reference' ? at + member.leads.place : at);
      rows.#writeEmbedded(bytes, member.many, byKey.get(key) ?? [], written);
    }
    bytes.addShort('}');
  }

  #writeEmbedded(bytes: JsonBytes, many: boolean, rows: readonly number[], written: Written): void {
    if (!many) {
      const [row] = rows;
      if (row === undefined) bytes.addShort('null');
      else this.#writeObject(bytes, row, written);
      return;
    }
    bytes.addShort('[');
    let first = true;
    for (const row of rows) {
      if (!first) bytes.addShort(',');
      first = false;
      this.#writeObject(bytes, row, written);
    }
    bytes.addShort(']');
  }

  /** Returns the rows by the key that leads to them, in the order of the resource. */
  #indexedBy({ leads }: Member, answer: Answer): RowsByKey {
    const { width, ordered } = this.#layer;
    const numbers = this.#numbers;
    const byKey =
      leads.by === 'pairs'
        ? this.#indexedByPairs(numbersOf(answer[leads.pairs] ?? null))
        : this.#indexedByPlace(leads.by === 'column' ? 2 : 0);
    if (leads.by === 'reference') return byKey;
    for (const rows of byKey.values()) {
      rows.sort((a, b) => (ordered ? a - b : entry(numbers, a * width) - entry(numbers, b * width)));
    }
    return byKey;
  }

  #indexedByPlace(place: number): Map<number, number[]> {
    const { width } = this.#layer;
    const byKey = new Map<number, number[]>();
    for (let at = 0; at < this.#numbers.length; at += width) addTo(byKey, entry(this.#numbers, at + place), at / width);
    return byKey;
  }

  #indexedByPairs(pairs: readonly number[]): Map<number, number[]> {
    const { width } = this.#layer;
    const rowOf = new Map<number, number>();
    for (let at = 0; at < this.#numbers.length; at += width) rowOf.set(entry(this.#numbers, at), at / width);
    const byKey = new Map<number, number[]>();
    for (let at = 0; at < pairs.length; at += 2) {
      const row = rowOf.get(entry(pairs, at + 1));
      if (row !== undefined) addTo(byKey, entry(pairs, at), row);
    }
    return byKey;
  }
}

function addTo(byKey: Map<number, number[]>, key: number, row: number): void {
  const rows = byKey.get(key);
  if (rows) rows.push(row);
  else byKey.set(key, [row]);
}

/** Returns an entry that the layout of the answer guarantees. */
function entry<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`The answer of a list has no entry ${index}.`);
  return value;
}

const numbersOf = (text: string | null): number[] => (text === null ? [] : JSON.parse(`[${text}]`));

const kinds = new WeakMap<readonly Field[], string>();

/** Returns the key of the texts of these fields. While a statement is remembered, its fields are the same array. */
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
