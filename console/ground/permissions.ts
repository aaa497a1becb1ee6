import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readSession, sessionKey } from './session.ts';

/** Milliseconds for which the session counts as read: the frame of the page has read it. */
const fresh = 60_000;

export interface Permits {
  /** Returns whether the user has a permission such as `salesorder.hold`. */
  readonly permits: (permission: string) => boolean;
  /** False until the session is read: nothing is permitted until then. */
  readonly isKnown: boolean;
}

/** Returns what the user may do. What a user may not do is not offered. */
export function usePermits(): Permits {
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: fresh });
  const held = session?.permissions;
  const permits = useCallback((permission: string) => isHeld(held ?? [], permission), [held]);
  return { permits, isKnown: held !== undefined };
}

function isHeld(held: readonly string[], permission: string): boolean {
  const [resource] = permission.split('.');
  return held.some((own) => own === '*' || own === permission || own === `${resource}.*`);
}
