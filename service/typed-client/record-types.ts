import { z } from 'zod';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { explained } from '../platform/listing/declaration/meaning.ts';
import type { Relation } from '../platform/listing/declaration/relation.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import { fieldsSchema } from '../platform/listing/declaration/schema.ts';
import { catalogue } from '../platform/problems/problems.ts';
import { comment, type JsonSchema, members } from './json-type.ts';
import { typeName } from './type-names.ts';

/** An interface for each resource that is served somewhere: its fields, and its relations where they are embedded. */
export function recordTypes(endpoints: readonly Endpoint[]): string {
  const served = new Set(endpoints.flatMap(({ returns, lists }) => [returns, lists?.of]).filter(isResource));
  for (const resource of served) for (const relation of resource.relations.values()) served.add(relation.target);
  return [...served]
    .map((resource): [string, string] => [typeName(resource.name), recordType(resource)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join('\n');
}

function recordType(resource: Resource): string {
  const schema = z.toJSONSchema(fieldsSchema(resource), { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const relations = [...resource.relations.values()].map(relationMember).join('');
  const about = comment(resource.description, '');
  return `${about}export interface ${typeName(resource.name)} {\n${members(explained(schema, resource), 'served', '  ')}${relations}}\n`;
}

function relationMember({ name, target, many, nullable, description }: Relation): string {
  const type = `${typeName(target.name)}${many ? '[]' : nullable ? ' | null' : ''}`;
  return `${comment(description, '  ')}  ${name}?: ${type};\n`;
}

/** The codes of the catalogue. */
export function problemTypes(): string {
  const codes = Object.keys(catalogue).map((code) => `  | '${code}'`);
  return `\n/** What the service refuses with; \`GET /problem\` lists them. */\nexport type ProblemCode =\n${codes.join('\n')};\n`;
}
