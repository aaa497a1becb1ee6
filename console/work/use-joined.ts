import { useEffect } from 'react';
import { client } from '../ground/client.ts';
import { usePermits, useSession } from '../ground/session.ts';

/**
 * Interval between two reports of a person's presence on a list, in milliseconds: the service hides people without
 * recent reports.
 */
const renewal = 120_000;

/** The permission of the work on a list: who may only look works on none. */
const needs = { pick: 'pick.commit', pack: 'pack.moveitem' } as const;

interface ListOfWork {
  readonly id: number;
  readonly status_id: number;
}

/** Tells the service that the user works on a list, as long as the page is in view and the list is open. Nothing waits for it. */
export function useJoined(kind: 'pick' | 'pack', list: ListOfWork | undefined): void {
  const userId = useSession()?.user.id;
  const mayWork = usePermits()(needs[kind]);
  const id = mayWork && list?.status_id === 1 ? list.id : undefined;
  useEffect(() => {
    if (id === undefined || userId === undefined) return;
    const options = { retries: 0 };
    const join = () => void client[kind].join(id, options).catch(() => undefined);
    const leave = () => void client[kind].leave(id, options).catch(() => undefined);
    join();
    const timer = setInterval(() => !document.hidden && join(), renewal);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [kind, id, userId]);
}
