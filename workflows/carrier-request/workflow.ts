import {
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  deprecatePatch,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { CarrierRequestActivities } from '../../activities/carrier-request/activities.ts';
import {
  type CarrierRequest,
  type CarrierRequestInput,
  type CarrierRequestOutcome,
  type CarrierRequestResult,
  carrierRequestSummary,
} from '../contract/carrier-request.ts';
import { carrierQueue } from '../contract/task-queues.ts';
import { escapeMarkdown, plainSummary } from '../contract/text.ts';
import { messageOf, ordinaryOptions, type Refusal } from '../shared/calls.ts';
import { listOutcome, workflowFailure } from '../shared/listing.ts';
import { formatTime } from '../shared/summaries.ts';

const service = proxyActivities<CarrierRequestActivities>(ordinaryOptions);

const hour = 3_600_000;

/** For how long a request is repeated while the carrier is away. Labels cost money; cartons are tracked again anyway. */
const patience = { label: hour, pickup: 12 * hour, track: hour / 6, cancel: 7 * 24 * hour } as const satisfies Record<
  CarrierRequest,
  number
>;

/** After so many attempts, lists show that the request waits for the carrier. */
const fewAttempts = 3;

/**
 * Sends a request to a carrier after the booking: fetch or void labels, track cartons, request a pickup. If the carrier
 * refuses, the bookings hold the reason.
 * @throws where the carrier refuses or stays away, so that lists show the request as Failed
 */
export async function carrierRequest(input: CarrierRequestInput): Promise<CarrierRequestOutcome> {
  const summary = plainSummary(carrierRequestSummary(input));
  deprecatePatch('carrier-requests-in-lists');
  try {
    const result = await sendUntilAnswered(input);
    listOutcome('done');
    return { ...(typeof result === 'number' ? { done: result } : result), refused: null };
  } catch (error) {
    const { code, detail } = refusalOf(error);
    // The bookings must not wait forever for a request that somebody canceled.
    await CancellationScope.nonCancellable(() =>
      service.reportCarrierRefusal.executeWithOptions({ summary: plainSummary(summary, ': refused') }, [input, detail]),
    );
    setCurrentDetails(escapeMarkdown(detail));
    if (isCancellation(error)) {
      listOutcome('canceled', code);
      throw error;
    }
    listOutcome('refused', code);
    throw workflowFailure({ code, detail });
  }
}

/** The result of the activity: a number of bookings in histories of 0.2.0. */
type Sent = CarrierRequestResult | number;

/** Sends the request. After a few attempts at a carrier that is away, lists show that the request waits, and why. */
async function sendUntilAnswered(input: CarrierRequestInput): Promise<Sent> {
  const end = Date.now() + patience[input.carrierRequest];
  try {
    return await send(input, patience[input.carrierRequest], { maximumAttempts: fewAttempts });
  } catch (error) {
    const left = end - Date.now();
    if (isCancellation(error) || isFinal(error) || left <= 0) throw error;
    const { code, detail } = refusalOf(error);
    setCurrentDetails(`**waiting** for the carrier until ${formatTime(end)}: ${escapeMarkdown(detail)}`);
    listOutcome('waiting', code);
    return send(input, left, { initialInterval: '10s' });
  }
}

/** @param milliseconds for how long the request is repeated */
async function send(
  input: CarrierRequestInput,
  milliseconds: number,
  retry: ActivityOptions['retry'] = {},
): Promise<Sent> {
  const queue = { summary: plainSummary(`Read the task queue of ${input.carrier}`) };
  const { own_queue } = await service.readCarrierQueue.executeWithOptions(queue, [input.carrier]);
  const carrier = proxyActivities<CarrierRequestActivities>({
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: milliseconds,
    heartbeatTimeout: '20s',
    retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '10m', ...retry },
    ...(own_queue ? { taskQueue: carrierQueue(input.carrier) } : {}),
  });
  const summary = plainSummary(carrierRequestSummary(input));
  return carrier.sendCarrierRequest.executeWithOptions({ summary }, [input]);
}

/** Whether the carrier has refused: it would refuse the same request again. */
function isFinal(error: unknown): boolean {
  const failure = failureIn(error);
  return failure?.nonRetryable === true;
}

/** Returns why the request is not done. */
function refusalOf(error: unknown): Refusal {
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
