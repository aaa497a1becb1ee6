import { type Kysely, sql } from 'kysely';
import { replaceKey, revokeKeys } from '../platform/access/keys.ts';
import { forgetAddresses } from '../platform/access/login-attempts.ts';
import { hashPassword } from '../platform/access/passwords.ts';
import { permissionsNotHeld, permits } from '../platform/access/permissions.ts';
import { endSessions } from '../platform/access/sessions.ts';
import type { Tables } from '../platform/database/generated/tables.ts';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import { type CallContext, type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { insertRow, updateRow } from '../platform/database/rows.ts';
import { assertSites } from '../platform/database/site-limits.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';
import { assertKnown, members } from '../platform/records/known.ts';
import type { ChangedGroup, ChangedUser, NewGroup, NewUser } from './schema.ts';

/** The permissions of the caller, who cannot give more than these, and cannot change users or groups that have more. */
export interface Grantor {
  readonly held: ReadonlySet<string>;
}

/** Creates a user. A user of the type API gets an API key, which the service shows only once. */
export const createUser = async (call: CallContext, values: NewUser & Grantor) =>
  insertUser(call, await withHash(values));

const insertUser = operation('user.create', async (context, { held, ...values }: Hashed<NewUser> & Grantor) => {
  const { tx } = context;
  assertHeld(held, values.permissions ?? []);
  const siteIds = await grantedSites(context, values.site_ids ?? (values.site_id ? [values.site_id] : []));
  const siteId = values.site_id === undefined ? (siteIds[0] ?? null) : values.site_id;
  assertSiteAllowed(siteId, siteIds, values.permissions ?? []);
  await assertKnown(tx, 'site', members('site_ids', values.site_ids ?? []));
  const id = await insertRow(tx, 'account', {
    ...columnsOf(values),
    usertype_id: sql`(select id from usertype where name = ${values.usertype})`,
    site_id: siteId,
  });
  await setUserGroups(tx, id, values.usergroup_ids ?? [], held);
  await setAllowedSites(tx, id, siteIds);
  await recordEvent(context, { event: 'user.created', id, detail: auditDetail(values) });
  return { id, key: values.usertype === 'API' ? await replaceKey(tx, id) : null };
});

/** Changes the fields in `values`; other fields stay unchanged. A new password ends the sessions of the user. */
export const changeUser = async (
  call: CallContext,
  { values, ...rest }: { userId: number; values: ChangedUser } & Grantor,
) => updateUser(call, { ...rest, values: await withHash(values) });

const updateUser = operation(
  'user.change',
  async (context, { userId, values, held }: { userId: number; values: Hashed<ChangedUser> } & Grantor) => {
    const { tx } = context;
    const before = await lockUser(tx, userId, held);
    assertHeld(held, values.permissions ?? []);
    await assertKnown(tx, 'site', members('site_ids', values.site_ids ?? []));
    if (values.site_ids) await setAllowedSites(tx, userId, await grantedSites(context, values.site_ids));
    if (values.site_id !== undefined) {
      const rows = await tx.selectFrom('account_site').select('site_id').where('account_id', '=', userId).execute();
      const siteIds = rows.map((row) => row.site_id);
      assertSiteAllowed(values.site_id, siteIds, values.permissions ?? before.permissions);
    }
    await updateRow(tx, 'account', { id: userId }, { ...columnsOf(values), site_id: values.site_id });
    if (values.usergroup_ids) await setUserGroups(tx, userId, values.usergroup_ids, held);
    if (values.password_hash !== undefined) {
      await endSessions(tx, userId);
      await forgetAddresses(tx, userId);
    }
    await recordEvent(context, { event: 'user.modified', id: userId, detail: auditDetail(values) });
  },
);

/** Deletes a user without any activity. Other users are made inactive instead, so that timelines keep their names. */
export const deleteUser = operation('user.delete', async (context, { userId, held }: { userId: number } & Grantor) => {
  const { tx, actor } = context;
  await lockUser(tx, userId, held);
  if (userId === actor.userId)
    throw problem('record.in-use', 'You cannot delete your own user. Use the credentials of another user.');
  await recordDeletion(context, { event: 'user.deleted', id: userId });
  await sql`delete from account where id = ${userId}`.execute(tx);
});

/** Creates an API key for a user and revokes the other keys. */
export const renewKey = operation('apikey.create', async (context, { userId, held }: { userId: number } & Grantor) => {
  await lockUser(context.tx, userId, held);
  await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['api_key'] } });
  return replaceKey(context.tx, userId);
});

/** Revokes all API keys of a user, or one of them. */
export const endKeys = operation(
  'apikey.delete',
  async (context, { userId, keyId, held }: { userId: number; keyId: number | null } & Grantor) => {
    const { tx } = context;
    await lockUser(tx, userId, held);
    const ended = await revokeKeys(tx, userId, keyId);
    if (keyId !== null && ended === 0) throw problem('record.unknown', `User ${userId} has no key ${keyId}.`);
    await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['api_key'] } });
  },
);

/** Creates a user group. @returns its id */
export const createGroup = operation('usergroup.create', async (context, { held, ...values }: NewGroup & Grantor) => {
  const { tx } = context;
  assertHeld(held, values.permissions ?? []);
  const id = await insertRow(tx, 'usergroup', values);
  await recordEvent(context, { event: 'usergroup.created', id, detail: auditDetail(values) });
  return id;
});

/** Changes the fields in `values`; other fields stay unchanged. */
export const changeGroup = operation(
  'usergroup.change',
  async (context, { groupId, values, held }: { groupId: number; values: ChangedGroup } & Grantor) => {
    const { tx } = context;
    await lockGroup(tx, groupId, held);
    assertHeld(held, values.permissions ?? []);
    await updateRow(tx, 'usergroup', { id: groupId }, values);
    await recordEvent(context, { event: 'usergroup.modified', id: groupId, detail: auditDetail(values) });
  },
);

/** Deletes a group without users. */
export const deleteGroup = operation(
  'usergroup.delete',
  async (context, { groupId, held }: { groupId: number } & Grantor) => {
    const { tx } = context;
    await lockGroup(tx, groupId, held);
    await recordDeletion(context, { event: 'usergroup.deleted', id: groupId });
    await sql`delete from usergroup where id = ${groupId}`.execute(tx);
  },
);

/** A body with the hash of its password. Hashing takes milliseconds, so it runs before the transaction. */
type Hashed<Body> = Omit<Body, 'password'> & { readonly password_hash: string | undefined };

/** Replaces the password of a body by its hash. */
async function withHash<Body extends { password?: string | undefined }>({
  password,
  ...rest
}: Body): Promise<Hashed<Body>> {
  return { ...rest, password_hash: password === undefined ? undefined : await hashPassword(password) };
}

/**
 * Returns the detail for the timeline: the names of the changed fields, and the new permissions. It contains neither passwords
 * nor hashes.
 */
function auditDetail(values: { readonly permissions?: readonly string[] | undefined }): Record<string, unknown> {
  const fields = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : name));
  return {
    fields: fields.map((name) => (name === 'password_hash' ? 'password' : name)),
    ...(values.permissions ? { permissions: values.permissions } : {}),
  };
}

/** Returns the columns of a user that the body sets. */
function columnsOf({ first_name, last_name, email, permissions, active, password_hash }: Hashed<ChangedUser>) {
  return { first_name, last_name, email, permissions, active, password_hash };
}

/**
 * Locks a user and returns the user's permissions.
 * @throws 404 if the user does not exist; 403 if the user has permissions that the caller does not hold, or may act at sites
 * where the caller may not, because a new key would give them to the caller
 */
export async function lockUser(tx: Tx, userId: number, held: ReadonlySet<string>): Promise<{ permissions: string[] }> {
  const statement = sql<{ permissions: string[] }>`
    -- Locks a user, and reads the permissions of the user and of the user groups.
    select a.permissions || array(
      select unnest(g.permissions) from usergroup g join account_usergroup m on m.usergroup_id = g.id
      where m.account_id = a.id) as permissions
    from account a where a.id = ${userId} for update`;
  const user = await lockedRow(tx, 'user', userId, statement);
  assertHeld(held, user.permissions);
  await assertSitesOf(tx, [userId]);
  return user;
}

/** @throws 403 if one of the users may act at a site where the caller may not */
async function assertSitesOf(tx: Tx, userIds: readonly number[]): Promise<void> {
  await assertSites(tx, await sitesOf(tx, userIds));
}

/** Returns the sites where the users may act. */
export async function sitesOf(
  db: Kysely<Tables>,
  userIds: readonly number[],
): Promise<readonly { site_id: number; name: string }[]> {
  const { rows } = await sql<Row<'site', 'name'> & { site_id: Column<'site', 'id'> }>`
    -- Returns the sites where the users may act. A user without allowed sites may act at all.
    select s.id as site_id, s.name from site s
    where exists (select from account_site x where x.site_id = s.id and x.account_id = any(${userIds}::bigint[]))
      or exists (
        select from unnest(${userIds}::bigint[]) u(id)
        where not exists (select from account_site x where x.account_id = u.id))
    order by s.id`.execute(db);
  return rows;
}

/**
 * Locks a user group.
 * @throws 404 if it does not exist; 403 if it has permissions that the caller does not hold, or members who may act
 *   at sites where the caller may not, because its members have its permissions
 */
async function lockGroup(tx: Tx, groupId: number, held: ReadonlySet<string>): Promise<void> {
  const statement = sql<Row<'usergroup', 'permissions'>>`
    -- Locks a user group.
    select permissions from usergroup where id = ${groupId} for update`;
  const { permissions } = await lockedRow(tx, 'usergroup', groupId, statement);
  assertHeld(held, permissions);
  const { rows: users } = await sql<Row<'account_usergroup', 'account_id'>>`
    select account_id from account_usergroup where usergroup_id = ${groupId}`.execute(tx);
  await assertSitesOf(
    tx,
    users.map((user) => user.account_id),
  );
}

/** @throws 403 for the first permission that the caller does not hold */
function assertHeld(held: ReadonlySet<string>, permissions: readonly string[]): void {
  const refusal = refusalToGive(held, permissions);
  if (refusal) throw refusal;
}

/** Returns the refusal for the first permission that the caller does not hold; null if the caller holds all. */
export function refusalToGive(held: ReadonlySet<string>, permissions: readonly string[]): Problem | null {
  const [missing] = permissionsNotHeld(held, permissions);
  if (missing === undefined) return null;
  return problem(
    'permission.missing',
    `You do not hold the permission ${missing}, so you cannot give it or change a user or group that has it.`,
    { permission: missing },
  );
}

/** @throws 422 if the user may not work at the site; with the permission `*`, all sites are allowed */
export function assertSiteAllowed(
  siteId: number | null,
  siteIds: readonly number[],
  permissions: Iterable<string>,
): void {
  if (siteId === null || siteIds.includes(siteId) || permits(new Set(permissions), '*')) return;
  const errors = [{ pointer: '/site_id', detail: 'is not one of the allowed sites of the user' }];
  throw problem(
    'reference.unknown',
    `Site ${siteId} is not one of the allowed sites of the user. An administrator can add it to site_ids.`,
    { errors },
  );
}

/** Assigns a user to exactly these groups. @throws 403 if a group has permissions that the caller does not hold */
async function setUserGroups(
  tx: Tx,
  userId: number,
  groupIds: readonly number[],
  held: ReadonlySet<string>,
): Promise<void> {
  await assertKnown(tx, 'usergroup', members('usergroup_ids', groupIds));
  const { rows } = await sql<Row<'usergroup', 'permissions'>>`
    select permissions from usergroup where id = any(${groupIds}::bigint[])`.execute(tx);
  assertHeld(
    held,
    rows.flatMap((group) => group.permissions),
  );
  await sql`delete from account_usergroup where account_id = ${userId}`.execute(tx);
  await sql`
    insert into account_usergroup (account_id, usergroup_id) select ${userId}, unnest(${groupIds}::bigint[])`.execute(
    tx,
  );
}

/**
 * Returns the sites that a user is given. A caller may give only own sites: an empty list then means all of these.
 * @throws site.not-allowed
 */
async function grantedSites({ tx, actor }: OperationContext, siteIds: readonly number[]): Promise<readonly number[]> {
  await assertSites(
    tx,
    siteIds.map((site_id) => ({ site_id })),
  );
  return siteIds.length === 0 ? (actor.siteIds ?? []) : siteIds;
}

/** Allows a user to work at exactly these sites. */
async function setAllowedSites(tx: Tx, userId: number, siteIds: readonly number[]): Promise<void> {
  await sql`delete from account_site where account_id = ${userId}`.execute(tx);
  await sql`insert into account_site (account_id, site_id) select ${userId}, unnest(${siteIds}::bigint[])`.execute(tx);
}
