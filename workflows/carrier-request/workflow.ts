import { CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { CarrierRequestActivities } from '../../activities/carrier-request/activities.ts';
import {
  type CarrierRequest,
  type CarrierRequestInput,
  type CarrierRequestOutcome,
  carrierRequestSummary,
} from '../contract/carrier-request.ts';
import { carrierQueue } from '../contract/task-queues.ts';
import { plainSummary } from '../contract/text.ts';
import { messageOf, ordinaryOptions } from '../shared/calls.ts';

const service = proxyActivities<CarrierRequestActivities>(ordinaryOptions);

/** For how long a request is repeated while the carrier is away. Labels cost money; cartons are tracked again anyway. */
const patience = { label: '1h', pickup: '12h', track: '10m', cancel: '7d' } as const satisfies Record<
  CarrierRequest,
  string
>;

/**
 * Sends a request to a carrier after the booking: fetch or void labels, track cartons, request a pickup. If the carrier
 * refuses, the bookings hold the reason.
 */
export async function carrierRequest(input: CarrierRequestInput): Promise<CarrierRequestOutcome> {
  const summary = plainSummary(carrierRequestSummary(input));
  try {
    const { own_queue } = await service.readCarrierQueue(input.carrier);
    const carrier = proxyActivities<CarrierRequestActivities>({
      startToCloseTimeout: '5m',
      scheduleToCloseTimeout: patience[input.carrierRequest],
      heartbeatTimeout: '20s',
      retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '10m' },
      ...(own_queue ? { taskQueue: carrierQueue(input.carrier) } : {}),
    });
    const done = await carrier.sendCarrierRequest.executeWithOptions({ summary }, [input]);
    return { done, refused: null };
  } catch (error) {
    const refused = isCancellation(error) ? 'Somebody canceled the request in Temporal.' : messageOf(error);
    // The bookings must not wait forever for a request that somebody canceled.
    await CancellationScope.nonCancellable(() =>
      service.reportCarrierRefusal.executeWithOptions({ summary: plainSummary(summary, ': refused') }, [
        input,
        refused,
      ]),
    );
    return { done: 0, refused };
  }
}
