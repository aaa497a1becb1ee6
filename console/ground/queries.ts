import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from '../../client/browser.ts';
import { isTemporary, pauseAfter } from '../faults/retry.ts';
import { sessionKey } from './session.ts';

/** All that the pages have read. Reads are repeated after temporary faults, however long the faults last. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // Somebody has taken a permission away: the navigation and the buttons follow it.
      if (isProblem(error, 'permission.missing') && queryKey !== sessionKey) {
        void queries.invalidateQueries({ queryKey: sessionKey });
      }
    },
  }),
  defaultOptions: {
    queries: {
      retry: (_, error) => isTemporary(error),
      retryDelay: pauseAfter,
      refetchOnWindowFocus: false,
      // The service may be on this machine, which needs no network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
