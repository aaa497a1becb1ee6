import { functionMeanings, operatorMeanings } from '../../lib/expressions/meanings.ts';
import { nearest } from '../../lib/expressions/nearest.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import type { FieldAnswer, ResourceNames } from './schema.ts';

/** Bytes of an answer. An editor reads it before the first letter is typed, also on a phone. */
const usualBytes = 10_240;
/** Characters of a meaning: one line of a list of completions. */
const mostCharacters = 100;

/**
 * Returns the names that expressions about a resource may use: its fields and relations, and the names of its
 * related resources, limited by the caller's permissions and by 10 KiB. The declarations of the resources say it.
 * @param mostBytes the limit of the answer, as JSON
 * @throws query.invalid-value with the nearest names; permission.missing if the caller may not list the resource
 */
export function expressionNames(name: string, readAccess: ReadAccess | null, mostBytes = usualBytes): FieldAnswer {
  const resource = known(name, readAccess);
  const related = new Map(readableRelations(resource, readAccess).map(({ target }) => [target.name, target]));
  related.delete(name);
  let answer: FieldAnswer = {
    resource: name,
    resources: { [name]: { ...namesOf(resource, readAccess), ...meaningsOf(resource, readAccess) } },
    left_out: [...related.keys()],
    operators: [...operatorMeanings],
    functions: [...functionMeanings],
  };
  for (const [added, target] of related) {
    const larger = {
      ...answer,
      resources: { ...answer.resources, [added]: namesOf(target, readAccess) },
      left_out: answer.left_out.filter((other) => other !== added),
    };
    if (Buffer.byteLength(JSON.stringify(larger)) <= mostBytes) answer = larger;
  }
  return answer;
}

/** Returns the names of all resources, in alphabetical order. */
export const resourceNames = (): string[] => [...resources.all()].map(({ name }) => name).sort();

function known(name: string, readAccess: ReadAccess | null): Resource {
  const all = [...resources.all()];
  const resource = all.find((each) => each.name === name);
  if (!resource) {
    const near = nearest(
      name,
      all.map((each) => each.name),
    );
    const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
    throw problem('query.invalid-value', `There is no resource "${name}".${hint}`, {
      parameter: 'resource',
      nearest: near,
    });
  }
  const permission = readAccess?.lacks(name) ?? null;
  if (permission === null) return resource;
  const detail = `Expressions about ${name} records need the permission ${permission}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission, parameter: 'resource' });
}

const readableRelations = (resource: Resource, readAccess: ReadAccess | null) =>
  [...resource.relations.values()].filter(({ target }) => (readAccess?.lacks(target.name) ?? null) === null);

const filterable = (resource: Resource) => [...resource.fields.values()].filter((field) => field.filterable);

function namesOf(resource: Resource, readAccess: ReadAccess | null): ResourceNames {
  const fields = filterable(resource);
  const relations = readableRelations(resource, readAccess);
  const values = fields.flatMap(({ name, values }): [string, string[]][] => (values ? [[name, [...values]]] : []));
  const many = relations.filter((relation) => relation.many).map((relation) => relation.name);
  return {
    fields: Object.fromEntries(fields.map(({ name, type, filterBy }) => [name, filterBy ? 'integer' : type])),
    ...(values.length > 0 ? { values: Object.fromEntries(values) } : {}),
    relations: Object.fromEntries(relations.map((relation) => [relation.name, relation.target.name])),
    ...(many.length > 0 ? { many } : {}),
  };
}

function meaningsOf(resource: Resource, readAccess: ReadAccess | null): Pick<ResourceNames, 'meanings'> {
  const described = [...filterable(resource), ...readableRelations(resource, readAccess)];
  const meanings = described.flatMap(({ name, description }) => (description ? [[name, short(description)]] : []));
  return meanings.length > 0 ? { meanings: Object.fromEntries(meanings) } : {};
}

/** Returns the first sentence of a description, or as many of its words as fit. */
function short(description: string): string {
  const [sentence = ''] = description.split(/\.\s/);
  if (sentence.length <= mostCharacters) return sentence;
  return `${sentence.slice(0, mostCharacters).replace(/[\s,:]+\S*$/, '')} …`;
}
