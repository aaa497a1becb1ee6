import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Part, SalesOrderLine, Work } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { orderKey } from '../order.ts';

/** Lines of a read: more than a screen. */
const linesOfPage = 100;

export type LineRow = SalesOrderLine & { readonly part?: Part | null; readonly work?: readonly Work[] };

/**
 * Returns the lines of an order. Only the lines in view are read: an order may have thousands.
 * @param from index of the first line in view
 * @param to index after the last one
 */
export function useLineRows(orderId: number, from: number, to: number) {
  const permits = usePermits();
  const embed = ['part', 'work'].filter((name) => permits(`${name}.read`)).join(',');
  const first = Math.floor(from / linesOfPage) + 1;
  const last = Math.max(first, Math.ceil(to / linesOfPage));
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...orderKey(orderId), 'lines', page],
      queryFn: () =>
        client.salesorderline.list({
          where: { salesorder_id: orderId },
          ...{ sort: 'id', page, perPage: linesOfPage, embed },
        }),
    })),
  });
  // While the lines of another page are read, the table keeps its length. It shows no lines of the page before in their place.
  const total = useRef<number | undefined>(undefined);
  total.current = pages.find((page) => page.data)?.data?.total ?? total.current;
  const rowAt = (index: number): LineRow | undefined =>
    pages[Math.floor(index / linesOfPage) + 1 - first]?.data?.data[index % linesOfPage] as LineRow | undefined;
  return {
    total: total.current,
    rowAt,
    error: pages.find((page) => page.error)?.error ?? null,
    reread: () => void Promise.all(pages.map((page) => page.refetch())),
  };
}

/** Returns the units of a line that stock is short of. */
export const shortOf = ({ work = [] }: LineRow): number => work.reduce((sum, { qty_short }) => sum + qty_short, 0);

/** Returns the units of a line that are neither canceled nor gone. */
export const openOf = ({ qty, qty_canceled, qty_picked_up }: LineRow): number =>
  Number((qty - qty_canceled - qty_picked_up).toFixed(6));

/** Returns the name of a line for people: its part, or its description. */
export const nameOf = ({ part, description, id }: LineRow): string => part?.number ?? description ?? String(id);
