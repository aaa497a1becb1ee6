import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SalesOrder } from '../../client/browser.ts';
import { useChangesLater } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';

/** Rows of a page: one read shows more than a screen. */
export const rowsOfPage = 100;

/** An order with the relations that the columns need. */
export type OrderRow = SalesOrder;

const base = ['salesorder', 'list'] as const;

/** What a list shows. */
export interface Wanted {
  readonly filter: string | undefined;
  /** As `sort` of the service. */
  readonly sort: string;
  /** The relations in its columns, as `embed` of the service. */
  readonly embed: string;
}

const pageQuery = ({ filter, sort, embed }: Wanted, page: number) => ({
  queryKey: [...base, filter ?? '', sort, embed, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = {
      ...(filter ? { filter } : {}),
      sort,
      page,
      perPage: rowsOfPage,
      embed,
      counting: 'estimate',
    } as const;
    const { data } = await client.salesorder.list(query, { signal });
    return data as OrderRow[];
  },
  staleTime: 30_000,
});

/**
 * Returns the rows of all orders that match, of which only those in view are read.
 * @param from index of the first row in view
 * @param to index after the last one
 */
export function useOrderRows(wanted: Wanted, from: number, to: number) {
  const { filter, embed } = wanted;
  const queries = useQueryClient();
  const [newer, setNewer] = useState(0);
  const { count, countAll } = useOrderCount(filter);
  const first = Math.floor(from / rowsOfPage) + 1;
  const last = Math.max(first, Math.ceil(to / rowsOfPage));
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(wanted, page)) });
  const rowAt = (index: number): OrderRow | undefined =>
    pages[Math.floor(index / rowsOfPage) + 1 - first]?.data?.[index % rowsOfPage];

  // Orders in view change in their places. New orders wait until somebody asks for them: no row moves under the cursor.
  const onChanges = useCallback(
    (changes: readonly Change[]) => {
      const created = changes.filter(({ event }) => event === 'salesorder.created').length;
      if (created > 0) setNewer((before) => before + created);
      const touched = new Set(changes.flatMap(({ order_ids }) => order_ids));
      const visible = queries
        .getQueriesData<OrderRow[]>({ queryKey: base, type: 'active' })
        .flatMap(([, rows]) => (Array.isArray(rows) ? rows : []))
        .filter(({ id }) => touched.has(id));
      if (visible.length > 0)
        void refresh(
          queries,
          visible.map(({ id }) => id),
          embed,
        ).catch(() => queries.invalidateQueries({ queryKey: base }));
    },
    [queries, embed],
  );
  useChangesLater(onChanges);
  const showNewer = () => {
    setNewer(0);
    void queries.invalidateQueries({ queryKey: base });
  };
  const error = count.error ?? pages.find((page) => page.error)?.error ?? null;
  return {
    total: count.data?.total,
    isAtLeast: count.data?.isAtLeast ?? false,
    countAll,
    rowAt,
    error,
    newer,
    showNewer,
  };
}

/**
 * Counts the orders that match, up to the limit of the service. Counting millions of them takes seconds, and few people need it.
 * @returns the count, and a function that counts them all
 */
function useOrderCount(filter: string | undefined) {
  const [exactOf, setExactOf] = useState<string | null>(null);
  const key = filter ?? '';
  const counting = exactOf === key ? 'exact' : 'estimate';
  const count = useQuery({
    queryKey: [...base, key, 'count', counting],
    queryFn: async ({ signal }) => {
      const query = { ...(filter ? { filter } : {}), perPage: 0, counting } as const;
      const answer = await client.salesorder.list(query, { signal });
      const isAtLeast = answer.total_is_estimate ?? false;
      return { total: isAtLeast ? (answer.total_at_least ?? 0) : answer.total, isAtLeast };
    },
    placeholderData: keepPreviousData,
  });
  const countAll = useCallback(() => setExactOf(key), [key]);
  return { count, countAll };
}

/** Reads orders again, and puts them into the places where they are shown. */
async function refresh(queries: QueryClient, ids: readonly number[], embed: string): Promise<void> {
  const filter = `id IN (${ids.slice(0, rowsOfPage).join(', ')})`;
  const query = { filter, perPage: rowsOfPage, embed };
  const { data } = await client.salesorder.list(query);
  const fresh = new Map((data as OrderRow[]).map((row) => [row.id, row]));
  queries.setQueriesData<unknown>({ queryKey: base }, (rows: unknown) =>
    Array.isArray(rows) ? (rows as OrderRow[]).map((row) => fresh.get(row.id) ?? row) : rows,
  );
}
