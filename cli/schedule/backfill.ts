import type { Client, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Overlap } from '../../config/schedules.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { overlaps } from './definition.ts';
import { ownSchedule } from './owned.ts';

export interface Period {
  /** Both are included. */
  readonly from: Date;
  readonly to: Date;
}

/** Temporal does not count the moment that a period begins with. */
const before = 1000;

/** When a schedule was due in a period, by what it is now. */
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
 * Runs what was due in a period, as if it were due now. A time that has run already is not run again while the service keeps the
 * answer to its `Idempotency-Key`.
 * @param overlap how they go beside each other; with the policy of the schedule itself most of them would be skipped
 */
export async function backfill(temporal: Client, name: string, { from, to }: Period, overlap: Overlap): Promise<void> {
  const { handle } = await ownSchedule(temporal, name);
  await handle.backfill({ start: new Date(from.getTime() - before), end: to, overlap: overlaps[overlap] });
}

/** Fires a schedule now, paused or not. Without `overlap` as its own policy says, and not beside its last run. */
export async function trigger(temporal: Client, name: string, overlap?: Overlap): Promise<void> {
  const { handle, description } = await ownSchedule(temporal, name);
  const policy: ScheduleOverlapPolicy | undefined = overlap ? overlaps[overlap] : description.policies.overlap;
  await handle.trigger(policy);
}

function timestamp(at: Date) {
  return { seconds: Math.floor(at.getTime() / 1000) as never, nanos: (at.getTime() % 1000) * 1_000_000 };
}
