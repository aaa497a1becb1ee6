import type { User, UserGroup } from '../../../../client/browser.ts';
import type { Kind } from '../../records/kind.ts';

/** A group with its users, as far as the reader may read them. */
export type ShownGroup = UserGroup & { readonly users?: readonly User[] };

/** Values of a group's form. */
export type GroupValues = {
  readonly name: string;
  readonly permissions: readonly string[];
};

/** User groups. */
export const groups: Kind<ShownGroup, GroupValues> = {
  name: 'usergroup',
  addresses: { all: '/setup/groups', new: '/setup/groups/new', one: '/setup/groups/$id' },
  calls: ({ usergroup }) => usergroup,
  embed: { users: 'user.read' },
  words: ['name'],
  sort: 'name',
  nameOf: ({ name }) => name,
  first: { name: '', permissions: [] },
  valuesOf: ({ name, permissions }) => ({ name, permissions: permissions.toSorted() }),
  bodyOf: ({ name, permissions }) => ({ name: name.trim(), permissions }),
};
