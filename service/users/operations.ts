import { sql } from 'kysely';
import { hashSecret, newSessionToken, replaceKey, revokeKeys } from '../platform/access/keys.ts';
import { forgetAttempts } from '../platform/access/login-attempts.ts';
import { hashPassword, passwordMatches } from '../platform/access/passwords.ts';
import { permissionsNotHeld, permits } from '../platform/access/permissions.ts';
import { type CallContext, operation, type Tx } from '../platform/database/operation.ts';
import { firstRow, insertRow, updateRow } from '../platform/database/rows.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { demandKnown, members } from '../platform/records/known.ts';
import type { ChangedGroup, ChangedUser, Login, NewGroup, NewUser } from './schema.ts';

/** What the one who changes users holds; nobody can give, or take over, more than that. */
interface By {
  readonly held: ReadonlySet<string>;
}

const sessionHours = 12;

/** Makes a user; one of the kind API gets a key, which is shown this once. */
export const createUser = async (call: CallContext, given: NewUser & By) => insertUser(call, await withHash(given));

const insertUser = operation('user.create', async (context, { held, ...given }: Hashed<NewUser> & By) => {
  const { tx } = context;
  demandHeld(held, given.permissions ?? []);
  const siteIds = given.site_ids ?? (given.site_id ? [given.site_id] : []);
  const siteId = given.site_id === undefined ? (siteIds[0] ?? null) : given.site_id;
  demandAllowed(siteId, siteIds, given.permissions ?? []);
  await demandKnown(tx, 'site', members('site_ids', given.site_ids ?? []));
  const id = await insertRow(tx, 'account', {
    ...columnsOf(given),
    usertype_id: sql`(select id from usertype where name = ${given.usertype})`,
    site_id: siteId,
  });
  await putIntoGroups(tx, id, given.usergroup_ids ?? [], held);
  await allowSites(tx, id, siteIds);
  await recordEvent(context, { event: 'user.created', id, detail: traceOf(given) });
  return { id, key: given.usertype === 'API' ? await replaceKey(tx, id) : null };
});

/** Changes what is given and leaves the rest. A new password ends the sessions. */
export const changeUser = async (call: CallContext, { given, ...rest }: { userId: number; given: ChangedUser } & By) =>
  updateUser(call, { ...rest, given: await withHash(given) });

const updateUser = operation(
  'user.change',
  async (context, { userId, given, held }: { userId: number; given: Hashed<ChangedUser> } & By) => {
    const { tx } = context;
    const before = await lockUser(tx, userId, held);
    demandHeld(held, given.permissions ?? []);
    await demandKnown(tx, 'site', members('site_ids', given.site_ids ?? []));
    if (given.site_ids) await allowSites(tx, userId, given.site_ids);
    if (given.site_id !== undefined) {
      const { rows } = await sql<{ site_id: number }>`
        select site_id from account_site where account_id = ${userId}`.execute(tx);
      const siteIds = rows.map((row) => row.site_id);
      demandAllowed(given.site_id, siteIds, given.permissions ?? before.permissions);
    }
    await updateRow(tx, 'account', { id: userId }, { ...columnsOf(given), site_id: given.site_id });
    if (given.usergroup_ids) await putIntoGroups(tx, userId, given.usergroup_ids, held);
    if (given.password_hash !== undefined) await sql`delete from session where account_id = ${userId}`.execute(tx);
    await recordEvent(context, { event: 'user.modified', id: userId, detail: traceOf(given) });
  },
);

/** Deletes a user who has done nothing yet. Whoever has is made inactive instead: what they did keeps their name. */
export const deleteUser = operation('user.delete', async (context, { userId, held }: { userId: number } & By) => {
  const { tx, actor } = context;
  await lockUser(tx, userId, held);
  if (userId === actor.userId) throw problem('record.in-use', 'You cannot delete the user you are calling as.');
  await recordDeletion(context, { event: 'user.deleted', id: userId });
  await sql`delete from account where id = ${userId}`.execute(tx);
});

/** Makes a new key for a user and ends the old ones. */
export const renewKey = operation('apikey.create', async (context, { userId, held }: { userId: number } & By) => {
  await lockUser(context.tx, userId, held);
  await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['api_key'] } });
  return replaceKey(context.tx, userId);
});

/** Ends the keys of a user, or one of them. */
export const endKeys = operation(
  'apikey.delete',
  async (context, { userId, keyId, held }: { userId: number; keyId: number | null } & By) => {
    const { tx } = context;
    await lockUser(tx, userId, held);
    const ended = await revokeKeys(tx, userId, keyId);
    if (keyId !== null && ended === 0) throw problem('record.unknown', `User ${userId} has no key ${keyId}.`);
    await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['api_key'] } });
  },
);

export const createGroup = operation('usergroup.create', async (context, { held, ...given }: NewGroup & By) => {
  const { tx } = context;
  demandHeld(held, given.permissions ?? []);
  const id = await insertRow(tx, 'usergroup', given);
  await recordEvent(context, { event: 'usergroup.created', id, detail: traceOf(given) });
  return id;
});

export const changeGroup = operation(
  'usergroup.change',
  async (context, { groupId, given, held }: { groupId: number; given: ChangedGroup } & By) => {
    const { tx } = context;
    await lockGroup(tx, groupId, held);
    demandHeld(held, given.permissions ?? []);
    await updateRow(tx, 'usergroup', { id: groupId }, given);
    await recordEvent(context, { event: 'usergroup.modified', id: groupId, detail: traceOf(given) });
  },
);

/** Deletes a group that has no users. */
export const deleteGroup = operation(
  'usergroup.delete',
  async (context, { groupId, held }: { groupId: number } & By) => {
    const { tx } = context;
    await lockGroup(tx, groupId, held);
    await recordDeletion(context, { event: 'usergroup.deleted', id: groupId });
    await sql`delete from usergroup where id = ${groupId}`.execute(tx);
  },
);

/**
 * Checks a password and begins a session.
 * @returns null where e-mail or password is wrong; which of them it is nobody is told
 */
export async function logIn(call: CallContext, { email, password }: Login) {
  const { rows } = await sql<{ id: number; password_hash: string | null }>`
    select id, password_hash from account
    where lower(email) = ${email.trim().toLowerCase()} and active`.execute(call.database.kysely);
  const [user] = rows;
  const fits = await passwordMatches(password, user?.password_hash ?? null);
  return fits && user ? startSession(call, { userId: user.id, email }) : null;
}

const startSession = operation(
  'session.create',
  async ({ tx }, { userId, email }: { userId: number; email: string }) => {
    await forgetAttempts(tx, email);
    const token = newSessionToken();
    const session = await sql<{ expires: string }>`
      insert into session (token_hash, account_id, expires_at)
      values (${hashSecret(token)}, ${userId}, now() + make_interval(hours => ${sessionHours}::int))
      returning ${isoTime('expires_at')} as expires`.execute(tx);
    return { userId, token, expires: firstRow(session).expires };
  },
);

/** Ends the session of this token. With an API key there is none, and nothing happens. */
export const logOut = operation('session.delete', async ({ tx }, secretHash: Buffer) => {
  await sql`delete from session where token_hash = ${secretHash}`.execute(tx);
});

/** Goes to work at another site, of those that the user is allowed. */
export const changeSite = operation('session.change', async (context, { siteId, held }: { siteId: number } & By) => {
  const { tx, actor } = context;
  const { rows } = await sql`
    select from account_site where account_id = ${actor.userId} and site_id = ${siteId}`.execute(tx);
  demandAllowed(siteId, rows.length > 0 ? [siteId] : [], held);
  await sql`update account set site_id = ${siteId} where id = ${actor.userId}`.execute(tx);
  await recordEvent(context, { event: 'user.modified', id: actor.userId, detail: { fields: ['site_id'] } });
});

/** A body whose password has become a hash: hashing takes milliseconds that no transaction should wait for. */
type Hashed<Body> = Omit<Body, 'password'> & { readonly password_hash: string | undefined };

async function withHash<Body extends { password?: string | undefined }>({
  password,
  ...rest
}: Body): Promise<Hashed<Body>> {
  return { ...rest, password_hash: password === undefined ? undefined : await hashPassword(password) };
}

/** What the audit trail says: which fields were given, and what may be done now. Never a password, nor its hash. */
function traceOf(given: { readonly permissions?: readonly string[] | undefined }): Record<string, unknown> {
  const fields = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
  return {
    fields: fields.map((name) => (name === 'password_hash' ? 'password' : name)),
    ...(given.permissions ? { permissions: given.permissions } : {}),
  };
}

function columnsOf({ first_name, last_name, email, permissions, active, password_hash }: Hashed<ChangedUser>) {
  return { first_name, last_name, email, permissions, active, password_hash };
}

/** @throws 404 where there is none, 403 where they hold what the caller does not: their key would be a way to it */
async function lockUser(tx: Tx, userId: number, held: ReadonlySet<string>): Promise<{ permissions: string[] }> {
  const { rows } = await sql<{ permissions: string[] }>`
    select a.permissions || array(
      select unnest(g.permissions) from usergroup g join account_usergroup m on m.usergroup_id = g.id
      where m.account_id = a.id) as permissions
    from account a where a.id = ${userId} for update`.execute(tx);
  if (!rows[0]) throw problem('record.unknown', `There is no user ${userId}.`);
  demandHeld(held, rows[0].permissions);
  return rows[0];
}

async function lockGroup(tx: Tx, groupId: number, held: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ permissions: string[] }>`
    select permissions from usergroup where id = ${groupId} for update`.execute(tx);
  const [group] = rows;
  if (!group) throw problem('record.unknown', `There is no user group ${groupId}.`);
  demandHeld(held, group.permissions);
}

function demandHeld(held: ReadonlySet<string>, given: readonly string[]): void {
  const [first] = permissionsNotHeld(held, given);
  if (first === undefined) return;
  throw problem('permission.missing', `This concerns the permission ${first}, which you do not hold yourself.`, {
    permission: first,
  });
}

function demandAllowed(siteId: number | null, siteIds: readonly number[], permissions: Iterable<string>): void {
  if (siteId === null || siteIds.includes(siteId) || permits(new Set(permissions), '*')) return;
  const errors = [{ pointer: '/site_id', detail: 'is not one of the sites that the user is allowed' }];
  throw problem('reference.unknown', `Site ${siteId} is not one of the sites that the user is allowed.`, { errors });
}

async function putIntoGroups(
  tx: Tx,
  userId: number,
  groupIds: readonly number[],
  held: ReadonlySet<string>,
): Promise<void> {
  await demandKnown(tx, 'usergroup', members('usergroup_ids', groupIds));
  const { rows } = await sql<{ permissions: string[] }>`
    select permissions from usergroup where id = any(${groupIds}::int[])`.execute(tx);
  demandHeld(
    held,
    rows.flatMap((group) => group.permissions),
  );
  await sql`delete from account_usergroup where account_id = ${userId}`.execute(tx);
  await sql`
    insert into account_usergroup (account_id, usergroup_id) select ${userId}, unnest(${groupIds}::int[])`.execute(tx);
}

async function allowSites(tx: Tx, userId: number, siteIds: readonly number[]): Promise<void> {
  await sql`delete from account_site where account_id = ${userId}`.execute(tx);
  await sql`insert into account_site (account_id, site_id) select ${userId}, unnest(${siteIds}::int[])`.execute(tx);
}
