import type { Checked } from '../../../lib/expressions/checked.ts';
import { relationsIn } from '../../../lib/expressions/relations.ts';
import { problem } from '../problems/problems.ts';

/** The resources that a caller may read. Lists embed and filter by related records only if the caller may list those too. */
export interface ReadAccess {
  /** Returns the permission that the caller lacks to list records of the resource; null if they may list them. */
  lacks(resource: string): string | null;
}

/** The read access of callers with all permissions, and of the service itself. */
export const everything = null;

/**
 * Checks that the caller may read every relation in a condition. Filters like `customer.name % "a"` would reveal names letter by
 * letter. `customer.id` is a field of the record itself and needs no permission.
 * @throws Problem `permission.missing` that names the permission and the relation
 */
export function assertReadable(readAccess: ReadAccess | null, checked: Checked, parameter: string): void {
  if (readAccess === everything) return;
  for (const { name, relation } of relationsIn(checked)) {
    const permission = readAccess.lacks(relation.entity.name);
    if (permission !== null) throw unreadable({ permission, parameter, name, resource: relation.entity.name });
  }
}

/** Returns the problem for a relation to records that the caller may not list. */
export function unreadable(what: { permission: string; parameter: string; name: string; resource: string }) {
  const { permission, parameter, name, resource } = what;
  const detail = `"${name}" leads to ${resource} records, which need the permission ${permission}. An administrator can give it.`;
  return problem('permission.missing', detail, { permission, parameter, name });
}
