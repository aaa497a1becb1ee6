import type { User, UserGroup } from '../../../../client/browser.ts';
import { type Kind, textOf } from '../../records/kind.ts';

/** A user with what the pages show of it, as far as the reader may read it. */
export type ShownUser = User & {
  readonly usertype?: { readonly name: string };
  readonly groups?: readonly Pick<UserGroup, 'id' | 'name' | 'permissions'>[];
  readonly sites?: readonly { readonly id: number; readonly name: string }[];
};

/** Values of a user's form. */
export type UserValues = {
  readonly usertype: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** The typed password. The present one is nowhere. */
  readonly password: string;
  readonly active: boolean;
  readonly permissions: readonly string[];
  readonly usergroup_ids: readonly number[];
  readonly site_ids: readonly number[];
  readonly site_id: string;
};

/** Returns what people call a user. */
export const nameOf = (
  { id, ...user }: { readonly id: number } & Partial<Pick<User, 'first_name' | 'last_name' | 'email'>>,
  unnamed: (id: number) => string = (number) => `#${number}`,
): string => [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email || unnamed(id);

const idsOf = (records: readonly { readonly id: number }[] = []) =>
  records.map(({ id }) => id).toSorted((one, other) => one - other);

/** Users: people, programs, and the engine. */
export const users: Kind<ShownUser, UserValues> = {
  name: 'user',
  addresses: { all: '/setup/users', new: '/setup/users/new', one: '/setup/users/$id' },
  calls: ({ user }) => user,
  embed: { usertype: null, groups: 'usergroup.read', sites: 'site.read' },
  words: ['first_name', 'last_name', 'email'],
  sort: 'first_name',
  nameOf,
  first: {
    ...{ usertype: 'Standard', first_name: '', last_name: '', email: '', password: '', active: true },
    ...{ permissions: [], usergroup_ids: [], site_ids: [], site_id: '' },
  },
  valuesOf: ({ usertype, first_name, last_name, email, active, permissions, groups, sites, site_id }) => ({
    usertype: usertype?.name ?? '',
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
    password: '',
    active,
    permissions: permissions.toSorted(),
    usergroup_ids: idsOf(groups),
    site_ids: idsOf(sites),
    site_id: site_id === null ? '' : String(site_id),
  }),
  bodyOf: (values) => ({
    usertype: values.usertype,
    first_name: textOf(values.first_name),
    last_name: textOf(values.last_name),
    email: textOf(values.email),
    // Spaces around a password belong to it.
    password: values.password === '' ? null : values.password,
    active: values.active,
    permissions: values.permissions,
    usergroup_ids: values.usergroup_ids,
    site_ids: values.site_ids,
    site_id: values.site_id === '' ? null : Number(values.site_id),
  }),
};
