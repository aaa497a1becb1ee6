import {
  type ActivityInterfaceFor,
  type ActivityOptions,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import type { CarrierRequestActivities } from '../../activities/carrier-request/activities.ts';
import { carrierQueue } from '../contract/task-queues.ts';
import { plainSummary } from '../contract/text.ts';
import { messageOf, ordinaryOptions, type Refusal } from './calls.ts';

const service = proxyActivities<CarrierRequestActivities>(ordinaryOptions);

/** After so many attempts, people learn that a request waits for the carrier. */
const fewAttempts = 3;

interface Request<Activities, Result> {
  /** Name of the carrier in the configuration. */
  readonly carrier: string;
  /** For how long the request is repeated while the carrier is away, in milliseconds. */
  readonly patience: number;
  /** Runs the activity: on the queue of the carrier, if it has one. */
  readonly run: (activities: ActivityInterfaceFor<Activities>) => Promise<Result>;
  /** Reports a carrier that does not answer. @param end when the last attempt ends */
  readonly onAway: (refusal: Refusal, end: number) => unknown;
}

/** Sends a request to a carrier until it answers, or for some time. @throws the failure, see `carrierRefusal` */
export async function untilAnswered<Activities, Result>({
  carrier,
  patience,
  run,
  onAway,
}: Request<Activities, Result>): Promise<Result> {
  const end = Date.now() + patience;
  try {
    return await run(proxyActivities<Activities>(await optionsAt(carrier, patience, { maximumAttempts: fewAttempts })));
  } catch (error) {
    const left = end - Date.now();
    if (isCancellation(error) || isFinal(error) || left <= 0) throw error;
    await onAway(carrierRefusal(error), end);
    return run(proxyActivities<Activities>(await optionsAt(carrier, left, { initialInterval: '10s' })));
  }
}

/**
 * Returns the options of activities at a carrier. A proxy of activities has a member of every name, also `then`, so no promise may have it
 * as its value.
 * @param milliseconds for how long the request is repeated
 */
async function optionsAt(
  carrier: string,
  milliseconds: number,
  retry: ActivityOptions['retry'],
): Promise<ActivityOptions> {
  const queue = { summary: plainSummary(`Read the task queue of ${carrier}`) };
  const { own_queue } = await service.readCarrierQueue.executeWithOptions(queue, [carrier]);
  return {
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: milliseconds,
    heartbeatTimeout: '20s',
    retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '10m', ...retry },
    ...(own_queue ? { taskQueue: carrierQueue(carrier) } : {}),
  };
}

/** Whether the carrier has refused: it would refuse the same request again. */
function isFinal(error: unknown): boolean {
  return failureIn(error)?.nonRetryable === true;
}

/** Returns why a request is not done. */
export function carrierRefusal(error: unknown): Refusal {
  if (isCancellation(error)) return { code: 'engine.canceled', detail: 'Somebody canceled the request in Temporal.' };
  return { code: failureIn(error)?.type ?? 'carrier.unavailable', detail: messageOf(error) };
}

/** Returns the failure of the activity's last attempt; undefined where it ended by a time limit of Temporal. */
function failureIn(error: unknown): ApplicationFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApplicationFailure) return cause;
  }
  return undefined;
}
