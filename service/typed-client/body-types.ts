import { z } from 'zod';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import { inRecordWords } from '../platform/openapi/body-words.ts';
import type { ClientCall } from '../platform/openapi/client-call.ts';
import { typeName } from '../platform/openapi/type-names.ts';
import { arrayOf, type Direction, type JsonSchema, jsonType, members, type NameOf } from './json-type.ts';
import { braces, docComment, filled, type Member } from './layout.ts';
import { recordMembers, recordSchema } from './record-types.ts';

interface NamedType {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly direction: Direction;
  /** The first word of the address. */
  readonly area: string;
  /** The record that a body creates or changes. */
  readonly record?: Resource;
}

const ofOtherOrders = /^(Transfer|Use)Order/;

/** Answers whose types no schema describes. */
const answerTypes: Readonly<Record<string, string>> = {
  'GET /salesorder/{salesorder_id}/plan': 'PlanRecord',
  'GET /transferorder/{transferorder_id}/plan': 'PlanRecord',
  'GET /useorder/{useorder_id}/plan': 'PlanRecord',
  'GET /metrics': 'string',
  'GET /carton/{carton_id}/label': 'string | Uint8Array',
  'GET /document/{document_id}/pdf': 'Uint8Array',
  'GET /printout': 'Uint8Array',
  'GET /bulkrun/{bulkrun_id}/pdf': 'Uint8Array',
};

/** The types of the bodies, queries and answers of all calls, by name. A shape that has a name is written once. */
export class BodyTypes {
  readonly #named = new Map<string, NamedType>();
  /** Names by the text of a shape. */
  readonly #shapes = new Map<string, string>();

  /** @param resources the records that the client has types for */
  constructor(calls: readonly ClientCall[], resources: readonly Resource[]) {
    for (const resource of resources) this.#shapes.set(shapeOf(recordSchema(resource)), typeName(resource.name));
    for (const call of calls) {
      this.bodyOf(call);
      this.queryOf(call);
      const { answer, returns } = call.endpoint;
      const previews = answer?.previews;
      if (previews)
        this.#name(call, { name: answerName(call), schema: jsonSchema(previews, 'output'), direction: 'returned' });
      if (returns !== undefined && !isResource(returns)) this.answerOf(call);
    }
    const shortFirst = [...this.#named.values()].sort((a, b) => a.name.length - b.name.length);
    // Sales orders give the name of a shape: transfer and use orders have the same ones.
    for (const type of [...shortFirst.filter(({ name }) => !ofOtherOrders.test(name)), ...shortFirst]) {
      const shape = shapeOf(type.schema, type.direction);
      if (!this.#shapes.has(shape)) this.#shapes.set(shape, type.name);
    }
  }

  /** Returns the name of the type that has the shape of an object, if one has. */
  readonly nameOf: NameOf = (object, direction) => this.#shapes.get(shapeOf(object, direction));

  /** Returns the type of a call's body, and whether it can be left out. */
  bodyOf(call: ClientCall): { type: string; required: boolean } | null {
    const { body, returns } = call.endpoint;
    if (!body) return null;
    const schema = inRecordWords(jsonSchema(body, 'input'), call.endpoint);
    const record = isResource(returns) ? returns : undefined;
    const type = this.#name(call, { name: bodyName(call), schema, direction: 'sent', record });
    return { type, required: call.name === 'update' || (schema.required ?? []).length > 0 };
  }

  /** Returns the type of the query of a call that takes one in place of a body. */
  queryOf(call: ClientCall): { type: string; required: boolean } | null {
    const { query, lists } = call.endpoint;
    if (!query || lists || call.argument !== 'query') return null;
    const isView = call.name !== 'get';
    const name = `${typeName(...call.place, ...(isView ? [call.name] : []))}Query`;
    const schema = jsonSchema(query, 'input');
    const type = this.#name(call, { name, schema, direction: 'sent' });
    return { type, required: !isView || (schema.required ?? []).length > 0 };
  }

  /** Returns the type of an answer that is not a record. */
  answerOf(call: ClientCall): string {
    const { method, path, returns, status } = call.endpoint;
    const known = answerTypes[`${method} ${path}`];
    if (known) return known;
    if (status === 204) return 'void';
    if (returns === undefined || isResource(returns)) throw new Error(`${method} ${path} does not say what it answers`);
    return this.#name(call, { name: answerName(call), schema: jsonSchema(returns, 'output'), direction: 'returned' });
  }

  /** Returns the names of the types that `text` declares. */
  names(): ReadonlySet<string> {
    return new Set(this.#named.keys());
  }

  /** Returns the declarations of all types. */
  text(): string {
    const decimals = new Set(this.#decimalFields());
    const names = filled(
      [...decimals].sort().map((name) => `| '${name}'`),
      ' ',
      '  ',
    ).trimEnd();
    const head = `type DecimalField =\n${names};\ntype Body<R, Required extends keyof R, Optional extends keyof R = never> = BodyFields<R, DecimalField, Required, Optional>;\n\n`;
    return head + [...this.#named.values()].map((type) => this.#declaration(type, decimals)).join('');
  }

  /** Registers the type of an object, or of the objects of a list, and returns the type of the whole schema. */
  #name(call: ClientCall, type: Omit<NamedType, 'area'>): string {
    const { schema, direction } = type;
    const list = schema.type === 'array' && schema.items !== undefined;
    const object = (list ? schema.items : schema) ?? schema;
    if (!object.properties) return jsonType(schema, direction, this.nameOf);
    // Answers that several endpoints share have a title.
    const name = object.title ?? type.name;
    const before = this.#named.get(name);
    if (before && shapeOf(before.schema, direction) !== shapeOf(object, direction))
      throw new Error(`${name} would be two types`);
    if (!before) this.#named.set(name, { ...type, name, schema: object, area: call.place[0] ?? '' });
    return list ? arrayOf(name) : name;
  }

  #declaration(type: NamedType, decimals: ReadonlySet<string>): string {
    const { name, schema, direction } = type;
    const comment = docComment(schema.title ? schema.description : null, '');
    const all = members(schema, direction, this.nameOf);
    const [base, rest] = this.#partOfCreation(type, all) ?? fieldsOf(type, all, decimals);
    if (base && rest.length === 0) return `${comment}${broken(`export type ${name} = ${base};\n`)}`;
    const head = `export interface ${name} ${base ? `extends ${base} ` : ''}`;
    const text = `${broken(head)}${braces(rest, '', head)}\n`;
    const same = this.#shapes.get(shapeOf(schema, direction));
    const shared =
      same !== undefined && same !== name && (text.trim().includes('\n') || this.#named.get(same)?.area === type.area);
    return shared ? `export type ${name} = ${same};\n` : comment + text;
  }

  /** Changes have the fields of the new record, and none is required. */
  #partOfCreation({ name, direction }: NamedType, all: readonly Member[]): readonly [string, readonly Member[]] | null {
    const [record = ''] = name.split(/Changes$/);
    const creation = name.endsWith('Changes') ? this.#named.get(`New${record}`) : undefined;
    if (!creation) return null;
    const optional = members(creation.schema, direction, this.nameOf).map(({ text }) =>
      text.replace(/^(\w+):/, '$1?:'),
    );
    const missing = optional.filter((text) => !all.some((member) => member.text === text));
    if (missing.length > 4 || missing.length * 2 > optional.length) return null;
    const rest = all.filter(({ text }) => !optional.includes(text));
    const base = missing.length > 0 ? `Omit<${creation.name}, ${union(missing.map(fieldName))}>` : creation.name;
    return [`Partial<${base}>`, rest];
  }

  /** Names of fields that are sent as numbers or as text. */
  #decimalFields(): string[] {
    return [...this.#named.values()]
      .filter(({ record }) => record)
      .flatMap(({ schema, direction }) => members(schema, direction))
      .filter(({ text }) => /^\w+\??: number \| string( \| null)?$/.test(text))
      .map(({ text }) => fieldName(text));
  }
}

/** Splits the members of a body into the fields of its record, as the type that takes them, and the others. */
function fieldsOf({ record, direction }: NamedType, all: readonly Member[], decimals: ReadonlySet<string>) {
  if (!record || direction === 'returned') return [null, all] as const;
  const fields = recordMembers(record);
  const required: string[] = [];
  const optional: string[] = [];
  const rest: Member[] = [];
  for (const member of all) {
    const name = fieldName(member.text);
    const field = fields.find(({ text }) => fieldName(text) === name);
    const type = field && sentType(name, field.text, decimals);
    if (member.text === `${name}: ${type}`) required.push(name);
    else if (member.text === `${name}?: ${type} | null`) optional.push(name);
    else rest.push(member);
  }
  if (required.length + optional.length < Math.min(2, all.length)) return [null, all] as const;
  const parts = [typeName(record.name), union(required) || 'never', ...(optional.length > 0 ? [union(optional)] : [])];
  return [`Body<${parts.join(', ')}>`, rest] as const;
}

/** Returns the type of a record's field in a body, without null. */
function sentType(name: string, field: string, decimals: ReadonlySet<string>): string {
  const type = field.slice(field.indexOf(': ') + 2).replace(/ \| null$/, '');
  if (type === 'boolean') return 'boolean | 0 | 1';
  return type === 'number' && decimals.has(name) ? 'number | string' : type;
}

const fieldName = (member: string) => member.replace(/\??:.*$/s, '');
const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ');
const broken = (line: string) =>
  line.length <= 121
    ? line
    : filled(line.trimEnd().split(/ (?=\||extends)/), ' ', '  ').trim() + line.slice(line.trimEnd().length);

function shapeOf(schema: JsonSchema, direction: Direction = 'returned'): string {
  return members(schema, direction)
    .map(({ text }) => text)
    .join('; ');
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** `NewCarton` of `POST /pack/{pack_id}/carton`, `SalesOrderChanges` of `PUT`, `SalesOrderHold` of a verb. */
function bodyName({ place, name, endpoint }: ClientCall): string {
  const words = endpoint.path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  if (name === 'create') return `New${typeName(...place)}`;
  if (name === 'update') return `${typeName(...place)}Changes`;
  if (name === 'run') return typeName(...place, name);
  return typeName(...words);
}

function answerName({ place, name, endpoint }: ClientCall): string {
  if (endpoint.method !== 'GET')
    return `${typeName(...place, ...(['create', 'update'].includes(name) ? [] : [name]))}Answer`;
  return name === 'get' ? typeName(...place) : typeName(...place, name);
}

/** Returns the record that a changing call answers, with the relations and members that the answer always shows. */
export function changedRecord({ returns, answer: { embeds = [], adds } = {} }: Endpoint, nameOf: NameOf): string {
  if (!isResource(returns)) throw new Error('Not a record');
  const record = typeName(returns.name);
  const embedded = embeds.length > 0 ? `Embedded<${record}, '${embeds.join(',')}'>` : record;
  return adds ? `${embedded} & ${jsonType(jsonSchema(adds, 'output'), 'returned', nameOf)}` : embedded;
}
