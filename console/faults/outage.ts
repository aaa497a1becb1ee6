import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProblemError } from '../../client/browser.ts';
import { streamLostSince } from '../ground/changes.ts';
import { nextAttempt } from './retry.ts';

/** The reason why a page gets no answer and keeps trying. */
export interface Outage {
  readonly kind: 'busy' | 'unreachable' | 'slow';
  /** Seconds until the next attempt. */
  readonly seconds: number;
}

/** Milliseconds. A stream ends every 14 minutes, and the next one begins within a second or two. */
const longestGap = 3_000;
/** Time until the page says that an answer takes long, in milliseconds. */
const slowAfter = 5_000;
/** Milliseconds between two looks. */
const interval = 500;

/** Returns why the page waits; null while it does not. */
export function useOutage(): Outage | null {
  const queries = useQueryClient();
  const [outage, setOutage] = useState<Outage | null>(null);
  useEffect(() => {
    const starts = new Map<string, number>();
    const look = () => {
      const next = outageOf(queries.getQueryCache().getAll(), starts);
      setOutage((before) => (before?.kind === next?.kind && before?.seconds === next?.seconds ? before : next));
    };
    const timer = setInterval(look, interval);
    return () => clearInterval(timer);
  }, [queries]);
  return outage;
}

/** Whether a page says itself that the service has no answer for now, because of another server that it needs. */
const isSaidByPage = ({ meta, state }: Query): boolean =>
  meta?.saysOutage === true &&
  state.fetchFailureReason instanceof ProblemError &&
  state.fetchFailureReason.status === 503;

/** @param starts since when each query is under way; the function keeps it */
function outageOf(all: readonly Query[], starts: Map<string, number>): Outage | null {
  const underWay = all.filter((query) => query.state.fetchStatus === 'fetching' && !isSaidByPage(query));
  const errors = underWay.map(({ state }) => state.fetchFailureReason).filter((error) => error !== null);
  const isBusy = (error: Error) => error instanceof ProblemError && error.status === 429;
  const now = Date.now();
  if (errors.length > 0) {
    const next = Math.min(...errors.map((error) => nextAttempt(error) ?? now));
    const seconds = Math.max(0, Math.ceil((next - now) / 1000));
    return { kind: errors.every(isBusy) ? 'busy' : 'unreachable', seconds };
  }
  const lost = streamLostSince();
  if (lost !== null && now - lost > longestGap) return { kind: 'unreachable', seconds: 0 };
  const names = new Set(underWay.map(({ queryHash }) => queryHash));
  for (const name of starts.keys()) if (!names.has(name)) starts.delete(name);
  for (const name of names) if (!starts.has(name)) starts.set(name, now);
  const isSlow = [...starts.values()].some((since) => now - since > slowAfter);
  return isSlow ? { kind: 'slow', seconds: 0 } : null;
}
