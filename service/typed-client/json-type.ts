/** JSON Schemas as types of TypeScript. */
import { braces, type Member } from './layout.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  /** The name of a schema that several fields or answers share. The description is then not that of one field. */
  readonly title?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/** Whether the client sends the value, or the service returns it. */
export type Direction = 'sent' | 'returned';

/** Returns the name of the type that an object has elsewhere, if there is one. */
export type NameOf = (object: JsonSchema, direction: Direction) => string | undefined;

/**
 * Returns the type of a schema. The service accepts several forms of a value, and the type has only the first. Two types
 * have more when sent: decimals as text, which no binary float rounds, and booleans as 1 and 0, as the interface writes them.
 * @throws Error for a schema that no declaration has used yet
 */
export function jsonType(schema: JsonSchema, direction: Direction, nameOf?: NameOf, indent = ''): string {
  const inner = (one: JsonSchema) => jsonType(one, direction, nameOf, indent);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(inner))].join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum?.includes(true)) return 'boolean | 0 | 1';
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (typeof schema.type === 'object') return firstType(schema, schema.type, inner);
  if (schema.type === 'array') return arrayOf(schema.items ? inner(schema.items) : 'unknown');
  if (schema.type === 'object') return objectType(schema, direction, nameOf, indent);
  const scalar = schema.type === undefined ? 'unknown' : scalars[direction][schema.type];
  if (scalar === undefined) throw new Error(`${JSON.stringify(schema)} has no type here yet`);
  return scalar;
}

const scalars: Readonly<Record<Direction, Readonly<Record<string, string>>>> = {
  sent: {
    null: 'null',
    string: 'string',
    integer: 'number',
    number: 'number | string',
    boolean: 'boolean | 0 | 1',
  },
  returned: { null: 'null', string: 'string', integer: 'number', number: 'number', boolean: 'boolean' },
};

/** Returns the members of an object. */
export function members(schema: JsonSchema, direction: Direction, nameOf?: NameOf, indent = ''): Member[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    text: `${name}${required.has(name) ? '' : '?'}: ${jsonType(member, direction, nameOf, `${indent}  `)}`,
    comment: member.title ? undefined : member.description,
  }));
}

export const arrayOf = (type: string) => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`);

function firstType(schema: JsonSchema, types: readonly string[], inner: (schema: JsonSchema) => string): string {
  const type = inner({ ...schema, type: types.find((one) => one !== 'null') ?? 'null' });
  return types.includes('null') && type !== 'null' ? `${type} | null` : type;
}

function objectType(schema: JsonSchema, direction: Direction, nameOf: NameOf | undefined, indent: string): string {
  if (schema.properties) {
    return nameOf?.(schema, direction) ?? braces(members(schema, direction, nameOf, indent), indent);
  }
  const { additionalProperties: rest } = schema;
  return `Record<string, ${typeof rest === 'object' ? jsonType(rest, direction, nameOf, indent) : 'unknown'}>`;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
