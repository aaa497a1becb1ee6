import { z } from 'zod';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { Relation } from '../platform/listing/declaration/relation.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import { fieldsSchema } from '../platform/listing/declaration/schema.ts';
import { typeName } from '../platform/openapi/type-names.ts';
import { catalogue } from '../platform/problems/problems.ts';
import { type JsonSchema, members, type NameOf } from './json-type.ts';
import { braces, docComment, filled, type Member } from './layout.ts';

/** Returns every resource that an endpoint returns or lists, and the targets of their relations, by name. */
export function returnedResources(endpoints: readonly Endpoint[]): Resource[] {
  const returned = new Set(endpoints.flatMap(({ returns, lists }) => [returns, lists?.of]).filter(isResource));
  for (const resource of returned) for (const relation of resource.relations.values()) returned.add(relation.target);
  return [...returned].sort((a, b) => (typeName(a.name) < typeName(b.name) ? -1 : 1));
}

/** Returns the interface of a record: its fields, and its relations as members that are there only when embedded. */
export function recordType(resource: Resource, nameOf: NameOf): string {
  const fields = recordMembers(resource, nameOf);
  const relations = [...resource.relations.values()].map(relationMember);
  const head = `export interface ${typeName(resource.name)} `;
  const [id] = fields;
  if (id?.comment && fields.length + relations.length === 2) {
    // A constant list: the comment of the record names its values.
    const about = `${resource.description}: ${id.comment}`;
    return (
      docComment(about, '') +
      head +
      braces(
        fields.map(({ text }) => ({ text })),
        '',
        head,
      ) +
      '\n'
    );
  }
  return `${docComment(resource.description, '')}${head}${braces([...fields, ...relations], '', head)}\n`;
}

/** Returns the fields of a record. An id of a constant list has the values of the list as its comment. */
export function recordMembers(resource: Resource, nameOf?: NameOf): Member[] {
  const schema = recordSchema(resource);
  return members(schema, 'returned', nameOf).map(({ text, comment }) => {
    const [name = ''] = text.split(/[?:]/, 1);
    const target = name.endsWith('_id') ? resource.relations.get(name.slice(0, -'_id'.length))?.target : undefined;
    return { text, comment: comment ?? target?.key.description ?? undefined };
  });
}

export function recordSchema(resource: Resource): JsonSchema {
  return z.toJSONSchema(fieldsSchema(resource), { io: 'output', unrepresentable: 'any' }) as JsonSchema;
}

function relationMember({ name, target, many, nullable, description }: Relation): Member {
  const type = `${typeName(target.name)}${many ? '[]' : nullable ? ' | null' : ''}`;
  return { text: `${name}?: ${type}`, comment: description ?? undefined };
}

/** Returns the type of the codes in the catalogue. */
export function problemTypes(): string {
  const codes = Object.keys(catalogue).map((code) => `| '${code}'`);
  return `/** The codes of the service's refusals. \`GET /problem\` lists them. */\nexport type ProblemCode =\n${filled(codes, ' ', '  ').trimEnd()};\n`;
}
