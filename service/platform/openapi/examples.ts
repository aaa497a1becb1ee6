import { z } from 'zod';
import type { Field } from '../listing/declaration/field.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { Components, Json } from './components.ts';
import { exampleEndings, exampleValues } from './example-values.ts';

/** Examples out of the declarations: every field by its name, its kind and what it may hold. */

/** A record as it is served, with the related records that `embeds` names by their paths. */
export function recordExample(resource: Resource, embeds: readonly string[] = []): Json {
  const shown = [...resource.fields.values()].filter((field) => !field.hidden);
  const example: Json = Object.fromEntries(shown.map((field) => [field.name, fieldExample(resource.name, field)]));
  for (const name of new Set(embeds.map((path) => path.split('.')[0]!))) {
    const { target, many } = resource.relations.get(name)!;
    const further = embeds.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const related = recordExample(target, further);
    example[name] = many ? [related] : related;
  }
  return example;
}

function fieldExample(of: string, field: Field): unknown {
  if (field.type === 'json' && field.nullable) return null;
  const value = known(of, field.name);
  if (value !== undefined && (value !== null || field.nullable) && fits(field, value)) return value;
  if (field.values) return field.values[0];
  return field.shape && !field.nullable && isList(field.shape) ? [] : usual[field.type];
}

const isList = (shape: z.ZodType) => shape instanceof z.ZodArray;

/** A value of the vocabulary is meant for the kind of field that most records have under this name. */
function fits({ type, values }: Field, value: unknown): boolean {
  if (value === null) return true;
  if (values) return values.includes(String(value));
  const kind = {
    integer: 'number',
    decimal: 'number',
    text: 'string',
    boolean: 'boolean',
    timestamp: 'string',
    date: 'string',
  };
  return type === 'json' || kind[type] === typeof value;
}

const usual: Readonly<Record<Field['type'], unknown>> = {
  integer: 1,
  decimal: 1,
  text: 'text',
  boolean: true,
  timestamp: '2026-04-23T22:54:28+00:00',
  date: '2026-04-23',
  json: {},
};

/** The value that the vocabulary has for a field; undefined where it has none. */
function known(of: string, name: string): unknown {
  for (const key of [`${of}.${name}`, name]) if (key in exampleValues) return exampleValues[key];
  return exampleEndings.find(([ending]) => name.endsWith(ending))?.[1];
}

/**
 * An example of what a schema describes: its own where it has one, otherwise made of its parts.
 * @param of the kind of record that it is about, for the vocabulary
 */
export function schemaExample(schema: Json, of: string, components: Components, name = ''): unknown {
  const { $ref, example, const: only, enum: words, anyOf, properties, items } = schema as { [key: string]: never };
  if (example !== undefined) return example;
  if (only !== undefined) return only;
  if ($ref) return schemaExample(components.get('schemas', nameOf($ref))!, of, components, name);
  if (properties) {
    const members = Object.entries<Json>(properties).map(([key, member]) => [
      key,
      schemaExample(member, of, components, key),
    ]);
    return Object.fromEntries(members);
  }
  const types = [schema.type].flat();
  if (types.includes('array') && name !== 'permissions') {
    return items ? [schemaExample(items, of, components, name.replace(/s$/, ''))] : [];
  }
  const value = known(of, name);
  if (words) return (words as unknown[]).includes(value) ? value : words[0];
  const nullable = types.includes('null') || (anyOf as Json[] | undefined)?.some(({ type }) => type === 'null');
  if (value !== undefined && (value !== null || nullable)) return value;
  if (anyOf) return schemaExample(anyOf[0], of, components, name);
  switch (types[0]) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    case 'string':
      return schema.format === 'date-time' ? usual.timestamp : 'text';
    default:
      return types[0] === 'null' ? null : {};
  }
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** A page of a list, with one record. */
export function pageExample(record: unknown): Json {
  return {
    total: 1,
    per_page: 100,
    current_page: 1,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
    from: 1,
    to: 1,
    data: [record],
  };
}
