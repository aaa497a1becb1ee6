import { z } from 'zod';
import type { Field } from '../listing/declaration/field.ts';
import { resources } from '../listing/declaration/registry.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { Components, Json } from './components.ts';
import { exampleEndings, exampleValues } from './example-values.ts';

/** Examples from the declarations: each field by its name, its kind and its limits. */

/** Returns an example record as an answer shows it, with the related records at the paths `embeds`. */
export function recordExample(resource: Resource, embeds: readonly string[] = []): Json {
  const shown = [...resource.fields.values()].filter((field) => !field.hidden);
  const example: Json = Object.fromEntries(shown.map((field) => [field.name, fieldExample(resource.name, field)]));
  for (const name of new Set(embeds.map((path) => path.replace(/\..*$/, '')))) {
    const relation = resource.relations.get(name);
    if (!relation) throw new Error(`${resource.name} has no relation ${name} to embed.`);
    const further = embeds.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const related = recordExample(relation.target, further);
    example[name] = relation.many ? [related] : related;
  }
  return example;
}

function fieldExample(of: string, field: Field): unknown {
  if (field.type === 'json' && field.nullable) return null;
  const value = exampleValue(of, field.name);
  if (value !== undefined && (value !== null || field.nullable) && fits(field, value)) return value;
  if (field.values) return field.values[0];
  return field.shape && !field.nullable && isList(field.shape) ? [] : usual[field.type];
}

const isList = (shape: z.ZodType) => shape instanceof z.ZodArray;

/** An example value is meant for the kind of field that most records have under this name. */
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

/** Returns the example value of a field: of its record, or of the first record with the name. @returns undefined if there is none */
function exampleValue(of: string, name: string): unknown {
  const own = resources.find(of)?.fields.get(name)?.example;
  if (own !== undefined) return own;
  const key = `${of}.${name}`;
  return key in exampleValues ? exampleValues[key] : byName(name);
}

function byName(name: string): unknown {
  if (name in exampleValues) return exampleValues[name];
  for (const { fields } of resources.all()) {
    const example = fields.get(name)?.example;
    if (example !== undefined) return example;
  }
  return exampleEndings.find(([ending]) => name.endsWith(ending))?.[1];
}

/**
 * Returns an example for a schema: its own example, or else one that is made of its parts.
 * @param of the kind of record, for the example values
 */
export function schemaExample(schema: Json, of: string, components: Components, name = ''): unknown {
  const { $ref, example, const: only, properties, items } = schema as { [key: string]: never };
  if (example !== undefined) return example;
  if (only !== undefined) return only;
  if ($ref) return schemaExample(components.get('schemas', nameOf($ref)) ?? {}, of, components, name);
  if (properties) return objectExample(properties, of, components);
  if ([schema.type].flat().includes('array') && name !== 'permissions') {
    return items ? [schemaExample(items, of, components, name.replace(/s$/, ''))] : [];
  }
  return valueExample(schema, of, components, name);
}

function objectExample(properties: Readonly<Record<string, Json>>, of: string, components: Components): Json {
  const members = Object.entries(properties).map(([key, member]) => [key, schemaExample(member, of, components, key)]);
  return Object.fromEntries(members);
}

/** Returns an example for a schema of a single value: from the example values if one fits, or else by its type. */
function valueExample(schema: Json, of: string, components: Components, name: string): unknown {
  const words = schema.enum as readonly unknown[] | undefined;
  const alternatives = schema.anyOf as readonly Json[] | undefined;
  const value = exampleValue(of, name);
  if (words) return words.includes(value) ? value : words[0];
  const isNullable = [schema.type].flat().includes('null') || alternatives?.some(({ type }) => type === 'null');
  if (value !== undefined && (value !== null || isNullable)) return value;
  const [first] = alternatives ?? [];
  return first ? schemaExample(first, of, components, name) : exampleOfType(schema);
}

function exampleOfType({ type, format }: Json): unknown {
  switch ([type].flat()[0]) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    case 'string':
      return format === 'date-time' ? usual.timestamp : 'text';
    case 'null':
      return null;
    default:
      return {};
  }
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** Returns an example page of a list with one record. */
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
