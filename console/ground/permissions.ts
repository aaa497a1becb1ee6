import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readSession, sessionKey } from './session.ts';

/** Milliseconds for which the session counts as read: the frame of the page has read it. */
const fresh = 60_000;

/** Returns whether the user has a permission such as `salesorder.hold`. What a user may not do is not offered. */
export function usePermits(): (permission: string) => boolean {
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: fresh });
  const held = session?.permissions;
  return useCallback((permission) => permits(held ?? [], permission), [held]);
}

function permits(held: readonly string[], permission: string): boolean {
  const [resource] = permission.split('.');
  return held.some((own) => own === '*' || own === permission || own === `${resource}.*`);
}
