import { permits } from '../../common/permits.ts';

/**
 * Permissions that users would take from themselves by a change: pure functions, so that the page warns before it
 * sends anything.
 */

/** Returns the permissions that are lost. `pick.read` is not lost where `pick.*` stays. */
export function lostPermissions(before: readonly string[], after: readonly string[]): readonly string[] {
  const lost = before.filter((name) => (name === '*' ? !after.includes('*') : !permits(after, name)));
  // If all permissions are lost, the page names `*` instead of each of them.
  return lost.includes('*') ? ['*'] : [...new Set(lost)];
}

/** Returns the names of lost permissions as a list. @param all the word for all permissions */
export const lostNames = (lost: readonly string[], all: string): string =>
  lost.map((name) => (name === '*' ? all : name)).join(', ');

/** Returns whether a user may no longer act at a site. @param before null or none for all sites */
export function losesSites(before: readonly number[], after: readonly number[]): boolean {
  if (after.length === 0) return false;
  return before.length === 0 || before.some((id) => !after.includes(id));
}
