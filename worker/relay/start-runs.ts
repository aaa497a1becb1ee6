import { type Client, isGrpcServiceError } from '@temporalio/client';
import { encodeScheduleOverlapPolicy } from '@temporalio/client/lib/schedule-types.js';
import { periodOf, type StartRequest, scheduleId, timestampOf } from '../../workflows/contract/scheduled-run.ts';

/** Status code of gRPC. */
const notFound = 5;

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
      ? { triggerImmediately: { overlapPolicy, scheduledTime: timestampOf(new Date(request.at)) } }
      : {
          backfillRequest: [{ ...periodOf({ from: new Date(request.from), to: new Date(request.to) }), overlapPolicy }],
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
