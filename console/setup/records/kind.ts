import type { Client, Page, TimelineEntry } from '../../../client/browser.ts';
import type { Change } from '../../ground/live.ts';

/** A record that somebody lists, makes, changes and deletes. */
export interface Kept {
  readonly id: number;
}

/** The values of a form. Numbers are texts: the service judges what somebody typed. */
export type Values = Readonly<Record<string, unknown>>;

interface Query {
  readonly filter?: string;
  readonly sort?: string;
  readonly embed?: string;
  readonly page?: number;
  readonly perPage?: number;
}

/** The calls of a resource, as the client has them. */
export interface RecordCalls<R> {
  list(query: Query): Promise<Page<R>>;
  get(id: number, query: Pick<Query, 'embed'>): Promise<R>;
  create(body: object, options: Pick<Query, 'embed'>): Promise<R>;
  update(id: number, body: object, options: Pick<Query, 'embed'> & { readonly ifMatch: string }): Promise<R>;
  remove(id: number, options: { readonly ifMatch: string }): Promise<unknown>;
  timeline(id: number): Promise<TimelineEntry[]>;
}

/** The addresses of the pages of a kind: the list, a new record, and one record. */
export interface RecordAddresses {
  readonly all: `/setup/${string}`;
  readonly new: `/setup/${string}/new`;
  readonly one: `/setup/${string}/$id`;
}

/** A kind of record, as far as a form changes it. */
export interface Changeable<R extends Kept, V extends Values> {
  /** The name of the resource. Its permissions and its events begin with it. */
  readonly name: string;
  /** The object of the events of its changes, where that is another one: a record below another changes that one. */
  readonly object?: string;
  readonly calls: (client: Client) => Pick<RecordCalls<R>, 'get' | 'update'>;
  /** The relations that the pages show, with the permission that each needs; null for none. */
  readonly embed?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly valuesOf: (record: R) => V;
  /** Returns the field of the body for each value of the form, by the same names. Null for empty values. */
  readonly bodyOf: (values: V) => Readonly<Record<string, unknown>>;
}

/** Differences of a kind of record from other kinds, for its pages. */
export interface Kind<R extends Kept, V extends Values> extends Changeable<R, V> {
  readonly addresses: RecordAddresses;
  readonly calls: (client: Client) => RecordCalls<R>;
  /** The fields that a search by words covers. */
  readonly words: readonly string[];
  /** The default order of the list. */
  readonly sort: string;
  /** The name of a record, for people. */
  readonly nameOf: (record: R) => string;
  /** The first values of the form of a new record. */
  readonly first: V;
}

/** Texts of the pages of a kind. */
export interface KindTexts {
  /** All records: "Sites". */
  readonly title: string;
  /** Leads back to the list: "All sites". */
  readonly all: string;
  /** Leads to the form of a new one: "New site". */
  readonly new: string;
  /** Shown while there are no records. */
  readonly empty: string;
  readonly count: (count: number) => string;
  readonly deleteTitle: (name: string) => string;
  readonly deleteWhat: (name: string) => string;
  /** The labels of the fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Beginning of all query keys about a kind. */
export const keyOf = ({ name }: { readonly name: string }): readonly string[] => ['records', name];

const ofKinds = new Map<string, (change: Change) => boolean>();

/** Returns whether a change is of a kind: the same function each time. */
export function changesOf({ name, object: changed = name }: { readonly name: string; readonly object?: string }) {
  const known = ofKinds.get(changed) ?? (({ object }: Change) => object === changed);
  ofKinds.set(changed, known);
  return known;
}

/** Returns typed text as a number, if it is one. The service says what is wrong with everything else. */
export function numberOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** Returns typed text without spaces around it; null for empty text. */
export const textOf = (text: string): string | null => text.trim() || null;

/** Returns the names of the values that differ. */
export const differing = <V extends Values>(one: V, other: V): (keyof V & string)[] =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
