import { permits } from '../../access/permissions.ts';
import { everything, type ReadAccess } from '../../listing/read-access.ts';
import type { Endpoint } from '../endpoint.ts';

/** The permissions that open a list of a resource, by the resource's name. Any one suffices; that of its own list is first. */
export type ReadPermissions = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the permissions of the endpoints that list records. Resources that every user may list are not in the
 * map. Resources without a list are not in it either: they are parts of other records.
 */
export function readPermissionsOf(endpoints: readonly Endpoint[]): ReadPermissions {
  const open = new Set<string>();
  const permissions = new Map<string, Set<string>>();
  const pagesFirst = [...endpoints].sort((a, b) => Number(b.lists?.as === 'page') - Number(a.lists?.as === 'page'));
  for (const { lists, answer, permission } of pagesFirst) {
    const shown = answer?.shows ?? lists?.of;
    if (!shown) continue;
    const { name } = shown;
    if (permission === null || permission === 'public') open.add(name);
    else permissions.set(name, (permissions.get(name) ?? new Set()).add(permission));
  }
  return new Map([...permissions].filter(([name]) => !open.has(name)).map(([name, needed]) => [name, [...needed]]));
}

/** Returns the read access of a caller with these permissions. */
export function readAccessOf(held: ReadonlySet<string>, readPermissions: ReadPermissions): ReadAccess | null {
  if (held.has('*')) return everything;
  return {
    lacks(resource) {
      const needed = readPermissions.get(resource);
      if (!needed || needed.some((permission) => permits(held, permission))) return null;
      return needed[0] ?? null;
    },
  };
}
