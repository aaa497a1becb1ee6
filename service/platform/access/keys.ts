import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import { insertRow } from '../database/rows.ts';

/** API keys, session tokens and sign-in codes are random text. The service shows them once and stores only their hashes. */

/** Returns a new API key: 192 random bits after a prefix that people and secret scanners recognize. */
export const newKey = () => `cvk_${randomBytes(24).toString('base64url')}`;

/** Returns a new session token: 192 random bits after a prefix. */
export const newSessionToken = () => `cvs_${randomBytes(24).toString('base64url')}`;

/** Returns a new code for a sign-in link: 192 random bits after a prefix. */
export const newSignInCode = () => `cvc_${randomBytes(24).toString('base64url')}`;

/** Returns the SHA-256 hash of a key, token or code. A slow hash is not needed, because keys, unlike passwords, cannot be guessed. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/**
 * Creates an API key for an account and revokes its other keys.
 * @returns the key, which the service cannot show again
 */
export async function replaceKey(tx: Tx, accountId: number): Promise<string> {
  await revokeKeys(tx, accountId);
  const key = newKey();
  await insertRow(tx, 'apikey', { account_id: accountId, key_hash: hashSecret(key) });
  return key;
}

/**
 * Revokes all keys of an account, or the one with this id.
 * @returns the number of these keys, including those revoked before
 */
export async function revokeKeys(tx: Tx, accountId: number, keyId: number | null = null): Promise<number> {
  const { rows } = await sql`
    update apikey set revoked_at = coalesce(revoked_at, this_second())
    where account_id = ${accountId} and (${keyId}::bigint is null or id = ${keyId}::bigint) returning id`.execute(tx);
  return rows.length;
}
