import { ApplicationFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { AskPickupInput, CarrierRequestActivities } from '../../activities/carrier-request/activities.ts';
import type { PlannedCarrier } from '../../planning/plan.ts';
import {
  type CarrierRequest,
  type CarrierRequestInput,
  type CarrierRequestOutcome,
  carrierRequestSummary,
} from '../contract/carrier-request.ts';
import { carrierQueue } from '../contract/order.ts';
import { refusalIn } from '../shared/calls.ts';

/** Calls to the service, for as long as it takes. */
const service = proxyActivities<CarrierRequestActivities>({
  startToCloseTimeout: '70s',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** How long a carrier that is away is asked again: labels are money, and where a carton is will be asked again anyway. */
const patience: Record<CarrierRequest, string> = { label: '1h', pickup: '12h', track: '10m', cancel: '7d' };

/**
 * An errand to a carrier, after it has booked: labels fetched or voided, where cartons are, asking it to come. What it refuses
 * stands on the bookings, where people see it.
 */
export async function booking(input: CarrierRequestInput): Promise<CarrierRequestOutcome> {
  const summary = carrierRequestSummary(input);
  try {
    const { own_queue } = await service.carrierRequestQueue(input.carrier);
    const carrier = proxyActivities<CarrierRequestActivities>({
      startToCloseTimeout: '5m',
      scheduleToCloseTimeout: patience[input.carrierRequest] as '1h',
      heartbeatTimeout: '20s',
      retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '10m' },
      ...(own_queue ? { taskQueue: carrierQueue(input.carrier) } : {}),
    });
    const done = await carrier.carrierRequest.executeWithOptions({ summary }, [input]);
    return { done, refused: null };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const refused = wordsOf(error);
    await service.carrierRequestRefused.executeWithOptions({ summary: `${summary}: refused` }, [input, refused]);
    return { done: 0, refused };
  }
}

/**
 * Asks the carrier to come for an order that has come to its pickup. A carrier that does not answer for a quarter of an hour is a
 * person's matter: the goods stand at the door.
 * @throws a refusal, see `refusalIn`
 */
export function askPickup(input: AskPickupInput, { own_queue, name }: PlannedCarrier): Promise<number> {
  const carrier = proxyActivities<CarrierRequestActivities>({
    startToCloseTimeout: '5m',
    heartbeatTimeout: '20s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
    ...(own_queue ? { taskQueue: carrierQueue(name) } : {}),
  });
  return carrier.askPickup.executeWithOptions({ summary: `Ask ${name} to come` }, [input]).catch((error) => {
    if (isCancellation(error) || refusalIn(error)) throw error;
    throw ApplicationFailure.nonRetryable(wordsOf(error), 'carrier.unavailable');
  });
}

/** What an activity failed with at last; of one whose time is over, what its last attempt failed with. */
function wordsOf(error: unknown): string {
  let innermost = error as Error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message;
}
