import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Change, LiveChanges } from './live.ts';

let live: LiveChanges | null = null;

/** Returns since when the stream of changes is lost, in milliseconds since 1970; null while it is open, or nobody reads it. */
export const streamLostSince = (): number | null => live?.lostSince ?? null;

/** Calls a function with the changes that the service reports, as long as the page shows the component. */
export function useChangesLater(onChanges: (changes: readonly Change[]) => void): void {
  useEffect(() => {
    live ??= new LiveChanges();
    return live.on(onChanges);
  }, [onChanges]);
}

/** Milliseconds between two reads of what the page shows, while changes come without a pause. */
const shortest = 1_000;

const ofOrders = ({ order_ids }: Change) => order_ids.length > 0;

/** Reads a query again after changes of orders. */
export const useFreshAfterOrders = (queryKey: readonly unknown[]): void => useFreshAfter(queryKey, ofOrders);

/**
 * Reads a query again after changes: at once after a pause, and once a second while they do not stop. At full speed each event would
 * otherwise have the page read it again.
 * @param concerns whether a change is of what the query reads; the same function in each render
 */
export function useFreshAfter(queryKey: readonly unknown[], concerns: (change: Change) => boolean): void {
  const queries = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(() => {
    live ??= new LiveChanges();
    let readAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      readAt = performance.now();
      void queries.invalidateQueries({ queryKey: JSON.parse(name) });
    };
    const stop = live.on((changes) => {
      if (timer || !changes.some(concerns)) return;
      timer = setTimeout(read, Math.max(0, readAt + shortest - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, name, concerns]);
}
