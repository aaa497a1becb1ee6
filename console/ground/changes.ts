import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type Change, LiveChanges } from './live.ts';

let live: LiveChanges | null = null;

/**
 * Returns the start of the stream's outage, in milliseconds since 1970; null while the stream is open, or has no
 * reader.
 */
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

/** Changes that a tab keeps until it reads them. After more of them it reads again all that it shows. */
const mostKept = 2_000;
/** Milliseconds between two reads of what the page shows, while changes come without a pause: a change is seen within a second. */
const shortest = 800;

/**
 * Calls a function with changes: immediately after a pause, otherwise after some time with all changes of that
 * time. At full speed each event would otherwise have the page read again. A tab out of view keeps its changes until
 * somebody looks at it: somebody may have fifty tabs.
 * @returns a function that ends it
 */
function followInView(queries: QueryClient, onChanges: OnChanges): () => void {
  let kept: Change[] = [];
  let isLost = false;
  let handedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hand = () => {
    timer = undefined;
    if (document.hidden) return;
    const changes = kept;
    kept = [];
    handedAt = performance.now();
    if (isLost) void queries.invalidateQueries();
    else onChanges(changes);
    isLost = false;
  };
  const handInTime = () => {
    if (document.hidden || (kept.length === 0 && !isLost)) return;
    timer ??= setTimeout(hand, Math.max(0, handedAt + shortest - performance.now()));
  };
  live ??= new LiveChanges();
  const stop = live.on((changes) => {
    if (kept.length + changes.length <= mostKept) kept.push(...changes);
    else isLost = true;
    handInTime();
  });
  document.addEventListener('visibilitychange', handInTime);
  return () => {
    document.removeEventListener('visibilitychange', handInTime);
    clearTimeout(timer);
    stop();
  };
}

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
 * Reads a query again after changes.
 * @param isOfQuery whether a change is of what the query reads; the same function in each render
 */
export function useFreshAfter(queryKey: readonly unknown[], isOfQuery: (change: Change) => boolean): void {
  const queries = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(
    () =>
      followInView(queries, (changes) => {
        if (changes.some(isOfQuery)) void queries.invalidateQueries({ queryKey: JSON.parse(name) });
      }),
    [queries, name, isOfQuery],
  );
}
