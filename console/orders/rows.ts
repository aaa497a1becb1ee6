import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
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

/** A page of the list, and how many orders match in all. */
interface Page {
  readonly rows: readonly OrderRow[];
  readonly total: number;
}

const pageQuery = ({ filter, sort, embed }: Wanted, page: number) => ({
  queryKey: [...base, filter ?? '', sort, embed, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...(filter ? { filter } : {}), sort, page, perPage: rowsOfPage, embed };
    const { data, total } = await client.salesorder.list(query, { signal });
    return { rows: data as OrderRow[], total };
  },
  staleTime: 30_000,
});

/** Pages that rows in view are on, from 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** @param from index of the first row in view @param to index after the last one */
export const pagesOf = (from: number, to: number): PageRange => {
  const first = Math.floor(from / rowsOfPage) + 1;
  return { first, last: Math.max(first, Math.ceil(to / rowsOfPage)) };
};

/** Returns the rows of all orders that match, of which only the pages in view are read. */
export function useOrderRows(wanted: Wanted, { first, last }: PageRange) {
  const { embed } = wanted;
  const queries = useQueryClient();
  const [newer, setNewer] = useState(0);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(wanted, page)) });
  const rowAt = (index: number): OrderRow | undefined =>
    pages[Math.floor(index / rowsOfPage) + 1 - first]?.data?.rows[index % rowsOfPage];
  const total = useLatestTotal(pages);

  // Orders in view change in their places. New orders wait until somebody asks for them: no row moves under the cursor.
  const onChanges = useCallback(
    (changes: readonly Change[]) => {
      const created = changes.filter(({ event }) => event === 'salesorder.created').length;
      if (created > 0) setNewer((before) => before + created);
      const touched = new Set(changes.flatMap(({ order_ids }) => order_ids));
      const visible = queries
        .getQueriesData<Page>({ queryKey: base, type: 'active' })
        .flatMap(([, page]) => page?.rows ?? [])
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
  const error = pages.find((page) => page.error)?.error ?? null;
  return { total, rowAt, error, newer, showNewer };
}

/** Returns the total that the last answer named; undefined before the first. A page that is being read has none yet. */
function useLatestTotal(pages: readonly { readonly data?: Page | undefined; readonly dataUpdatedAt: number }[]) {
  const last = useRef<number | undefined>(undefined);
  const [latest] = pages.filter(({ data }) => data).sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt);
  last.current = latest?.data?.total ?? last.current;
  return last.current;
}

/** Reads orders again, and puts them into the places where they are shown. */
async function refresh(queries: QueryClient, ids: readonly number[], embed: string): Promise<void> {
  const filter = `id IN (${ids.slice(0, rowsOfPage).join(', ')})`;
  const query = { filter, perPage: rowsOfPage, embed };
  const { data } = await client.salesorder.list(query);
  const fresh = new Map((data as OrderRow[]).map((row) => [row.id, row]));
  queries.setQueriesData<Page>(
    { queryKey: base },
    (page) => page && { ...page, rows: page.rows.map((row) => fresh.get(row.id) ?? row) },
  );
}
