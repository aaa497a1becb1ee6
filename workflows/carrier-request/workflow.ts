import {
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
import { escapeMarkdown, plainSummary } from '../contract/text.ts';
import { ordinaryOptions } from '../shared/calls.ts';
import { listOutcome, workflowFailure } from '../shared/listing.ts';
import { formatTime } from '../shared/summaries.ts';
import { carrierRefusal, untilAnswered } from '../shared/until-answered.ts';

const service = proxyActivities<CarrierRequestActivities>(ordinaryOptions);

const hour = 3_600_000;

/** For how long a request is repeated while the carrier is away. Labels cost money; cartons are tracked again anyway. */
const patience = { label: hour, pickup: 12 * hour, track: hour / 6, cancel: 7 * 24 * hour } as const satisfies Record<
  CarrierRequest,
  number
>;

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
    const { code, detail } = carrierRefusal(error);
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
function sendUntilAnswered(input: CarrierRequestInput): Promise<Sent> {
  const { carrier, carrierRequest: kind } = input;
  const summary = plainSummary(carrierRequestSummary(input));
  return untilAnswered<CarrierRequestActivities, Sent>({
    carrier,
    patience: patience[kind],
    run: ({ sendCarrierRequest }) => sendCarrierRequest.executeWithOptions({ summary }, [input]),
    onAway: ({ code, detail }, end) => {
      setCurrentDetails(`**waiting** for the carrier until ${formatTime(end)}: ${escapeMarkdown(detail)}`);
      listOutcome('waiting', code);
    },
  });
}
