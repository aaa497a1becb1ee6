import type { Permission } from '../../../../client/browser.ts';
import { grouped } from '../../../../lib/grouped.ts';
import { permits } from '../../../common/permits.ts';

/** Effects of permissions: pure functions of the list of all permissions and the held ones. */

/** A permission that exists, with the operations that need it. */
export type Known = Pick<Permission, 'name' | 'operations'>;
export type Operation = Known['operations'][number];

/** A permission of a user or a group in its written form: `*`, `pick.*` or `pick.read`. */
export interface Held {
  readonly name: string;
  /** The group that gives it to a user; null for a permission of the user or the group alone. */
  readonly group: string | null;
}

/** A permission that is open. */
export interface Opened extends Known {
  /** The held permissions that include it: each would be enough alone. */
  readonly through: readonly Held[];
}

/** The permissions of one resource. */
export interface ResourceAccess {
  /** The part of their names before the dot. */
  readonly resource: string;
  readonly open: readonly Opened[];
  /** How many permissions the resource has in all. */
  readonly all: number;
}

/** Returns the part of a permission before the dot: its resource. */
export const resourceOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Returns the permissions of each resource, in the order of the list. */
export const byResource = (catalog: readonly Known[]): ReadonlyMap<string, readonly Known[]> =>
  grouped(catalog, ({ name }) => resourceOf(name));

/** Returns what somebody with these permissions may do: each permission that they include, and through which of them. */
export function effective(catalog: readonly Known[], held: readonly Held[]): readonly ResourceAccess[] {
  return [...byResource(catalog)].flatMap(([resource, known]) => {
    const open = known
      .map((one) => ({ ...one, through: held.filter(({ name }) => permits([name], one.name)) }))
      .filter(({ through }) => through.length > 0);
    return open.length > 0 ? [{ resource, open, all: known.length }] : [];
  });
}

/** Returns the kinds of records with a readable list. */
export function readableLists(access: readonly ResourceAccess[]): readonly string[] {
  // The permission for more time opens no list.
  const reads = access.flatMap(({ open }) => open).filter(({ name }) => !isForTime(name));
  const lists = reads.flatMap(({ operations }) => operations.flatMap(({ lists: kind }) => kind ?? []));
  return [...new Set(lists)].sort();
}

/** Whether a permission only gives more time for lists. */
const isForTime = (name: string): boolean => name === 'list.wait';

/** Returns the held permissions that include nothing in this version of the service. */
export const withoutEffect = (catalog: readonly Known[], held: readonly Held[]): readonly Held[] =>
  held.filter(({ name }) => !catalog.some((one) => permits([name], one.name)));

/** Returns the permissions that have all words in their names, addresses or explanations. */
export function matching<One extends Known>(permissions: readonly One[], typed: string): readonly One[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return permissions.filter(({ name, operations }) => {
    const explained = operations.map(({ method, path, summary }) => `${method} ${path} ${summary}`);
    const text = [name, ...explained].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Returns whether a user may give a permission: users give only permissions that they hold. `pick.*` is held
 * directly or by `*`.
 */
export const mayGive = (held: readonly string[], permission: string): boolean =>
  held.includes('*') || (permission !== '*' && permits(held, permission));

/** Returns whether one of the chosen permissions includes another, other than itself. */
export const isIncluded = (chosen: readonly string[], permission: string): boolean =>
  permits(
    chosen.filter((one) => one !== permission),
    permission,
  );
