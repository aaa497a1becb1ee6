/** Permissions are `<resource>.<verb>`, `<resource>.*`, or `*` for everything (design page §2). */

export const permissionShape = /^(\*|[a-z][a-z_]*\.(\*|[a-z][a-z_]*))$/;

/** Whether one who holds these permissions may do what needs this one. */
export function permits(held: ReadonlySet<string>, needed: string): boolean {
  return held.has('*') || held.has(needed) || held.has(`${needed.slice(0, needed.indexOf('.'))}.*`);
}

/**
 * The permissions that one who holds `held` cannot give to others: nobody gives away more than they have, or whoever may
 * create users could make an administrator.
 */
export function beyond(held: ReadonlySet<string>, given: Iterable<string>): string[] {
  return [...given].filter((permission) => !permits(held, permission));
}

/** Whether this permission lets anybody do anything, where these are all that there are. */
export function exists(permission: string, names: ReadonlySet<string>): boolean {
  if (!permission.endsWith('*')) return names.has(permission);
  const beginning = permission.slice(0, -1);
  return [...names].some((name) => name.startsWith(beginning));
}
