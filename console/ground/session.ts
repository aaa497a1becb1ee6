import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Session } from '../../client/browser.ts';
import { permits } from '../common/permits.ts';
import { client } from './client.ts';
import { noteSession } from './sign-in-request.ts';

export const sessionKey = ['session'] as const;

/** Reads who is signed in, at which site, with which permissions. */
export async function readSession(): Promise<Session> {
  const session = await client.session.get();
  noteSession();
  return session;
}

/** How the session is read. It is read again after a sign-in and after a refusal for a missing permission. */
export const sessionQuery = { queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 } as const;

/** Returns who is signed in; undefined until it was read. */
export const useSession = (): Session | undefined => useQuery(sessionQuery).data;

/** Returns a function that tells whether the user has a permission. Until the session was read, the user has none. */
export function usePermits(): (needed: string) => boolean {
  const permissions = useSession()?.permissions;
  return useCallback((needed) => permissions !== undefined && permits(permissions, needed), [permissions]);
}

/**
 * Returns the relations of a list that the user may read, for `embed`: the service refuses a whole list for one other relation.
 * @param relations the permissions that each needs; null for none
 */
export function embedOf(
  relations: Readonly<Record<string, string | readonly string[] | null>>,
  permits: (needed: string) => boolean,
): string {
  return Object.entries(relations)
    .filter(([, needed]) => [needed ?? []].flat().every(permits))
    .map(([name]) => name)
    .join(',');
}
