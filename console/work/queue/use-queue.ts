import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../../ground/session.ts';
import type { Entry, Sendings } from './entry.ts';
import { onOutcome } from './outcomes.ts';
import { sendInOrder } from './send.ts';
import { add, entries, onChange } from './store.ts';

/** Returns the entries of all lists and users of this browser, the oldest first. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(onChange, entries);

/** Sends the calls of the user, those of other pages and of earlier visits too, as long as the component is in view. */
export function useSending(): void {
  const userId = useSession()?.user.id;
  useEffect(() => (userId === undefined ? undefined : sendInOrder(userId)), [userId]);
}

type NewEntry<Kind extends keyof Sendings> = Pick<Entry<Kind>, 'list' | 'kind' | 'sending' | 'words' | 'of'>;

export interface QueueHandlers {
  /** Gets each answer before its entry leaves the queue. */
  readonly onAnswer: (entry: Entry, answer: unknown) => void;
  readonly onRefusal: (entry: Entry) => void;
}

export interface Queue {
  /** The unsent calls of all lists of the user. */
  readonly waiting: readonly Entry[];
  /** Keeps a call, which is sent as soon as those before it are answered. @returns whether it could be kept */
  readonly enqueue: <Kind extends keyof Sendings>(entry: NewEntry<Kind>) => boolean;
}

/** Returns the user's unsent calls and sends them, also during the first read. The page gets their outcomes. */
export function useQueue(handlers: QueueHandlers): Queue {
  useSending();
  const userId = useSession()?.user.id;
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(
    () =>
      onOutcome((outcome) => {
        if (outcome.kind === 'answered') latest.current.onAnswer(outcome.entry, outcome.answer);
        else latest.current.onRefusal(outcome.entry);
      }),
    [],
  );
  const waiting = useEntries().filter((entry) => entry.userId === userId && !entry.refusal);
  const enqueue = useCallback(
    <Kind extends keyof Sendings>(entry: NewEntry<Kind>) =>
      userId !== undefined && add({ ...entry, key: crypto.randomUUID(), at: Date.now(), userId } as Entry),
    [userId],
  );
  return { waiting, enqueue };
}
