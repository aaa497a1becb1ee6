import { sql } from 'kysely';
import { hashSecret } from '../platform/access/keys.ts';
import { countAttempt, forgetAddresses, type LoginAttempt, settleAttempt } from '../platform/access/login-attempts.ts';
import { hashPassword, passwordMatches } from '../platform/access/passwords.ts';
import {
  endSessions,
  insertSession,
  insertSignInCode,
  isOpen,
  type NewSession,
  takeSignInCode,
} from '../platform/access/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { type CallContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { Problem, problem } from '../platform/problems/problems.ts';
import { assertSiteAllowed, type Grantor, lockUser } from './operations.ts';
import type { Login } from './schema.ts';

/** A session that was opened. */
interface OpenedSession {
  readonly userId: number;
  readonly token: string;
  readonly expires: string;
}

/** The session to open after a successful login, before its user is known. */
type Opening = Omit<NewSession, 'accountId' | 'address'>;

/**
 * Checks a password and opens a session.
 * @param opening the session to open
 * @returns null if the e-mail or the password is wrong; the answer does not reveal which
 * @throws credentials.too-many-failures; reference.unknown if the user may not work at the site
 */
export async function logIn(
  call: CallContext,
  { email, password, address, opening }: Login & LoginAttempt & { opening: Opening },
): Promise<OpenedSession | null> {
  await admitAttempt(call.database, { email, address });
  const { rows } = await sql<Row<'account', 'id' | 'password_hash'>>`
    select id, password_hash from account
    where lower(email) = ${email.trim().toLowerCase()} and active`.execute(call.database.kysely);
  const [user] = rows;
  const matches = await passwordMatches(password, user?.password_hash ?? null);
  if (!matches || !user) return null;
  const opened = await startSession(call, { ...opening, accountId: user.id, attempt: { email, address } });
  return opened ?? refuseSite(opening);
}

/**
 * Uses a sign-in code up and opens a session of the console.
 * @returns null if the code is unknown, used or old
 * @throws reference.unknown if the user may not work at the site. The code is used up then, too
 */
export async function signInByCode(
  call: CallContext,
  { code, address, opening }: { code: string; address: string; opening: Opening },
): Promise<OpenedSession | null> {
  const redeemed = await redeemCode(call, { ...opening, code, address });
  if (!redeemed) return null;
  return redeemed.opened ?? refuseSite(opening);
}

const redeemCode = operation(
  'session.redeem',
  async ({ tx }, { code, ...opening }: Omit<NewSession, 'accountId'> & { code: string }) => {
    const accountId = await takeSignInCode(tx, code);
    return accountId === null ? null : { opened: await openSession(tx, { ...opening, accountId }) };
  },
);

/** @returns null, with the attempt settled, if the user may not work at the site: the password was right */
const startSession = operation(
  'session.create',
  async ({ tx }, { attempt, ...session }: Omit<NewSession, 'address'> & { attempt: LoginAttempt }) => {
    await settleAttempt(tx, attempt, session.accountId);
    return openSession(tx, { ...session, address: attempt.address });
  },
);

/** @returns null if the user may not work at the site */
async function openSession(tx: Tx, session: NewSession): Promise<OpenedSession | null> {
  const { accountId, siteId } = session;
  if (siteId !== null && !(await mayWorkAt(tx, accountId, siteId))) return null;
  const token = await insertSession(tx, session);
  const opened = await sql<{ expires: string }>`
    select ${isoTime('expires_at')} as expires from session where token_hash = ${hashSecret(token)}`.execute(tx);
  return { userId: accountId, token, expires: firstRow(opened).expires };
}

/** Returns whether a user may work at a site: an allowed one, or any one without allowed sites or with the permission `*`. */
async function mayWorkAt(tx: Tx, accountId: number, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    -- Finds a site at which the account may work.
    select from site s where s.id = ${siteId} and (
      exists (select from account_site x where x.account_id = ${accountId} and x.site_id = s.id)
      or not exists (select from account_site x where x.account_id = ${accountId})
      or exists (select from account a where a.id = ${accountId} and a.permissions @> '{*}')
      or exists (select from account_usergroup m join usergroup g on g.id = m.usergroup_id
        where m.account_id = ${accountId} and g.permissions @> '{*}'))`.execute(tx);
  return rows.length > 0;
}

function refuseSite({ siteId }: Opening): never {
  assertSiteAllowed(siteId, [], []);
  throw new Error('A session without a site was refused because of its site.');
}

/** @throws credentials.too-many-failures. An attempt that is admitted counts as a failure until it is settled */
async function admitAttempt(database: Database, attempt: LoginAttempt): Promise<void> {
  const refusal = await countAttempt(database, attempt);
  if (!refusal) return;
  const { of, seconds } = refusal;
  const detail =
    of === 'address'
      ? `Too many logins from this address have failed. Try again in ${seconds} seconds.`
      : `Too many logins with this e-mail have failed. Try again in ${seconds} seconds, or from an address that has logged in with it before.`;
  throw new Problem('credentials.too-many-failures', detail, {}, { 'retry-after': String(seconds) });
}

/** Returns the user groups that a user is in, by name. */
export async function groupsOf({ kysely }: Database, userId: number): Promise<readonly { id: number; name: string }[]> {
  const { rows } = await sql<Row<'usergroup', 'id' | 'name'>>`
    select g.id, g.name from usergroup g join account_usergroup m on m.usergroup_id = g.id
    where m.account_id = ${userId} order by g.name, g.id`.execute(kysely);
  return rows;
}

/** Ends the session of this token. A request with an API key has no session, and nothing changes. */
export const logOut = operation('session.delete', async ({ tx }, secretHash: Buffer) => {
  await sql`delete from session where token_hash = ${secretHash}`.execute(tx);
});

/** Changes the current site of the caller to another allowed site: that of the session of the console, or that of the user. */
export const changeSite = operation(
  'session.change',
  async (context, { siteId, sessionId }: { siteId: number; sessionId: number | null }) => {
    const { tx, actor } = context;
    if (!(await mayWorkAt(tx, actor.userId, siteId))) assertSiteAllowed(siteId, [], []);
    if (sessionId !== null) {
      await sql`update session set site_id = ${siteId} where id = ${sessionId}`.execute(tx);
      return;
    }
    await sql`update account set site_id = ${siteId} where id = ${actor.userId}`.execute(tx);
    await recordEvent(context, { event: 'user.modified', id: actor.userId, detail: { fields: ['site_id'] } });
  },
);

/** Makes a code that the caller's user can use once, within 15 minutes, to sign in to the console. */
export const createSignInCode = operation('session.code', async ({ tx, actor }) => {
  const code = await insertSignInCode(tx, actor.userId);
  const stored = await sql<{ expires: string }>`
    select ${isoTime('expires_at')} as expires from signincode where code_hash = ${hashSecret(code)}`.execute(tx);
  return { code, expires: firstRow(stored).expires };
});

/** A session in the list of its user. */
export interface OwnSession extends Row<'session', 'id' | 'user_agent' | 'address' | 'cookie'> {
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  /** True for the session of the request. */
  readonly current: boolean;
}

/** Returns the open sessions of the caller, the one used last first. */
export async function ownSessions(
  { database, actor }: CallContext,
  { sessionId, idleMinutes }: { sessionId: number | null; idleMinutes: number },
): Promise<readonly OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    -- Lists the open sessions of an account.
    select id, ${isoTime('created_at')} as created_at, ${isoTime('last_used_at')} as last_used_at,
      ${isoTime('expires_at')} as expires_at, user_agent, address, cookie, id is not distinct from ${sessionId}::bigint as current
    from session where account_id = ${actor.userId} and ${isOpen(idleMinutes)}
    order by session.last_used_at desc, id desc`.execute(database.kysely);
  return rows;
}

/** Ends a session of the caller. @throws record.unknown */
export const endOwnSession = operation('session.end', async ({ tx, actor }, sessionId: number) => {
  await endSession(tx, actor.userId, sessionId, 'You have');
});

/** Ends a session of another user. @throws record.unknown; 403 as for the keys of the user */
export const endUserSession = operation(
  'session.end-of-user',
  async (context, { userId, sessionId, held }: { userId: number; sessionId: number } & Grantor) => {
    await lockUser(context.tx, userId, held);
    await endSession(context.tx, userId, sessionId, `User ${userId} has`);
    await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['session'] } });
  },
);

/** Ends all sessions of a user. @throws 403 as for the keys of the user */
export const endUserSessions = operation(
  'session.end-all-of-user',
  async (context, { userId, held }: { userId: number } & Grantor) => {
    await lockUser(context.tx, userId, held);
    await endSessions(context.tx, userId);
    await recordEvent(context, { event: 'user.modified', id: userId, detail: { fields: ['session'] } });
  },
);

async function endSession(tx: Tx, userId: number, sessionId: number, owner: string): Promise<void> {
  const { rows } = await sql`
    delete from session where id = ${sessionId} and account_id = ${userId} returning id`.execute(tx);
  if (rows.length === 0) throw problem('record.unknown', `${owner} no session ${sessionId}.`);
}

interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
  readonly address: string;
  /** The session that goes on; null for a caller with a key. */
  readonly sessionId: number | null;
}

/**
 * Changes the password of the caller, and ends the other sessions. A wrong present password counts as a failed login: otherwise
 * the holder of a stolen session could try any number of passwords.
 * @throws body.invalid for a wrong present password, credentials.too-many-failures
 */
export async function changeOwnPassword(call: CallContext, change: PasswordChange): Promise<void> {
  const { userId } = call.actor;
  const { authentication } = call.database;
  const { rows } = await sql<Row<'account', 'email' | 'password_hash'>>`
    select email, password_hash from account where id = ${userId}`.execute(authentication.kysely);
  const [account] = rows;
  const attempt = { email: account?.email ?? `user/${userId}`, address: change.address };
  // The count is outside of the transaction of the request, because a refusal would undo it.
  await admitAttempt(authentication, attempt);
  const before = account?.password_hash ?? null;
  if (!(await passwordMatches(change.password, before))) throw wrongPassword();
  const after = await hashPassword(change.newPassword);
  await replaceOwnPassword(call, { before, after, attempt, sessionId: change.sessionId });
}

const replaceOwnPassword = operation(
  'session.password',
  async (
    context,
    values: { before: string | null; after: string; attempt: LoginAttempt; sessionId: number | null },
  ) => {
    const { tx, actor } = context;
    const { attempt } = values;
    const { rows } = await sql`
      -- Replaces the password, unless somebody else has changed it since it was checked.
      update account set password_hash = ${values.after}, updated_at = this_second()
      where id = ${actor.userId} and password_hash = ${values.before} returning id`.execute(tx);
    if (rows.length === 0) throw wrongPassword();
    await settleAttempt(tx, attempt, actor.userId);
    await forgetAddresses(tx, actor.userId, attempt.address);
    await endSessions(tx, actor.userId, values.sessionId);
    await recordEvent(context, { event: 'user.modified', id: actor.userId, detail: { fields: ['password'] } });
  },
);

function wrongPassword(): Problem {
  const errors = [{ pointer: '/password', detail: 'is not your present password' }];
  return problem('body.invalid', 'password is not your present password.', { errors });
}
