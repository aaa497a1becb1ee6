import { useQuery } from '@tanstack/react-query';
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

/** Returns a function that tells whether the user has a permission. Until the session is read, nobody has any. */
export function useMay(): (permission: string) => boolean {
  const { data } = useQuery({ queryKey: sessionKey, queryFn: readSession });
  const held = new Set(data?.permissions);
  return (permission) => held.has('*') || held.has(permission) || held.has(permission.replace(/\.\w+$/, '.*'));
}
