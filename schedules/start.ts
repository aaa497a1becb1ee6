import { randomUUID } from 'node:crypto';
import { type Client, isGrpcServiceError, type ScheduleDescription } from '@temporalio/client';
import { encodeScheduleOverlapPolicy } from '@temporalio/client/lib/schedule-types.js';
import type { Overlap } from '../config/schedules.ts';
import { scheduleId } from '../workflows/contract/scheduled-run.ts';
import { overlaps } from './definition.ts';
import { ownSchedule } from './owned.ts';

export interface Period {
  /** First moment of the period. */
  readonly from: Date;
  /** Last moment of the period. */
  readonly to: Date;
}

type Policy = NonNullable<ScheduleDescription['policies']['overlap']>;

/** The word of the file or of Temporal for an overlap policy. */
export type OverlapWord = Overlap | Policy;

/** A request that a schedule starts runs beside its clock. Plain values only: the outbox keeps it. Times are ISO texts. */
export type StartRequest = {
  /** In Temporal's words, such as `BUFFER_ALL`. */
  readonly overlap: Policy;
} & (
  | {
      /** The due time of one run, in whole seconds. It is part of the id of the workflow, so one time starts one run. */
      readonly at: string;
    }
  | { readonly from: string; readonly to: string }
);

/** Extension of a period, in milliseconds: Temporal excludes its first moment, and due times are whole seconds. */
const before = 1;

/** The number of due times that Temporal lists at most. */
export const mostDueTimes = 1_000;

/** Returns the due times of a schedule in a period, by its current definition: at most `mostDueTimes`. */
export async function dueTimes(temporal: Client, name: string, { from, to }: Period): Promise<Date[]> {
  const { startTime } = await temporal.workflowService.listScheduleMatchingTimes({
    namespace: temporal.options.namespace,
    scheduleId: scheduleId(name),
    startTime: timestamp(new Date(from.getTime() - before)),
    endTime: timestamp(to),
  });
  return startTime.map(({ seconds }) => new Date(Number(seconds ?? 0) * 1000));
}

/** Returns the request to run a schedule now. @param overlap the policy for a run that is in progress */
export function triggerRequest(overlap: OverlapWord, now: Date): StartRequest {
  return { at: new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString(), overlap: policyOf(overlap) };
}

/** Takes the words of the file, and Temporal's words for a policy that the file does not have. */
const policyOf = (overlap: OverlapWord): Policy =>
  overlap in overlaps ? overlaps[overlap as Overlap] : (overlap as Policy);

/**
 * Returns the request to run a schedule for the due times of a period.
 * @param overlap policy for overlapping runs; with the policy of the schedule most runs would be skipped
 */
export function backfillRequest({ from, to }: Period, overlap: Overlap): StartRequest {
  return { from: from.toISOString(), to: to.toISOString(), overlap: overlaps[overlap] };
}

/**
 * Sends a request to Temporal. A repetition starts no further run: the id of a workflow has its due time, and is the
 * `Idempotency-Key` of its bulk run, whose answer the service keeps for 24 hours.
 * @param requestId the same for a repetition
 * @returns false if there is no such schedule
 */
export async function startRuns(
  temporal: Client,
  name: string,
  request: StartRequest,
  requestId: string,
): Promise<boolean> {
  const overlapPolicy = encodeScheduleOverlapPolicy(request.overlap);
  const patch =
    'at' in request
      ? { triggerImmediately: { overlapPolicy, scheduledTime: timestamp(new Date(request.at)) } }
      : { backfillRequest: [{ ...bounds(request), overlapPolicy }] };
  const { namespace, identity } = temporal.options;
  try {
    await temporal.workflowService.patchSchedule({
      namespace,
      scheduleId: scheduleId(name),
      identity,
      requestId,
      patch,
    });
    return true;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === notFound) return false;
    throw error;
  }
}

/** Status code of gRPC. */
const notFound = 5;

function bounds({ from, to }: { readonly from: string; readonly to: string }) {
  return { startTime: timestamp(new Date(Date.parse(from) - before)), endTime: timestamp(new Date(to)) };
}

/**
 * Runs a schedule for the due times of a period. A time that has run before is not run again as long as the service keeps the
 * response to its `Idempotency-Key`.
 */
export async function backfill(temporal: Client, name: string, period: Period, overlap: Overlap): Promise<void> {
  await ownSchedule(temporal, name);
  await startRuns(temporal, name, backfillRequest(period, overlap), randomUUID());
}

/** Runs a schedule now, even if it is paused. @param overlap the default is the policy of the schedule */
export async function trigger(temporal: Client, name: string, overlap?: Overlap): Promise<void> {
  const { description } = await ownSchedule(temporal, name);
  const request = triggerRequest(overlap ?? description.policies.overlap ?? 'SKIP', new Date());
  await startRuns(temporal, name, request, randomUUID());
}

function timestamp(at: Date) {
  return { seconds: Math.floor(at.getTime() / 1000) as never, nanos: (at.getTime() % 1000) * 1_000_000 };
}
