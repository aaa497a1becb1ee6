import { useQuery } from '@tanstack/react-query';
import type { View } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { useSession } from '../../ground/session.ts';
import { useIsFirstDone } from '../first-done.ts';

/** The key of the saved views that the user sees. */
export const viewsKey = ['view', 'salesorder'] as const;

/**
 * Reads the saved views of orders that the user sees: own and shared ones.
 * @param isUrgent whether the list itself needs them
 */
export function useSavedViews(isUrgent = false) {
  const isFirstDone = useIsFirstDone();
  return useQuery({
    enabled: isUrgent || isFirstDone,
    queryKey: viewsKey,
    queryFn: async () => {
      const query = { where: { resource: 'salesorder' }, sort: 'name', perPage: 100, embed: 'owner' } as const;
      return (await client.view.list(query)).data;
    },
  });
}

/** The user's permissions on views. */
export interface ViewRights {
  readonly userId: number | undefined;
  /** Whether the user may change the shared views of others. */
  readonly managesShared: boolean;
  /** Whether the user may share a view with everyone, and with groups of others. */
  readonly shares: boolean;
  /** Whether the user may read the names of groups. */
  readonly readsGroups: boolean;
}

export function useViewRights(): ViewRights {
  const session = useSession();
  const held = new Set(session?.permissions ?? []);
  const may = (...names: string[]) => held.has('*') || names.some((name) => held.has(name));
  return {
    userId: session?.user.id,
    managesShared: may('view.*'),
    shares: may('view.*', 'view.share'),
    readsGroups: may('usergroup.*', 'usergroup.read'),
  };
}

/** Returns a function that reads the saved views of the user again. */
export function useOwnViews(): () => Promise<readonly View[]> {
  const { userId } = useViewRights();
  const { refetch } = useSavedViews(true);
  return async () => ((await refetch()).data ?? []).filter(({ owner_id }) => owner_id === userId);
}
