import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import { insertRow } from '../database/rows.ts';

/** API keys and session tokens: random text that is shown once, and kept only as a hash. */

/** 192 random bits behind a prefix that tells people, and scanners for leaked secrets, what it is. */
export const newKey = () => `cvk_${randomBytes(24).toString('base64url')}`;

export const newSessionToken = () => `cvs_${randomBytes(24).toString('base64url')}`;

/** A plain hash is enough: unlike passwords, keys cannot be guessed. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/**
 * Gives an account a key and ends the keys it had.
 * @returns the key, which nothing can show again
 */
export async function replaceKey(tx: Tx, accountId: number): Promise<string> {
  await revokeKeys(tx, accountId);
  const key = newKey();
  await insertRow(tx, 'apikey', { account_id: accountId, key_hash: hashSecret(key) });
  return key;
}

/**
 * Ends all keys of an account, or the one with this id.
 * @returns how many there are of them, ended before or now
 */
export async function revokeKeys(tx: Tx, accountId: number, keyId: number | null = null): Promise<number> {
  const { rows } = await sql`
    update apikey set revoked_at = coalesce(revoked_at, now())
    where account_id = ${accountId} and (${keyId}::int is null or id = ${keyId}::int) returning id`.execute(tx);
  return rows.length;
}
