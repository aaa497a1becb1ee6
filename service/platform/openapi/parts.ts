import type { Json } from './components.ts';

/**
 * Objects within objects, and lists of words that may be null, as components of their own. Of an object without a name, oapi-codegen
 * makes a type without a name, and a program has to write it out again to fill it. openapi-generator refuses null for such an object,
 * even if it is nullable. Of a list of words with null in it, openapi-python-client makes three classes.
 */

/** Adds a schema under this name. @returns a reference to it */
type Add = (name: string, schema: Json) => Json;

/** Returns the schema of a component with references in place of the objects within it: `SalesOrderAttention`. */
export function withParts(name: string, schema: Json, add: Add): Json {
  const { properties } = schema;
  if (!isJson(properties)) return schema;
  const own: Add = (part, value) => add(part, { ...value, 'x-part-of': name });
  const taken = new Set(Object.keys(properties).map((key) => name + inCapitals(key)));
  const members = Object.entries(properties).map(([key, member]) => [
    key,
    partOf(name + inCapitals(key), member as Json, own, taken),
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/**
 * Returns a schema, or a reference to it if it is an object with members. The entries of a list are treated alike.
 * @param taken names that entries may not have
 */
export function partOf(name: string, schema: Json, add: Add, taken: ReadonlySet<string> = new Set()): Json {
  const { items, additionalProperties: values, properties, type, description } = schema;
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) {
    const words = schema.enum.filter((word) => word !== null);
    const { description: _, ...list } = schema;
    return orNull(add(name, { ...list, type: typeof words[0], enum: words }), description);
  }
  if (isJson(items)) return { ...schema, items: partOf(entryName(name, taken), items, add) };
  if (!properties) {
    return isJson(values) ? { ...schema, additionalProperties: partOf(entryName(name, taken), values, add) } : schema;
  }
  const reference = add(name, { ...schema, type: 'object' });
  if (![type].flat().includes('null')) return reference;
  return orNull(reference, description);
}

const orNull = (reference: Json, description: unknown): Json => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [reference, { type: 'null' }],
});

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of `CreateSalesOrderBodyLines` are each a `CreateSalesOrderBodyLine`, if no other field has this name. */
function entryName(name: string, taken: ReadonlySet<string>): string {
  const singular = name.replace(/(?<!s)s$/, '');
  return singular === name || taken.has(singular) ? `${name}Entry` : singular;
}

/** `line_details` becomes `LineDetails`. */
const inCapitals = (field: string) => field.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase());
