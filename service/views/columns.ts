import { nearest } from '../../lib/expressions/nearest.ts';
import { leadsBack, type Relation } from '../platform/listing/declaration/relation.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import { embedLimits } from '../platform/listing/embed.ts';
import { type ReadAccess, unreadable } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';

const parameter = 'columns';

/**
 * Checks the path of a column: relations that a list can embed, and a field that answers show. A name below a JSON field is free:
 * `custom.colour`.
 * @throws query.unknown-field with the nearest names; query.leads-back; permission.missing if the caller may not read the records
 */
export function checkColumn(resource: Resource, path: string, readAccess: ReadAccess | null): void {
  const names = path.split('.');
  let at = resource;
  let before: { readonly origin: Resource; readonly relation: Relation } | null = null;
  for (const [index, name] of names.entries()) {
    const left = names.length - index - 1;
    const field = at.fields.get(name);
    if (field && !field.hidden && (left === 0 || field.type === 'json')) return;
    const relation = at.relations.get(name);
    if (!relation || left === 0 || index === embedLimits.depth) throw unknownColumn(at, path, name);
    if (before && leadsBack(before.origin, before.relation, relation))
      throw leadingBack(path, before.relation, relation);
    before = { origin: at, relation };
    at = readable(relation, names[index + 1] ?? '', left === 1, readAccess);
  }
}

/** Returns the target of a relation. Without the right to list it, a column may show only the fields that identify a record. */
function readable(relation: Relation, next: string, isLast: boolean, readAccess: ReadAccess | null): Resource {
  const { name, target } = relation;
  const permission = readAccess?.lacks(target.name) ?? null;
  const isBrief = isLast && (target.brief?.fields.has(next) || !target.fields.has(next));
  if (permission === null || (target.brief && isBrief)) return target;
  throw unreadable({ permission, parameter, name, resource: target.name });
}

function unknownColumn(resource: Resource, path: string, name: string) {
  const fields = [...resource.fields.values()].filter((field) => !field.hidden).map((field) => field.name);
  const near = nearest(
    name,
    [...fields, ...resource.relations.keys()].filter((known) => known !== name),
  );
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `It has: ${fields.join(', ')}.`;
  const what = resource.relations.has(name)
    ? `${name} of ${resource.name} is a relation: name one of its fields, such as ${name}.id (${parameter}: ${path})`
    : `${resource.name} has no field "${name}" (${parameter}: ${path}). ${hint}`;
  return problem('query.unknown-field', what, { parameter, name, nearest: near });
}

function leadingBack(path: string, before: Relation, relation: Relation) {
  const detail = `"${relation.name}" leads back from "${before.name}" to the records that it comes from (${parameter}: ${path}).`;
  return problem('query.leads-back', detail, { parameter, name: relation.name });
}
