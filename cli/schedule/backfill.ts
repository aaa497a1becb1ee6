import type { Client, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Overlap } from '../../config/schedules.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { overlaps } from './definition.ts';
import { ownSchedule } from './owned.ts';

export interface Period {
  /** First moment of the period. */
  readonly from: Date;
  /** Last moment of the period. */
  readonly to: Date;
}

/** Milliseconds by which a period is extended: Temporal excludes its first moment. */
const before = 1000;

/** Returns the due times of a schedule in a period, by its current definition. */
export async function dueTimes(temporal: Client, name: string, { from, to }: Period): Promise<Date[]> {
  const { startTime } = await temporal.workflowService.listScheduleMatchingTimes({
    namespace: temporal.options.namespace,
    scheduleId: scheduleId(name),
    startTime: timestamp(new Date(from.getTime() - before)),
    endTime: timestamp(to),
  });
  return startTime.map(({ seconds }) => new Date(Number(seconds ?? 0) * 1000));
}

/**
 * Runs a schedule for the due times of a period. A time that has run before is not run again as long as the service keeps the
 * response to its `Idempotency-Key`.
 * @param overlap policy for overlapping runs; with the policy of the schedule most runs would be skipped
 */
export async function backfill(temporal: Client, name: string, { from, to }: Period, overlap: Overlap): Promise<void> {
  const { handle } = await ownSchedule(temporal, name);
  await handle.backfill({ start: new Date(from.getTime() - before), end: to, overlap: overlaps[overlap] });
}

/** Runs a schedule now, even if it is paused. @param overlap the default is the policy of the schedule */
export async function trigger(temporal: Client, name: string, overlap?: Overlap): Promise<void> {
  const { handle, description } = await ownSchedule(temporal, name);
  const policy: ScheduleOverlapPolicy | undefined = overlap ? overlaps[overlap] : description.policies.overlap;
  await handle.trigger(policy);
}

function timestamp(at: Date) {
  return { seconds: Math.floor(at.getTime() / 1000) as never, nanos: (at.getTime() % 1000) * 1_000_000 };
}
