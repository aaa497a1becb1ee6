import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { BulkRun, User } from '../../client/browser.ts';
import { useChangesLater } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import { embedOf, usePermits } from '../ground/session.ts';

export type Run = BulkRun & { user?: User };

/** Returns who the run acts as: by name, or by e-mail for a user without a name. */
export const userOf = ({ user }: Run): string | null | undefined =>
  [user?.first_name, user?.last_name].filter(Boolean).join(' ') || user?.email;

/** The key of all that is read about bulk runs. */
export const runsKey = ['bulkrun'] as const;

/** Milliseconds between two reads of a run that works: its totals have no events. */
const whileRunning = 1_000;

export const processedOf = ({ done, skipped, warned, failed }: BulkRun): number => done + skipped + warned + failed;

/** Returns whether the totals of a run can still change. A canceled run finishes the orders under way. */
export const isOpen = (run: BulkRun): boolean =>
  run.state === 'running' || (run.state !== 'done' && run.state !== 'paused' && processedOf(run) < run.total);

/** Reads runs again after somebody started, paused, retried or canceled one, and after one ended. */
export function useFreshAfterRuns(): void {
  const queries = useQueryClient();
  const read = useCallback(
    (changes: readonly Change[]) => {
      if (changes.some(({ object }) => object === 'bulkrun')) void queries.invalidateQueries({ queryKey: runsKey });
    },
    [queries],
  );
  useChangesLater(read);
}

/** Reads a run, again and again while it works. */
export function useRun(id: number) {
  useFreshAfterRuns();
  const embed = embedOf({ user: 'user.read' }, usePermits());
  return useQuery({
    queryKey: [...runsKey, id, embed],
    queryFn: async () => (await client.bulkrun.get(id, { embed })) as Run,
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? whileRunning : false),
  });
}

/** Seconds that the speed covers: shorter times jump, longer ones lag behind. */
const measured = 15;

interface Sample {
  readonly at: number;
  readonly processed: number;
}

/** Returns how many orders a run processes in a second, measured over the last seconds; null until it is known. */
export function useSpeed(run: BulkRun | undefined, readAt: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const processed = run ? processedOf(run) : null;
  const isWorking = run?.state === 'running';
  useEffect(() => {
    if (processed === null) return;
    const earliest = readAt - measured * 1_000;
    setSamples((before) =>
      isWorking ? [...before.filter(({ at }) => at >= earliest && at < readAt), { at: readAt, processed }] : [],
    );
  }, [processed, isWorking, readAt]);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 2 * whileRunning) return null;
  return ((last.processed - first.processed) * 1_000) / (last.at - first.at);
}

/** The orders of a run with one outcome, as an expression for the list of orders. */
export const ordersOf = (id: number, outcome: string): string =>
  `bulkrunorders[bulkrun_id = ${id} && outcome = "${outcome}"]`;
