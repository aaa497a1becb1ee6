import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/generated/tables.ts';
import type { Tx } from '../database/operation.ts';
import type { Row } from '../database/row.ts';
import { insertRow } from '../database/rows.ts';
import { hashSecret, newSessionToken, newSignInCode } from './keys.ts';

/**
 * The rows of sessions and of codes that begin one. A session ends at `expires_at`. A session of the console also ends when it is
 * not used for the idle time.
 */

/** The length of a session. */
const sessionHours = 12;
/** Validity of a sign-in code, in minutes. */
const codeMinutes = 15;

export interface NewSession {
  readonly accountId: number;
  /** True for a session of the console. */
  readonly cookie: boolean;
  readonly siteId: number | null;
  readonly userAgent: string | null;
  readonly address: string;
  /** The hash of the token in the cookie that the browser had before. Its session ends. */
  readonly replaces: Buffer | null;
}

/** Opens a session. @returns its token, which the service cannot show again */
export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const token = newSessionToken();
  if (session.replaces) await sql`delete from session where token_hash = ${session.replaces} and cookie`.execute(tx);
  await insertRow(tx, 'session', {
    token_hash: hashSecret(token),
    account_id: session.accountId,
    expires_at: sql`now() + make_interval(hours => ${sessionHours}::int)`,
    cookie: session.cookie,
    site_id: session.siteId,
    user_agent: session.userAgent,
    address: session.address,
  });
  return token;
}

/** Returns SQL: whether a row of `session` has not ended. */
export const isOpen = (idleMinutes: number): RawBuilder<boolean> =>
  sql`(expires_at > now() and (not cookie or last_used_at > now() - make_interval(mins => ${idleMinutes}::int)))`;

/** Returns the same as a condition on a row of a list. */
export const isOpenRow =
  (idleMinutes: number) =>
  (alias: string, parameter: (value: unknown) => string): string =>
    `(${alias}.expires_at > now() and (not ${alias}.cookie or ${alias}.last_used_at > now() - make_interval(mins => ${parameter(idleMinutes)}::int)))`;

/** Ends the sessions of an account, and makes its sign-in codes useless. @param keep the id of a session that goes on */
export async function endSessions(tx: Tx, accountId: number, keep: number | null = null): Promise<void> {
  await sql`delete from session where account_id = ${accountId} and id is distinct from ${keep}::bigint`.execute(tx);
  await sql`delete from signincode where account_id = ${accountId}`.execute(tx);
}

/** Stores a new sign-in code. @returns the code, which the service cannot show again */
export async function insertSignInCode(tx: Tx, accountId: number): Promise<string> {
  const code = newSignInCode();
  await sql`
    -- Stores a sign-in code.
    insert into signincode (code_hash, account_id, expires_at)
    values (${hashSecret(code)}, ${accountId}, now() + make_interval(mins => ${codeMinutes}::int))`.execute(tx);
  return code;
}

/** Uses a sign-in code up. @returns its account; null if the code is unknown, used or old, or the account is inactive */
export async function takeSignInCode(tx: Tx, code: string): Promise<number | null> {
  const { rows } = await sql<Row<'signincode', 'account_id'> & { valid: boolean }>`
    -- Deletes a sign-in code, so that nobody uses it again.
    delete from signincode c using account a where c.code_hash = ${hashSecret(code)} and a.id = c.account_id
    returning c.account_id, c.expires_at > now() and a.active as valid`.execute(tx);
  return rows[0]?.valid ? rows[0].account_id : null;
}

/** Deletes the sessions that have ended, and old codes. */
export async function forgetEndedSessions(
  { kysely }: { readonly kysely: Kysely<Tables> },
  idleMinutes: number,
): Promise<void> {
  await sql`delete from session where not ${isOpen(idleMinutes)}`.execute(kysely);
  await sql`delete from signincode where expires_at <= now()`.execute(kysely);
}
