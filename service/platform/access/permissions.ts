/** The form of a permission: `<resource>.<verb>`, `<resource>.*`, or `*` for all. */
export const permissionShape = /^(\*|[a-z][a-z_]*\.(\*|[a-z][a-z_]*))$/;

/** Returns true if the permissions `held` include `needed`. */
export function permits(held: ReadonlySet<string>, needed: string): boolean {
  return held.has('*') || held.has(needed) || held.has(`${needed.slice(0, needed.indexOf('.'))}.*`);
}

/**
 * Returns the permissions that a user with `held` cannot give to others. A caller may give only permissions that
 * they hold: a caller who may create users could otherwise create an administrator.
 */
export function permissionsNotHeld(held: ReadonlySet<string>, permissions: Iterable<string>): string[] {
  return [...permissions].filter((permission) => !permits(held, permission));
}

/**
 * Returns true if a permission, or at least one permission that its `*` covers, exists.
 * @param names all permissions of the service
 */
export function permissionExists(permission: string, names: ReadonlySet<string>): boolean {
  if (!permission.endsWith('*')) return names.has(permission);
  const prefix = permission.slice(0, -1);
  return [...names].some((name) => name.startsWith(prefix));
}
