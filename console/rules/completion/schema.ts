/** Reads what the JSON Schema of the operators' file says about a place in it. */

export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
}

/** Returns a schema with each of its alternatives. */
function alternatives(schema: Schema): Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternatives)];
}

/** Returns what can be at the end of a path of keys; `[]` stands for an item of a list. */
export function schemasAt(root: Schema, path: readonly string[]): Schema[] {
  let at = alternatives(root);
  for (const name of path) {
    at = at.flatMap((schema) => {
      const next = name === '[]' ? schema.items : (schema.properties?.[name] ?? schema.additionalProperties);
      return typeof next === 'object' ? alternatives(next) : [];
    });
  }
  return at;
}

export interface Offer {
  readonly label: string;
  readonly meaning: string;
  /** Whether the value of the key is a mapping or a list, which stands below it. */
  readonly isParent: boolean;
}

/** Returns the keys that a mapping may have, without those that it has. */
export function keysOf(schemas: readonly Schema[], beside: readonly string[]): Offer[] {
  const offers = new Map<string, Offer>();
  const offer = (label: string, schema: Schema) => {
    if (offers.has(label) || beside.includes(label)) return;
    const all = alternatives(schema);
    const isParent = all.every(({ type, anyOf }) => type === 'object' || type === 'array' || anyOf !== undefined);
    offers.set(label, { label, meaning: meaningOf(schema), isParent });
  };
  for (const { properties, propertyNames, additionalProperties } of schemas) {
    for (const [label, schema] of Object.entries(properties ?? {})) offer(label, schema);
    const value = typeof additionalProperties === 'object' ? additionalProperties : {};
    for (const name of propertyNames?.enum ?? []) offer(String(name), value);
  }
  return [...offers.values()];
}

/** Returns the values that a key may have, where there are few. */
export function valuesOf(schemas: readonly Schema[]): Offer[] {
  const values = schemas.flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
    ...([schema.type].flat().includes('boolean') ? [true, false] : []),
  ]);
  return [...new Set(values.map(String))].map((label) => ({ label, meaning: '', isParent: false }));
}

/** Returns the first sentence of a description, without the marks of code. */
const meaningOf = ({ description = '' }: Schema) => (description.split(/\.(\s|$)/)[0] ?? '').replaceAll('`', '');
