import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts values that only one caller may read again. The key is stored nowhere: it follows from the caller’s credential, of
 * which the database has only a hash.
 */
export type Sealer = (purpose: string) => Seal;

export interface Seal {
  seal(text: string): string;
  /** Decrypts a value. @returns null if it was sealed with another credential or for another purpose */
  open(sealed: string): string | null;
}

/**
 * Returns the answer with its secrets replaced.
 * @param secrets the members of the answer that are secret
 * @param as the replacement of a secret; undefined leaves the secret out
 */
export function withSecrets(body: string, secrets: readonly string[], as: (value: unknown) => unknown): string {
  if (secrets.length === 0 || body === '') return body;
  const answer: unknown = JSON.parse(body);
  if (typeof answer !== 'object' || answer === null) return body;
  const members = Object.entries(answer).map(([name, value]) => [name, secrets.includes(name) ? as(value) : value]);
  return JSON.stringify(Object.fromEntries(members));
}

/** Returns the answer with its sealed secrets opened. Those of another credential are left out. */
export function withOpenedSecrets(body: string, secrets: readonly string[], seal: Seal | null | undefined): string {
  return withSecrets(body, secrets, (value) => {
    const opened = typeof value === 'string' ? seal?.open(value) : null;
    return opened == null ? undefined : JSON.parse(opened);
  });
}

const prefix = 'sealed:';
const [nonceBytes, tagBytes] = [12, 16];

/**
 * Returns a sealer for one credential.
 * @param credential an API key or a session token. It is random, so a key can derive from it
 */
export const sealerOf =
  (credential: string): Sealer =>
  (purpose) => {
    const key = Buffer.from(hkdfSync('sha256', credential, '', `conveyor ${purpose}`, 32));
    return {
      seal(text) {
        const nonce = randomBytes(nonceBytes);
        const cipher = createCipheriv('aes-256-gcm', key, nonce);
        const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()]);
        return prefix + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
      },
      open(sealed) {
        if (!sealed.startsWith(prefix)) return null;
        const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
          decipher.setAuthTag(bytes.subarray(-tagBytes));
          const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
          return Buffer.concat([text, decipher.final()]).toString('utf8');
        } catch {
          return null;
        }
      },
    };
  };
