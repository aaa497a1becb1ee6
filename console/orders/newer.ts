import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import type { OrderCount } from './count.ts';
import { both } from './search/text.ts';

/** Number of changed orders that the list checks for a match. With more of them, it compares totals alone. */
const mostCompared = 300;

/** A list with the time and the result of its read. */
export interface ReadList {
  /** The expression of the search; undefined for all orders. */
  readonly filter: string | undefined;
  /** How many orders matched; undefined before the first rows. */
  readonly count: OrderCount | undefined;
  /** Returns the ids of the rows that are read. */
  readonly ids: () => ReadonlySet<number>;
  /** Returns how many of these rows do not match any more. */
  readonly gone: () => number;
}

/**
 * Counts the orders that match now and did not match when the list was read: new ones, and ones that a change
 * brought into the list.
 * @returns the count, and a function that takes changes. It sends one small call, and a second one where the list has further rows.
 */
export function useNewer(list: ReadList) {
  const [newer, setNewer] = useState(0);
  const latest = useRef(list);
  latest.current = list;
  const touched = useRef(new Set<number>());
  /** Grows with each burst and each read: an older answer is ignored. */
  const burst = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read again has all that is new
  useEffect(() => {
    burst.current += 1;
    touched.current.clear();
    setNewer(0);
  }, [list.count?.readAt]);
  const onChanges = useCallback(async (changes: readonly Change[]) => {
    const { filter, ids, count: read } = latest.current;
    // In a long list it is unknown which of the changed orders were in it before.
    note(touched.current, changes, filter === undefined || (read?.isAtLeast ?? false));
    const rows = ids();
    const outside = [...touched.current].filter((id) => !rows.has(id));
    burst.current += 1;
    const own = burst.current;
    // After a failure the next change counts them.
    const count = await countNewer(latest.current, outside).catch(() => null);
    if (count !== null && own === burst.current) setNewer(count);
  }, []);
  return { newer, onChanges };
}

/** Notes the orders that may be new to a list. @param createdAlone to a list of all orders, only those that were created are */
function note(touched: Set<number>, changes: readonly Change[], createdAlone: boolean): void {
  for (const { event, object_id, order_ids } of changes) {
    if (event === 'salesorder.deleted') touched.delete(object_id);
    else if (!createdAlone || event === 'salesorder.created') for (const id of order_ids) touched.add(id);
  }
}

/** @param outside changed orders that are not among the rows */
async function countNewer({ filter, count, ids, gone }: ReadList, outside: readonly number[]): Promise<number> {
  if (count === undefined) return 0;
  if (filter === undefined || outside.length === 0) return outside.length;
  const matching =
    outside.length > mostCompared ? outside.length : await countOf(both(filter, `id IN (${outside.join(', ')})`));
  if (matching === 0 || count.isAtLeast || count.total <= ids().size) return matching;
  // An order that matches may have been in the list before, below the rows that are read.
  return Math.min(matching, Math.max(0, (await countOf(filter)) - count.total + gone()));
}

const countOf = async (filter: string): Promise<number> => (await client.salesorder.list({ filter, perPage: 0 })).total;
