import { z } from 'zod';
import type { Resource } from '../listing/declaration/resource.ts';
import { componentSchemas } from '../listing/declaration/schema.ts';
import type { Components, Json } from './components.ts';
import { typeName } from './type-names.ts';

/** JSON Schemas of the description, from the types of bodies and answers. */

/** Returns the schema of a type. Objects with a title become components of that name. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const { $schema, ...written } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return tidy(written, components) as Json;
}

/**
 * Adds the resources as components, with all related resources. Only the key is required: the parameter `fields` and `Prefer:
 * return=minimal` leave out other fields.
 */
export function addResources(shown: Iterable<Resource>, components: Components): void {
  const resources = [...shown];
  const keys = new Map(resources.map((resource) => [schemaName(resource), resource.key.name]));
  for (const [name, schema] of Object.entries(componentSchemas(resources, schemaName))) {
    components.add('schemas', name, { ...(tidy(schema, components) as Json), required: [keys.get(name) ?? 'id'] });
  }
}

/** The name of the schema of a record: `SalesOrderLine`. */
export const schemaName = ({ name }: Resource): string => exceptions[name] ?? typeName(name);

/** Generators name the type of the field `type` of a customer `CustomerType`. */
const exceptions: Readonly<Record<string, string>> = { customertype: 'CustomerTypeRecord' };

function tidy(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((one) => tidy(one, components));
  if (typeof value !== 'object' || value === null) return value;
  const { title, ...schema } = Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !isNoise(name, member, value as Json))
      .map(([name, member]) => [name, tidyMember(name, member, components)]),
  );
  if (typeof title !== 'string') return withFormat(withOneType(nullableInOne(schema)));
  if (schema.properties) return components.add('schemas', title, schema);
  return withFormat(nullableInOne(schema));
}

function tidyMember(keyword: string, member: unknown, components: Components): unknown {
  if (valueKeywords.has(keyword)) return member;
  if (keyword !== 'properties') return tidy(member, components);
  // The names of properties may be keywords.
  const properties = Object.entries(member as Json).map(([name, property]) => [name, tidy(property, components)]);
  return Object.fromEntries(properties);
}

/** Keywords whose members are values, not schemas. */
const valueKeywords = new Set(['example', 'enum', 'const', 'default', 'required']);

/** Keywords of zod that help no reader. Answers may get more members, so no schema excludes them. */
function isNoise(name: string, member: unknown, { format, type, minimum }: Json): boolean {
  // openapi-generator makes an enumeration of texts of it, in which true is "true".
  if (name === 'const') return typeof member === 'boolean';
  if (name === 'propertyNames') return typeof member === 'object';
  if (name === 'additionalProperties') return member === false;
  // The range of ids in bodies begins with 1. Zod gives another one to every whole number in answers.
  if ((name === 'minimum' || name === 'maximum') && type === 'integer' && minimum !== 1)
    return Math.abs(Number(member)) === Number.MAX_SAFE_INTEGER;
  return name === 'pattern' && (format === 'date-time' || format === 'date');
}

/** Writes `anyOf: [{type: text}, {type: null}]` as `type: [text, null]`. */
function nullableInOne(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [{ type, ...first }] = anyOf as [Json];
  // Any value may be null, too.
  if (type === undefined && Object.keys(first).length === 0) return rest;
  if (type === undefined) return schema;
  const list = Array.isArray(first.enum) ? { enum: [...new Set([...first.enum, null])] } : {};
  return { ...first, ...list, ...rest, type: [...new Set([type, 'null'].flat())] };
}

/** A value of several types, beside null, is any value: generators make no working type of it. */
function withOneType(schema: Json): Json {
  const { type, ...others } = schema;
  return Array.isArray(type) && type.filter((one) => one !== 'null').length > 1 ? others : schema;
}

/** The service has numbers of 64 bits. Without a format, Go gets 32 bits, and 1234567.89 becomes 1234567.9. */
function withFormat(schema: Json): Json {
  const isNumber = [schema.type].flat().includes('number') && schema.format === undefined;
  return isNumber ? { ...schema, format: 'double' } : schema;
}
