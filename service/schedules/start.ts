import type { Client } from '@temporalio/client';
import type { Overlap } from '../../config/schedules.ts';
import { type OverlapPolicy, periodOf, type StartRequest, scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { overlaps } from './definition.ts';

export interface Period {
  /** First moment of the period. */
  readonly from: Date;
  /** Last moment of the period. */
  readonly to: Date;
}

/** The word of the file or of Temporal for an overlap policy. */
export type OverlapWord = Overlap | OverlapPolicy;

/** The number of due times that Temporal lists at most. */
export const mostDueTimes = 1_000;

/** Returns the due times of a schedule in a period, by its current definition: at most `mostDueTimes`. */
export async function dueTimes(temporal: Client, name: string, period: Period): Promise<Date[]> {
  const { startTime } = await temporal.workflowService.listScheduleMatchingTimes({
    namespace: temporal.options.namespace,
    scheduleId: scheduleId(name),
    ...periodOf(period),
  });
  return startTime.map(({ seconds }) => new Date(Number(seconds ?? 0) * 1000));
}

/** Returns the request to run a schedule now. @param overlap the policy for a run that is in progress */
export function triggerRequest(overlap: OverlapWord, now: Date): StartRequest {
  return { at: new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString(), overlap: policyOf(overlap) };
}

/** Takes the words of the file, and Temporal's words for a policy that the file does not have. */
const policyOf = (overlap: OverlapWord): OverlapPolicy =>
  overlap in overlaps ? overlaps[overlap as Overlap] : (overlap as OverlapPolicy);

/**
 * Returns the request to run a schedule for the due times of a period.
 * @param overlap policy for overlapping runs; with the policy of the schedule most runs would be skipped
 */
export function backfillRequest({ from, to }: Period, overlap: Overlap): StartRequest {
  return { from: from.toISOString(), to: to.toISOString(), overlap: overlaps[overlap] };
}
