import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Page } from '../../client/browser.ts';
import { client } from '../ground/client.ts';

/** How many orders match. */
export interface OrderCount {
  readonly total: number;
  /** Whether there are at least so many: the service counts up to its limit, since to count millions takes seconds. */
  readonly isAtLeast: boolean;
  /** When the list was read that it belongs to. */
  readonly readAt: number;
}

/** The keys of what a list has read begin with these. */
export const listKey = ['salesorder', 'list'] as const;

const countKey = (filter: string | undefined) => [...listKey, filter ?? '', 'count'];

/** Returns the count in an answer to `counting=estimate`. */
function countOf(answer: Page<unknown>): OrderCount {
  const isAtLeast = answer.total_is_estimate ?? false;
  return { total: isAtLeast ? (answer.total_at_least ?? 0) : answer.total, isAtLeast, readAt: Date.now() };
}

/**
 * Keeps the count that comes with the first rows of a list. The count does not change until the list is read again.
 * @param openedAt when the list was opened: an older count belongs to another visit
 */
export function keepCount(
  queries: QueryClient,
  filter: string | undefined,
  answer: Page<unknown>,
  openedAt: number,
): void {
  const known = queries.getQueryData<OrderCount>(countKey(filter));
  if (known === undefined || known.readAt < openedAt) queries.setQueryData(countKey(filter), countOf(answer));
}

/** Returns how many orders match, once the first rows are read, and a function that counts them all. */
export function useOrderCount(filter: string | undefined) {
  const queries = useQueryClient();
  const read = useCallback(
    (counting: 'estimate' | 'exact', signal?: AbortSignal) =>
      client.salesorder.list({ ...(filter ? { filter } : {}), perPage: 0, counting }, signal ? { signal } : {}),
    [filter],
  );
  const count = useQuery({
    queryKey: countKey(filter),
    queryFn: async ({ signal }) => countOf(await read('estimate', signal)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: queries.getQueryData(countKey(filter)) !== undefined,
  });
  const countAll = useCallback(async () => {
    // Without an answer the list still says how many there are at least.
    const answer = await read('exact').catch(() => null);
    if (answer === null) return;
    queries.setQueryData<OrderCount>(
      countKey(filter),
      (before) => before && { ...before, total: answer.total, isAtLeast: false },
    );
  }, [queries, filter, read]);
  return { count: count.data, error: count.error, countAll };
}
