import { nearest } from '../../expressions/nearest.ts';
import { permissionExists } from '../platform/access/permissions.ts';
import { problem } from '../platform/problems/problems.ts';

/** Returns the names of all permissions. They follow from the endpoints, so they are known only after all endpoints exist. */
export type PermissionNames = () => ReadonlySet<string>;

/**
 * Checks that the permissions exist. A misspelled permission would permit nothing, and nobody would notice before a program is
 * refused.
 * @throws 422 `reference.unknown` with every unknown permission and the nearest names
 */
export function assertKnownPermissions(
  { permissions = [] }: { permissions?: readonly string[] | undefined },
  names: PermissionNames,
) {
  const errors = permissions.flatMap((permission, index) => {
    if (permissionExists(permission, names())) return [];
    const wildcards = new Set([...names()].map((name) => name.replace(/\..*/, '.*')));
    const similar = nearest(permission, permission.endsWith('*') ? wildcards : names());
    const hint = similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'GET /permission lists all permissions.';
    return [{ pointer: `/permissions/${index}`, detail: `there is no permission ${permission}. ${hint}` }];
  });
  if (errors.length === 0) return;
  throw problem('reference.unknown', errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(' '), {
    errors,
  });
}
