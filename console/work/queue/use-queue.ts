import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../../ground/session.ts';
import type { Entry, Sendings } from './entry.ts';
import { type SenderHandlers, sendInOrder } from './send.ts';
import { add, entries, onChange, remove } from './store.ts';

/** Returns the entries of all lists and users of this browser, the oldest first. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(onChange, entries);

type NewEntry<Kind extends keyof Sendings> = Pick<Entry<Kind>, 'list' | 'kind' | 'sending' | 'words'>;

export interface Queue {
  /** What waits to be sent, of all lists of the user. */
  readonly waiting: readonly Entry[];
  /** What the service has refused, and nobody has read yet. */
  readonly refused: readonly Entry[];
  /** Keeps a call and sends it as soon as those before it are answered. @returns whether it could be kept */
  readonly enqueue: <Kind extends keyof Sendings>(entry: NewEntry<Kind>) => boolean;
  /** Somebody has read a refusal. */
  readonly acknowledge: (entry: Entry) => void;
}

/** Returns the calls of the user that wait, and sends them as long as a page of work is in view. */
export function useQueue(handlers: Pick<SenderHandlers, 'onAnswer' | 'onRefusal'>): Queue {
  const userId = useSession()?.user.id;
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (userId === undefined) return;
    return sendInOrder({
      userId,
      onAnswer: (entry, answer) => latest.current.onAnswer(entry, answer),
      onRefusal: (entry) => latest.current.onRefusal(entry),
    });
  }, [userId]);
  const own = useEntries().filter((entry) => entry.userId === userId);
  const enqueue = useCallback(
    <Kind extends keyof Sendings>(entry: NewEntry<Kind>) =>
      userId !== undefined && add({ ...entry, key: crypto.randomUUID(), at: Date.now(), userId } as Entry),
    [userId],
  );
  return {
    waiting: own.filter(({ refusal }) => !refusal),
    refused: own.filter(({ refusal }) => refusal),
    enqueue,
    acknowledge: ({ key }) => remove(key),
  };
}
