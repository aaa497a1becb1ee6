import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { SalesOrder } from '../../client/browser.ts';
import { useChangesLater } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import { keepCount, listKey, useOrderCount } from './count.ts';
import { useNewer } from './newer.ts';
import { both } from './search/text.ts';

/** Rows of a page: one read shows more than a screen. */
export const rowsOfPage = 100;

/** An order with the relations that the columns need. */
export type OrderRow = SalesOrder & {
  /** Whether it has left the view since the list was read. It stays in its place until then. */
  readonly isGone?: boolean;
};

/** The orders and columns of a list. */
export interface Wanted {
  readonly filter: string | undefined;
  /** As `sort` of the service. */
  readonly sort: string;
  /** The relations in its columns, as `embed` of the service. */
  readonly embed: string;
}

/** Time that rows out of view stay current, in milliseconds. */
const freshFor = 30_000;

/** @param openedAt when the list was opened: rows that are older may have changed unseen */
const pageQuery = (queries: QueryClient, { filter, sort, embed }: Wanted, page: number, openedAt: number) => ({
  queryKey: [...listKey, filter ?? '', sort, embed, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const expression = filter ? { filter } : {};
    const query = { ...expression, sort, page, perPage: rowsOfPage, embed, counting: 'estimate' } as const;
    const answer = await client.salesorder.list(query, { signal });
    keepCount(queries, filter, answer, openedAt);
    return answer.data as OrderRow[];
  },
  staleTime: ({ state }: { state: { dataUpdatedAt: number } }) => (state.dataUpdatedAt < openedAt ? 0 : freshFor),
});

/** Pages that rows are on, from 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** @param from index of the first row @param to index after the last one */
export const pagesOf = (from: number, to: number): PageRange => {
  const first = Math.floor(from / rowsOfPage) + 1;
  return { first, last: Math.max(first, Math.ceil(to / rowsOfPage)) };
};

/** Returns the rows of all matching orders. Only these pages are read. */
export function useOrderRows(wanted: Wanted, { first, last }: PageRange) {
  const { filter, embed } = wanted;
  const queries = useQueryClient();
  const { count, error: countError, countAll } = useOrderCount(filter);
  const [openedAt] = useState(Date.now);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(queries, wanted, page, openedAt)) });
  const rowAt = (index: number): OrderRow | undefined =>
    pages[Math.floor(index / rowsOfPage) + 1 - first]?.data?.[index % rowsOfPage];

  const read = pages.flatMap(({ data }) => data ?? []);
  const rows = useRef(read);
  rows.current = read;
  const { newer, onChanges: countNewer } = useNewer({
    filter,
    count,
    ids: () => new Set(rows.current.map(({ id }) => id)),
    gone: () => rows.current.filter(({ isGone }) => isGone).length,
  });

  // Orders in view change in their places. Others wait until somebody asks for them: no row moves under the cursor.
  const follow = useCallback(
    async (changes: readonly Change[]) => {
      const touched = new Set(changes.flatMap(({ order_ids }) => order_ids));
      if (touched.size === 0) return;
      const ids = rows.current.filter(({ id }) => touched.has(id)).map(({ id }) => id);
      await refresh(queries, ids, { filter, embed }).catch(() => queries.invalidateQueries({ queryKey: listKey }));
      // Afterwards, since rows that have left the view make room for what is new.
      await countNewer(changes);
    },
    [queries, filter, embed, countNewer],
  );
  useChangesLater(useOneByOne(follow));
  const showNewer = () => void queries.invalidateQueries({ queryKey: listKey });
  const error = countError ?? pages.find((page) => page.error)?.error ?? null;
  const hasGone = read.some(({ isGone }) => isGone);
  return { count, countAll, rowAt, error, newer, hasGone, showNewer };
}

/** Has a function follow changes one after the other: the answer to an earlier read would undo that to a later one. */
function useOneByOne(follow: (changes: readonly Change[]) => Promise<void>): (changes: readonly Change[]) => void {
  const waiting = useRef<Change[]>([]);
  const isBusy = useRef(false);
  return useCallback(
    async (changes: readonly Change[]) => {
      waiting.current.push(...changes);
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        while (waiting.current.length > 0) await follow(waiting.current.splice(0));
      } finally {
        isBusy.current = false;
      }
    },
    [follow],
  );
}

/** Reads orders again, and puts them into the places where they are shown. */
async function refresh(
  queries: QueryClient,
  ids: readonly number[],
  { filter, embed }: Pick<Wanted, 'filter' | 'embed'>,
): Promise<void> {
  const perPage = rowsOfPage;
  for (let from = 0; from < ids.length; from += perPage) {
    const named = `id IN (${ids.slice(from, from + perPage).join(', ')})`;
    const [{ data }, matching] = await Promise.all([
      client.salesorder.list({ filter: named, perPage, embed }),
      filter ? client.salesorder.list({ filter: both(filter, named), perPage, fields: 'id' }) : null,
    ]);
    const fresh = new Map((data as OrderRow[]).map((row) => [row.id, row]));
    place(queries, fresh, matching && { filter, ids: new Set(matching.data.map(({ id }) => id)) });
  }
}

/**
 * Puts orders into their places in all lists that were read.
 * @param matching the ids that match the search of a list; null for a list of all orders
 */
function place(
  queries: QueryClient,
  fresh: ReadonlyMap<number, OrderRow>,
  matching: { readonly filter: string | undefined; readonly ids: ReadonlySet<number> } | null,
): void {
  for (const [queryKey, rows] of queries.getQueriesData<unknown>({ queryKey: listKey })) {
    if (!Array.isArray(rows) || !(rows as OrderRow[]).some(({ id }) => fresh.has(id))) continue;
    // The pages of another search may have the same orders, and these may match there.
    const isOfSearch = matching !== null && queryKey[listKey.length] === matching.filter;
    const placed = (rows as OrderRow[]).map((row) => {
      const changed = fresh.get(row.id);
      return changed && isOfSearch ? { ...changed, isGone: !matching.ids.has(row.id) } : (changed ?? row);
    });
    queries.setQueryData(queryKey, placed);
  }
}
