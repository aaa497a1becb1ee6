import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFreshAfter } from '../../../ground/changes.ts';
import { client } from '../../../ground/client.ts';
import type { Change } from '../../../ground/live.ts';
import { sessionKey, usePermits, useSession } from '../../../ground/session.ts';
import { keyOf } from '../../records/kind.ts';

/** Permissions of users depend on their groups, too, and pages show the users of groups and the sites of users. */
const ofPeople = ({ object }: Change): boolean => ['user', 'usergroup', 'site'].includes(object);

/** Reads users and groups again after changes of the others that they are shown with: their versions cover these. */
export const useFreshPeople = (kind: { readonly name: string }): void => useFreshAfter(keyOf(kind), ofPeople);

/** Reads what a user may do, and whether the reader may change the user. Nothing is read without `user.read`. */
export function useUserAccess(id: number | undefined) {
  const permits = usePermits();
  const queryKey = ['access', 'user', id];
  useFreshAfter(queryKey, ofPeople);
  return useQuery({
    queryKey,
    queryFn: () => client.user.access(id ?? 0),
    enabled: id !== undefined && permits('user.read'),
  });
}

/** Reads whether the reader may change a group. */
export function useGroupAccess(id: number) {
  const permits = usePermits();
  const queryKey = ['access', 'usergroup', id];
  useFreshAfter(queryKey, ofPeople);
  return useQuery({
    queryKey,
    queryFn: () => client.usergroup.access(id),
    enabled: permits('usergroup.read'),
  });
}

/** Returns the id of the user who is signed in; undefined until it was read. */
export const useOwnId = (): number | undefined => useSession()?.user.id;

/** Returns a function that reads who is signed in again: a change of a user or a group may be one of the own rights. */
export function useFreshSession(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: sessionKey });
}
