import { z } from 'zod';
import { parameterNames } from '../platform/http/address.ts';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { inRecordWords } from '../platform/openapi/body-words.ts';
import { arrayOf, comment, type JsonSchema, jsonType, members } from './json-type.ts';
import type { NamedCall } from './named-calls.ts';
import { typeName } from './type-names.ts';

/** Answers whose types are written elsewhere. */
const byHand: Readonly<Record<string, string>> = {
  'GET /salesorder/{salesorder_id}/plan': 'PlanRecord',
  'GET /metrics': 'string',
  'GET /carton/{carton_id}/label': 'string | Uint8Array',
  'GET /document/{document_id}/pdf': 'Uint8Array',
  'GET /printout': 'Uint8Array',
  'GET /bulkrun/{bulkrun_id}/pdf': 'Uint8Array',
};

interface Branch {
  readonly calls: string[];
  readonly below: Map<string, Branch>;
}

/** The types of all calls: bodies and answers by name, and the tree of calls that uses them. */
export function callTypes(calls: readonly NamedCall[]): string {
  const file = new CallFile();
  const tree = file.tree(calls);
  const kinds = [
    'Background',
    'Do',
    'DoRecord',
    'Each',
    'Embedded',
    'Get',
    'List',
    'ListBelow',
    'PagesBelow',
    'Queued',
    'Read',
  ];
  const used = [...file.records].filter((name) => !file.named.has(name)).sort();
  const imports = [
    `import type { ${kinds.filter((kind) => new RegExp(`\\b${kind}<`).test(tree)).join(', ')} } from '../call.ts';`,
    `import type { PlanRecord } from '../plan-record.ts';`,
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './records.ts';`,
  ];
  return `${imports.join('\n')}\n\n${[...file.named.values()].join('\n')}\n${tree}`;
}

class CallFile {
  /** Interfaces of bodies and answers, by name. */
  readonly named = new Map<string, string>();
  /** Records that are used. */
  readonly records = new Set<string>();

  tree(calls: readonly NamedCall[]): string {
    const top: Branch = { calls: [], below: new Map() };
    for (const call of calls) this.#add(top, call);
    return `/** Every operation of the interface. */\nexport interface Calls {\n${lines(top, '  ')}}\n`;
  }

  #add(top: Branch, call: NamedCall): void {
    let branch = top;
    for (const word of call.place) {
      if (!branch.below.has(word)) branch.below.set(word, { calls: [], below: new Map() });
      branch = branch.below.get(word)!;
    }
    const { summary, description, lists } = call.endpoint;
    const indent = '  '.repeat(call.place.length + 1);
    const about = [summary, description].filter(Boolean).join('\n\n');
    branch.calls.push(`${comment(about, indent)}${indent}${call.name}: ${this.#type(call, indent)};\n`);
    if (lists?.as !== 'page' || parameterNames(call.endpoint.path).length > 0) return;
    const each = `${indent}each: Each<${this.#record(lists.of.name)}>;\n`;
    branch.calls.push(comment('All of them, page after page.', indent) + each);
  }

  #type(call: NamedCall, indent: string): string {
    const { endpoint } = call;
    const { method, path, lists, returns } = endpoint;
    const ids = parameterNames(path).map((name) => `${name}: number`);
    if (lists) {
      const record = this.#record(lists.of.name);
      if (lists.as === 'array') return `ListBelow<[${ids.join(', ')}], ${record}>`;
      return ids.length === 0 ? `List<${record}>` : `PagesBelow<[${ids.join(', ')}], ${record}>`;
    }
    if (method === 'GET') {
      return isResource(returns)
        ? `Get<[${ids.join(', ')}], ${this.#record(returns.name)}>`
        : `Read<[${[...ids, ...this.#query(call)].join(', ')}], ${this.#value(call)}>`;
    }
    const args = `[${[...ids, ...this.#body(call)].join(', ')}]`;
    if (endpoint.status === 202) return `Queued<${args}>`;
    // Whoever asks for a preview says so, and knows what comes.
    if (endpoint.previews) this.#name(answerName(call), schemaOf(endpoint.previews, 'output'), 'served');
    if (!isResource(returns) || endpoint.status === 204) return `Do<${args}, ${this.#value(call)}>`;
    return `DoRecord<${args}, ${this.#changed(endpoint, indent)}${endpoint.background ? ', true' : ''}>`;
  }

  #record(name: string): string {
    const type = typeName(name);
    this.records.add(type);
    return type;
  }

  /** The body as a further argument. */
  #body(call: NamedCall): string[] {
    const { body } = call.endpoint;
    if (!body) return [];
    const schema = inRecordWords(schemaOf(body, 'input'), call.endpoint);
    const name = this.#name(bodyName(call), schema, 'sent');
    const needed = call.name === 'update' || (schema.required ?? []).length > 0;
    return [`body${needed ? '' : '?'}: ${name}`];
  }

  /** What a reading has to be told beside its address. */
  #query(call: NamedCall): string[] {
    const { query } = call.endpoint;
    if (!query || call.takes !== 'query') return [];
    return [`query: ${this.#name(`${typeName(...call.place)}Query`, schemaOf(query, 'input'), 'sent')}`];
  }

  /** The record that a changing call answers, with what the answer always shows. */
  #changed({ returns, embeds = [], adds }: Endpoint, indent: string): string {
    if (!isResource(returns)) throw new Error('Not a record');
    const record = this.#record(returns.name);
    const shown = embeds.length > 0 ? `Embedded<${record}, '${embeds.join(',')}'>` : record;
    if (!adds) return shown;
    return `${shown} & ${jsonType(schemaOf(adds, 'output'), 'served', indent)}`;
  }

  #value(call: NamedCall): string {
    const { method, path, returns, status } = call.endpoint;
    const known = byHand[`${method} ${path}`];
    if (known) return known;
    if (status === 204) return 'void';
    if (returns === undefined || isResource(returns)) throw new Error(`${method} ${path} does not say what it answers`);
    return this.#name(answerName(call), schemaOf(returns, 'output'), 'served');
  }

  /** Gives the type a name, and its name back. */
  #name(name: string, schema: JsonSchema, way: 'sent' | 'served'): string {
    const list = schema.type === 'array' && schema.items !== undefined;
    const object = list ? schema.items : schema;
    if (!object?.properties) return jsonType(schema, way);
    // What several answers share has a title.
    const called = object.title ?? name;
    const text = `export interface ${called} {\n${members(object, way, '  ')}}\n`;
    const before = this.named.get(called);
    if (before !== undefined && before !== text) throw new Error(`${called} would be two types`);
    this.named.set(called, text);
    return list ? arrayOf(called) : called;
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** `NewCarton` of `POST /pack/{pack_id}/carton`, `SalesOrderChanges` of `PUT`, `SalesOrderHold` of a verb. */
function bodyName({ place, name, endpoint }: NamedCall): string {
  const words = endpoint.path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  if (name === 'create') return `New${typeName(...place)}`;
  if (name === 'update') return `${typeName(...place)}Changes`;
  return typeName(...words);
}

function answerName({ place, name, endpoint }: NamedCall): string {
  if (endpoint.method !== 'GET')
    return `${typeName(...place, ...(['create', 'update'].includes(name) ? [] : [name]))}Answer`;
  return name === 'get' ? typeName(...place) : typeName(...place, name);
}

function lines({ calls, below }: Branch, indent: string): string {
  const more = [...below].map(([word, branch]) => `${indent}${word}: {\n${lines(branch, `${indent}  `)}${indent}};\n`);
  return calls.join('') + more.join('');
}
