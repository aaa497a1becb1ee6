import { hash, verify } from '@node-rs/argon2';

/**
 * Returns the argon2id hash of a password. It takes about 6 ms outside of the event loop; scrypt takes 30 to 280 ms and
 * blocks the thread pool. API keys are random, so they have a fast hash (SHA-256).
 */
export const hashPassword = (password: string) => hash(password);

/**
 * Checks a password. It computes a hash for unknown users too, so that the response time does not reveal whether the user
 * exists.
 * @param storedHash null if no such user exists
 */
export async function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await verify(storedHash ?? (await decoyHash()), password);
  return storedHash !== null && matches;
}

let cachedDecoy: Promise<string> | null = null;

function decoyHash(): Promise<string> {
  cachedDecoy ??= hash('nobody has this password');
  return cachedDecoy;
}
