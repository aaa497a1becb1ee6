/** JSON Schemas as types of TypeScript. */

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  /** Of what many fields share; its description is that of no field in particular. */
  readonly title?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/**
 * The type of what is sent or served. The service takes several forms of a value, for clients that know no better; the first
 * is the one it really has, and the type names it alone. But decimals may be sent as text, which no binary float harms, and
 * yes and no as 1 and 0, as the contract writes them.
 * @param way whether it is sent to the service or comes from it
 * @throws Error for what no declaration has used yet
 */
export function jsonType(schema: JsonSchema, way: 'sent' | 'served', indent = ''): string {
  const inner = (one: JsonSchema) => jsonType(one, way, indent);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(inner))].join(' | ');
  if (schema.const !== undefined) return written(schema.const);
  if (schema.enum?.includes(true)) return 'boolean | 0 | 1';
  if (schema.enum) return schema.enum.map(written).join(' | ');
  if (Array.isArray(schema.type)) {
    const type = inner({ ...schema, type: schema.type.find((one) => one !== 'null') ?? 'null' });
    return schema.type.includes('null') && type !== 'null' ? `${type} | null` : type;
  }
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'null':
      return 'null';
    case 'string':
      return 'string';
    case 'integer':
      return 'number';
    case 'number':
      return way === 'sent' ? 'number | string' : 'number';
    case 'boolean':
      return way === 'sent' ? 'boolean | 0 | 1' : 'boolean';
    case 'array':
      return arrayOf(schema.items ? inner(schema.items) : 'unknown');
    case 'object':
      return schema.properties ? objectType(schema, way, indent) : `Record<string, ${rest(schema, inner)}>`;
    default:
      throw new Error(`${JSON.stringify(schema)} has no type here yet`);
  }
}

/** Members of an object, a line each. */
export function members(schema: JsonSchema, way: 'sent' | 'served', indent: string): string {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const type = jsonType(member, way, indent);
      const about = member.title ? null : member.description;
      return `${comment(about, indent)}${indent}${name}${required.has(name) ? '' : '?'}: ${type};\n`;
    })
    .join('');
}

/** A doc comment, or nothing where there is nothing to say. */
export function comment(text: string | null | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

export const arrayOf = (type: string) => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`);

function objectType(schema: JsonSchema, way: 'sent' | 'served', indent: string): string {
  return `{\n${members(schema, way, `${indent}  `)}${indent}}`;
}

function rest({ additionalProperties }: JsonSchema, inner: (schema: JsonSchema) => string): string {
  return typeof additionalProperties === 'object' ? inner(additionalProperties) : 'unknown';
}

const written = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
