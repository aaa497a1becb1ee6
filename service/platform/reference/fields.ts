import type { Json } from '../openapi/components.ts';
import { escaped } from './html.ts';
import { inline, type Links } from './markdown.ts';
import type { Model, Parameter } from './model.ts';

/** The deepest level of objects within objects that one page shows. */
const deepest = 4;

/** The addresses of pages, from the page that is written. */
export interface PageLinks extends Links {
  readonly record: (name: string) => string;
}

/** Writes parameters, and the fields of bodies and records, as lists with type, limits and meaning. */
export class Fields {
  readonly #model: Model;
  readonly #links: PageLinks;

  constructor(model: Model, links: PageLinks) {
    this.#model = model;
    this.#links = links;
  }

  parameters(parameters: readonly Parameter[]): string {
    const rows = parameters.map(({ name, required, description, schema }) =>
      this.#row({ name, required, schema: description ? { ...schema, description } : schema }, 0),
    );
    return `<dl class="fields">${rows.join('')}</dl>`;
  }

  /** The fields of an object or of the objects of a list; what type it is for another schema. */
  of(schema: Json, depth = 0): string {
    const object = this.#merged(schema);
    const properties = Object.entries((object.properties ?? {}) as Json);
    if (properties.length === 0) {
      if (object.items) return this.of(object.items as Json, depth);
      const note = inline(textOf(object.description), this.#links);
      return `<p class="type">${this.#type(schema)}${note && ` – ${note}`}</p>`;
    }
    const required = Array.isArray(object.required) ? (object.required as string[]) : [];
    const ordered = [...properties].sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)));
    const rows = ordered.map(([name, value]) =>
      this.#row({ name, required: required.includes(name), schema: value as Json }, depth),
    );
    return `<dl class="fields">${rows.join('')}</dl>`;
  }

  /** The records that a schema refers to, each with a page of its own. */
  recordOf(schema: Json): string | null {
    const name = nameOf(schema);
    if (name !== null && this.#model.record(name)) return name;
    const { properties, items } = this.#merged(schema) as { properties?: Json; items?: Json };
    const inside = items ?? (properties?.data as { items?: Json } | undefined)?.items;
    return inside ? this.recordOf(inside) : null;
  }

  #row({ name, required, schema }: { name: string; required: boolean; schema: Json }, depth: number): string {
    const resolved = this.#merged(schema);
    const description = textOf(resolved.description);
    const notes = limitsOf(resolved).map((limit) => `<span class="limit">${limit}</span>`);
    return (
      `<dt><code>${escaped(name)}</code> <span class="type">${this.#type(schema)}</span>` +
      `${required ? ' <b class="required">required</b>' : ''}</dt>` +
      `<dd>${description && `<p>${inline(description, this.#links)}</p>`}${notes.length > 0 ? `<p class="limits">${notes.join(' ')}</p>` : ''}` +
      `${this.#inside(schema, resolved, depth)}</dd>`
    );
  }

  /** The fields of an object within the field, unless a page of their own shows them. */
  #inside(schema: Json, resolved: Json, depth: number): string {
    if (this.#linked(schema) !== null || depth >= deepest) return '';
    const inner = (resolved.items ?? resolved) as Json;
    if (this.#linked(inner) !== null) return '';
    const { properties } = this.#merged(inner) as { properties?: Json };
    if (!properties || Object.keys(properties).length === 0) return '';
    return `<details><summary>${Object.keys(properties).length} fields</summary>${this.of(inner, depth + 1)}</details>`;
  }

  /** The name of the record that a schema is, if it is one or may be null instead. */
  #linked(schema: Json): string | null {
    const name = nameOf(schema);
    if (name !== null) return this.#model.record(name) ? name : null;
    const [only, ...more] = alternatives(schema).filter(({ type }) => type !== 'null');
    return only && more.length === 0 ? this.#linked(only) : null;
  }

  /** The type of a value, with `or null` if a caller has to expect null. */
  #type(schema: Json): string {
    const type = this.#typeBesideNull(schema);
    return type !== 'any' && this.#isNullable(schema) ? `${type} or null` : type;
  }

  #typeBesideNull(schema: Json): string {
    const name = this.#linked(schema);
    if (name !== null) return `<a href="${this.#links.record(name)}">${escaped(name)}</a>`;
    const resolved = this.#merged(schema);
    const several = alternatives(resolved).filter(({ type }) => type !== 'null');
    if (several.length > 0) return [...new Set(several.map((one) => this.#typeBesideNull(one)))].join(' or ');
    if (resolved.items) return `list of ${this.#typeOfItems(resolved.items as Json)}`;
    const types = [resolved.type ?? []].flat().filter((type) => type !== 'null');
    const format = textOf(resolved.format);
    if (types.length === 0) return resolved.properties ? 'object' : 'any';
    return (
      escaped(types.join(' or ')) + (format && format !== 'int64' && format !== 'double' ? ` (${escaped(format)})` : '')
    );
  }

  /** In brackets if the entries may be null: otherwise the whole list could be meant. */
  #typeOfItems(items: Json): string {
    return this.#isNullable(items) ? `(${this.#type(items)})` : this.#type(items);
  }

  #isNullable(schema: Json): boolean {
    const resolved = this.#model.resolved(schema);
    return (
      [resolved.type].flat().includes('null') ||
      list(resolved.enum).includes(null) ||
      alternatives(resolved).some((one) => this.#isNullable(one))
    );
  }

  /** A schema with its `$ref`, and with the members of its `allOf` and of its only alternative beside null. */
  #merged(schema: Json): Json {
    const resolved = this.#model.resolved(schema);
    const [only, ...more] = alternatives(resolved).filter(({ type }) => type !== 'null');
    const parts = [...((resolved.allOf ?? []) as Json[]), ...(only && more.length === 0 ? [only] : [])];
    if (parts.length === 0) return resolved;
    const { allOf: _, anyOf: __, oneOf: ___, ...own } = resolved;
    const all = [...parts.map((part) => this.#merged(part)), own];
    const properties = Object.assign({}, ...all.map((part) => part.properties ?? {})) as Json;
    const required = all.flatMap((part) => list(part.required));
    return Object.assign({}, ...all, { properties, required }) as Json;
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const alternatives = (schema: Json): Json[] => [...list(schema.anyOf), ...list(schema.oneOf)] as Json[];

const nameOf = ({ $ref }: Json): string | null =>
  typeof $ref === 'string' ? (/^#\/components\/schemas\/(.+)$/.exec($ref)?.[1] ?? null) : null;

/** The limits of a value that a caller has to know. */
function limitsOf(schema: Json): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength, maxItems, enum: values } = schema;
  const limits: string[] = [];
  const isId = schema.format === 'int64' || maximum === Number.MAX_SAFE_INTEGER;
  if (Array.isArray(values))
    limits.push(
      `one of ${values
        .filter((value) => value !== null)
        .map((value) => `<code>${escaped(String(value))}</code>`)
        .join(', ')}`,
    );
  if (typeof minimum === 'number' && !isId) limits.push(`at least ${minimum}`);
  if (typeof exclusiveMinimum === 'number') limits.push(`more than ${exclusiveMinimum}`);
  if (typeof maximum === 'number' && !isId) limits.push(`at most ${maximum}`);
  if (typeof exclusiveMaximum === 'number') limits.push(`less than ${exclusiveMaximum}`);
  if (typeof maxLength === 'number') limits.push(`at most ${maxLength} characters`);
  if (typeof maxItems === 'number') limits.push(`at most ${maxItems} entries`);
  if (schema.default !== undefined) limits.push(`default <code>${escaped(JSON.stringify(schema.default))}</code>`);
  return limits;
}
