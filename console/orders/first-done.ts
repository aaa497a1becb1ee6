import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** Reads that wait, and the one that all pages begin with. */
const others: readonly unknown[] = ['session', 'view', 'preference'];

/** Time for drawing the first answer, in milliseconds. */
const drawing = 50;

/** Returns whether the page shows its first answer. Further data is read after it. */
export function useIsFirstDone(): boolean {
  const cache = useQueryClient().getQueryCache();
  const isAnswered = useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => cache.getAll().some(({ queryKey: [name], state }) => !others.includes(name) && state.status !== 'pending'),
  );
  const [isShown, setShown] = useState(isAnswered);
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(() => setShown(true), drawing);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return isShown;
}
