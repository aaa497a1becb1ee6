import type { Session } from '../../client/browser.ts';
import { client } from './client.ts';
import { noteSession } from './sign-in-request.ts';

export const sessionKey = ['session'] as const;

/** Reads who is signed in, at which site, with which permissions. */
export async function readSession(): Promise<Session> {
  const session = await client.session.get();
  noteSession();
  return session;
}
