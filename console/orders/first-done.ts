import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Reads that wait, and the one that all pages begin with. */
const others: readonly unknown[] = ['session', 'view', 'preference'];

/** Returns whether the page has its first answer. What is not needed for it is read after it. */
export function useIsFirstDone(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => cache.getAll().some(({ queryKey: [name], state }) => !others.includes(name) && state.status !== 'pending'),
  );
}
