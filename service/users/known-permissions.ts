import { nearest } from '../../expressions/nearest.ts';
import { permissionExists } from '../platform/access/permissions.ts';
import { problem } from '../platform/problems/problems.ts';

/** The names of all permissions. They follow from the endpoints, and so are known only when all of those are. */
export type PermissionNames = () => ReadonlySet<string>;

/**
 * A permission with a slip in it would be given, permit nothing, and be found when a program is refused at night.
 * @throws 422 `reference.unknown` with every permission that there is not, and the nearest that there are
 */
export function demandNamed(
  { permissions = [] }: { permissions?: readonly string[] | undefined },
  names: PermissionNames,
) {
  const errors = permissions.flatMap((permission, index) => {
    if (permissionExists(permission, names())) return [];
    const whole = new Set([...names()].map((name) => name.replace(/\..*/, '.*')));
    const near = nearest(permission, permission.endsWith('*') ? whole : names());
    const hint = near.length > 0 ? `: did you mean ${near.join(', ')}` : ': GET /permission lists them';
    return [{ pointer: `/permissions/${index}`, detail: `there is no permission ${permission}${hint}` }];
  });
  if (errors.length === 0) return;
  throw problem(
    'reference.unknown',
    `${errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; ')}.`,
    {
      errors,
    },
  );
}
