import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../operation.ts';

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
  await tx
    .insertInto('apikey')
    .values({ account_id: accountId, key_hash: hashSecret(key) })
    .execute();
  return key;
}

/** Ends all keys of an account. */
export async function revokeKeys(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('apikey')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}
