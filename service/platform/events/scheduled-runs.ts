import { type Client, isGrpcServiceError, type ScheduleDescription } from '@temporalio/client';
import { encodeScheduleOverlapPolicy } from '@temporalio/client/lib/schedule-types.js';
import { scheduleId } from '../../../workflows/contract/scheduled-run.ts';

/** An overlap policy in Temporal's words, such as `BUFFER_ALL`. */
export type Policy = NonNullable<ScheduleDescription['policies']['overlap']>;

/** A request that a schedule starts runs beside its clock. Plain values only: the outbox keeps it. Times are ISO texts. */
export type StartRequest = { readonly overlap: Policy } & (
  | {
      /** The due time of one run, in whole seconds. It is part of the id of the workflow, so one time starts one run. */
      readonly at: string;
    }
  | { readonly from: string; readonly to: string }
);

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
      : {
          backfillRequest: [{ ...boundsOf({ from: new Date(request.from), to: new Date(request.to) }), overlapPolicy }],
        };
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

/** Extension of a period, in milliseconds: Temporal excludes its first moment, and due times are whole seconds. */
const before = 1;

/** Returns a period for Temporal. Its first and its last moment belong to it. */
export function boundsOf({ from, to }: { readonly from: Date; readonly to: Date }) {
  return { startTime: timestamp(new Date(from.getTime() - before)), endTime: timestamp(to) };
}

function timestamp(at: Date) {
  return { seconds: Math.floor(at.getTime() / 1000) as never, nanos: (at.getTime() % 1000) * 1_000_000 };
}
