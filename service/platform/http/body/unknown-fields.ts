import { z } from 'zod';
import { nearest } from '../../../../lib/expressions/nearest.ts';
import { type FieldError, mostErrors, problem } from '../../problems/problems.ts';
import type { Endpoint } from '../endpoint.ts';

/** The part of a JSON Schema that describes the members of an object or the entries of a list. */
interface JsonShape {
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly items?: JsonShape;
  readonly anyOf?: readonly JsonShape[];
  readonly additionalProperties?: unknown;
}

/** The members that a value may have. A value without any is not looked into. */
interface Shape {
  /** The known members, each with the shape of its own members; null for a value that takes all members or has none. */
  readonly members: ReadonlyMap<string, Shape | null> | null;
  readonly items: Shape | null;
}

const shapes = new WeakMap<z.ZodType, Shape | null>();

/**
 * Refuses unknown fields of a body if the caller prefers that. Otherwise they are ignored, and the answer names them.
 * @returns headers of the answer
 * @throws body.invalid with the nearest names
 */
export function handlingOf(
  { body: schema }: Pick<Endpoint, 'body'>,
  body: unknown,
  strict: boolean,
): Record<string, string> {
  const unknown = schema && body ? unknownFields(schema, body) : [];
  const [first] = unknown;
  if (!strict) return first ? { 'x-ignored-fields': ignoredHeader(unknown) } : {};
  if (!first) return schema ? { 'preference-applied': 'handling=strict' } : {};
  const more = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : '';
  throw problem(
    'body.invalid',
    `${first.pointer.slice(1)} ${first.detail.replace(/\?$/, '')}${more}${first.detail.endsWith('?') ? '?' : '.'}`,
    { errors: unknown },
  );
}

/**
 * Returns the members of a body that its endpoint does not take, at any depth, with the nearest names that it takes. They are
 * ignored otherwise. Free objects, such as `custom`, take all members.
 */
export function unknownFields(schema: z.ZodType, body: unknown): FieldError[] {
  const search = new Search();
  const shape = shapeOf(schema);
  if (shape) search.look(shape, body);
  return search.found;
}

function shapeOf(schema: z.ZodType): Shape | null {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = compiled([z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonShape]);
    shapes.set(schema, shape);
  }
  return shape;
}

/** Returns the shape of a value that has one of several schemas; null if there is nothing to look for. */
function compiled(schemas: readonly JsonShape[]): Shape | null {
  const choices = schemas.flatMap(alternatives);
  const objects = choices.filter(({ properties }) => properties);
  const inner = choices.flatMap(({ items }) => items ?? []);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  const members =
    objects.length === 0 || objects.some(takesAll)
      ? null
      : new Map(
          [...names].map((name) => [name, compiled(objects.flatMap(({ properties }) => properties?.[name] ?? []))]),
        );
  const items = inner.length === 0 ? null : compiled(inner);
  return members === null && items === null ? null : { members, items };
}

const alternatives = (shape: JsonShape): readonly JsonShape[] => shape.anyOf?.flatMap(alternatives) ?? [shape];

/** In the schema of an input, only an object that takes further members has something here. */
const takesAll = ({ additionalProperties }: JsonShape) =>
  additionalProperties !== undefined && additionalProperties !== false;

/** The members that a search looks at. The largest order has 30,000; a longer body is refused for its length. 50,000 take 5 ms. */
const mostMembers = 50_000;

class Search {
  readonly found: FieldError[] = [];
  readonly #path: (string | number)[] = [];
  #looked = 0;

  look(shape: Shape, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (shape.items) for (const [index, one] of value.entries()) if (!this.#within(index, shape.items, one)) return;
      return;
    }
    if (!shape.members) return;
    for (const name in value) {
      const inner = shape.members.get(name);
      if (inner === undefined) this.#add(name, [...shape.members.keys()]);
      if (!this.#within(name, inner ?? null, (value as Record<string, unknown>)[name])) return;
    }
  }

  /** Looks at a member. @returns false if the search is over */
  #within(name: string | number, shape: Shape | null, value: unknown): boolean {
    if (++this.#looked > mostMembers || this.found.length >= mostErrors) return false;
    if (!shape) return true;
    this.#path.push(name);
    this.look(shape, value);
    this.#path.pop();
    return true;
  }

  #add(name: string, known: readonly string[]): void {
    const pointer = [...this.#path, name]
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    this.found.push({ pointer, detail: unknownName(name, known) });
  }
}

/** Names that are longer are no mistyped ones, and comparing them takes long. */
const longestName = 100;

function unknownName(name: string, known: readonly string[]): string {
  const near = name.length > longestName ? [] : nearest(name, known);
  if (near.length > 0) return `is not known here; did you mean ${near.join(' or ')}?`;
  if (known.length === 0) return 'is not known here; the body has no fields';
  const more = known.length > mostKnown ? `, and ${known.length - mostKnown} more` : '';
  return `is not known here: expected one of ${known.slice(0, mostKnown).join(', ')}${more}`;
}

/** Known names in a refusal. The longest body, that of an order, has 40. */
const mostKnown = 50;

/** Pointers in the header: the first ones say enough, and proxies limit the length of headers. */
const mostShown = 20;
const longestShown = 200;

/** Returns the value of the header that names ignored fields: JSON pointers, percent-encoded. */
function ignoredHeader(fields: readonly FieldError[]): string {
  const shown = fields
    .slice(0, mostShown)
    .map(({ pointer }) => encodeURI(pointer).replaceAll(',', '%2C').slice(0, longestShown).replace(/%.?$/, ''));
  return [...shown, ...(fields.length > mostShown ? ['...'] : [])].join(', ');
}
