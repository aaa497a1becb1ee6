import { permits } from '../access/permissions.ts';
import { everything, type ReadAccess } from '../listing/read-access.ts';
import type { Endpoint } from './endpoint.ts';

/** Of each resource that has a list, the permissions of which any one opens one: its own list first, then those below records. */
export type ReadPermissions = ReadonlyMap<string, readonly string[]>;

/**
 * By which permissions records are read, as the endpoints that list them declare it. What anybody may list is not in it, and
 * neither is what has no list: it is part of the record that it hangs on.
 */
export function readPermissionsOf(endpoints: readonly Endpoint[]): ReadPermissions {
  const open = new Set<string>();
  const found = new Map<string, Set<string>>();
  const pagesFirst = [...endpoints].sort((a, b) => Number(b.lists?.as === 'page') - Number(a.lists?.as === 'page'));
  for (const { lists, permission } of pagesFirst) {
    if (!lists) continue;
    const { name } = lists.of;
    if (permission === null || permission === 'public') open.add(name);
    else found.set(name, (found.get(name) ?? new Set()).add(permission));
  }
  return new Map([...found].filter(([name]) => !open.has(name)).map(([name, needed]) => [name, [...needed]]));
}

/** What one who holds these permissions may read. */
export function readAccessOf(held: ReadonlySet<string>, readPermissions: ReadPermissions): ReadAccess | null {
  if (held.has('*')) return everything;
  return {
    lacks(resource) {
      const needed = readPermissions.get(resource);
      if (!needed || needed.some((permission) => permits(held, permission))) return null;
      return needed[0]!;
    },
  };
}
