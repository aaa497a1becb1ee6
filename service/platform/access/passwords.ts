import { hash, verify } from '@node-rs/argon2';

/** Passwords are kept as argon2id hashes: about 6 ms each, off the event loop. */
export const hashPassword = (password: string) => hash(password);

/** Where there is no such user a hash is computed all the same, so that the time taken does not tell who is known. */
export async function passwordFits(password: string, kept: string | null): Promise<boolean> {
  const compared = kept ?? (await decoy());
  const fits = await verify(compared, password);
  return kept !== null && fits;
}

let known: Promise<string> | null = null;

function decoy(): Promise<string> {
  known ??= hash('nobody has this password');
  return known;
}
