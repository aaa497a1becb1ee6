import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type Change, LiveChanges } from './live.ts';

let live: LiveChanges | null = null;

/** Returns since when the stream of changes is lost, in milliseconds since 1970; null while it is open, or nobody reads it. */
export const streamLostSince = (): number | null => live?.lostSince ?? null;

/** Notes where the log of changes ends. The frame does so before its page reads anything: no change in between is missed. */
export function useChangesFromNow(): void {
  useEffect(() => {
    live ??= new LiveChanges();
  }, []);
}

type OnChanges = (changes: readonly Change[]) => void;

/** Calls a function with the changes that the service reports, as long as the page shows the component. */
export function useChangesLater(onChanges: OnChanges): void {
  const queries = useQueryClient();
  useEffect(() => followInView(queries, onChanges), [queries, onChanges]);
}

/** Changes that a tab keeps while it is out of view. After more of them it reads again all that it shows. */
const mostUnseen = 2_000;

/**
 * Calls a function with changes while the tab is in view; what came meanwhile, when it is in view again. Tabs that nobody sees
 * would otherwise read their pages again with each change, and somebody may have fifty of them.
 * @returns a function that ends it
 */
function followInView(queries: QueryClient, onChanges: OnChanges): () => void {
  let unseen: Change[] = [];
  let isLost = false;
  live ??= new LiveChanges();
  const stop = live.on((changes) => {
    if (!document.hidden) onChanges(changes);
    else if (unseen.length + changes.length <= mostUnseen) unseen.push(...changes);
    else isLost = true;
  });
  const onVisible = () => {
    if (document.hidden) return;
    if (isLost) void queries.invalidateQueries();
    else if (unseen.length > 0) onChanges(unseen);
    unseen = [];
    isLost = false;
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    stop();
  };
}

/** Milliseconds between two reads of what the page shows, while changes come without a pause. */
const shortest = 1_000;

const ofOrders = ({ order_ids }: Change) => order_ids.length > 0;

/**
 * Reads queries again after changes of orders.
 * @param queryKey the query, or the beginning of the keys of several
 * @param orderId only changes of this order count; those of all orders by default
 */
export function useFreshAfterOrders(queryKey: readonly unknown[], orderId?: number): void {
  const ofOne = useCallback(({ order_ids }: Change) => orderId !== undefined && order_ids.includes(orderId), [orderId]);
  useFreshAfter(queryKey, orderId === undefined ? ofOrders : ofOne);
}

/**
 * Reads a query again after changes: at once after a pause, and once a second while they do not stop. At full speed each event would
 * otherwise have the page read it again.
 * @param isOfQuery whether a change is of what the query reads; the same function in each render
 */
export function useFreshAfter(queryKey: readonly unknown[], isOfQuery: (change: Change) => boolean): void {
  const queries = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(() => {
    let readAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      readAt = performance.now();
      void queries.invalidateQueries({ queryKey: JSON.parse(name) });
    };
    const stop = followInView(queries, (changes) => {
      if (timer || !changes.some(isOfQuery)) return;
      timer = setTimeout(read, Math.max(0, readAt + shortest - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, name, isOfQuery]);
}
