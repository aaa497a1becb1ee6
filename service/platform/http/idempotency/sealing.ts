import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Seals what only one caller may see again, with a key that is kept nowhere: it follows from the credential they came with, of
 * which the database has no more than a hash.
 */
export type Sealer = (purpose: string) => Seal;

export interface Seal {
  seal(text: string): string;
  /** Null where it was sealed under another credential, or for another purpose. */
  open(sealed: string): string | null;
}

const prefix = 'sealed:';
const [nonceBytes, tagBytes] = [12, 16];

/** @param credential API key or session token: random, and so as good as a key */
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
