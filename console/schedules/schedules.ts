import { useQuery } from '@tanstack/react-query';
import { ProblemError, type ScheduleStatus } from '../../client/browser.ts';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';

/** The keys of all that is read about schedules begin with this. */
export const schedulesKey = ['schedule'] as const;

export type FiredRun = ScheduleStatus['last'][number];
export type Difference = NonNullable<ScheduleStatus['difference']>;
export type Definition = NonNullable<ScheduleStatus['definition']>;
export type Overlap = 'skip' | 'buffer one' | 'buffer all' | 'cancel other' | 'allow all';

export const overlaps: readonly Overlap[] = ['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'];

/** Milliseconds between two reads: the clock of a schedule and the end of its runs cause no events. */
const ofAll = 10_000;
const ofOne = 5_000;
/** The same while somebody waits for a run that they have started. */
const ofStart = 1_000;

const ofSchedules = ({ object }: Change): boolean => object === 'schedule';

/** The page itself repeats the read, and shows the failure immediately. */
const once = { retries: 0 } as const;

/** The pages say themselves that Temporal is away, and keep what they have read before. */
const meta = { saysOutage: true } as const;

/** Reads all schedules, again and again. */
export function useSchedules() {
  const queryKey = [...schedulesKey, 'list'];
  useFreshAfter(schedulesKey, ofSchedules);
  return useQuery({ queryKey, queryFn: () => client.schedule.list(once), refetchInterval: ofAll, meta });
}

/** Reads a schedule, again and again. @param isAwaited whether somebody waits for a run that they have started */
export function useSchedule(name: string, isAwaited: boolean) {
  useFreshAfter(schedulesKey, ofSchedules);
  return useQuery({
    queryKey: [...schedulesKey, 'one', name],
    queryFn: () => client.schedule.get(name, once),
    refetchInterval: isAwaited ? ofStart : ofOne,
    meta,
  });
}

/**
 * Returns the reason why Temporal does not answer, in the words of the service; null while it answers. @param
 * failure of the last attempt to read
 */
export const outageOf = (failure: Error | null): string | null =>
  failure instanceof ProblemError && failure.status === 503 ? failure.message : null;

/** Returns the schedules that `apply` would change. */
export const differing = (all: readonly ScheduleStatus[]): readonly Difference[] =>
  all.flatMap(({ difference }) => (difference ? [difference] : []));

/**
 * Returns a schedule of the file whose name belongs to another program in Temporal: it prevents every application
 * of the file.
 */
export const foreignInFile = (all: readonly ScheduleStatus[]): ScheduleStatus | undefined =>
  all.find(({ state, in_file }) => state === 'foreign' && in_file);
