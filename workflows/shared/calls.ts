import {
  ActivityFailure,
  type ActivityOptions,
  ApplicationFailure,
  isCancellation,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { AutoworkActivities } from '../../activities/autowork/activities.ts';
import type { BulkRunOperatorActivities } from '../../activities/bulk-run/operator.ts';
import type { CarrierRequestActivities, RequestPickupInput } from '../../activities/carrier-request/activities.ts';
import type { OrderActivities } from '../../activities/order/activities.ts';
import type { BookInput } from '../../activities/order/booking.ts';
import type { OperatorActivities } from '../../activities/order/operator.ts';
import type { ReturnActivities } from '../../activities/return-order/activities.ts';
import type { AccountActivities } from '../../activities/shared/account-name.ts';
import type { PlannedCarrier } from '../../config/planning/plan.ts';
import { localAttempt, pauses } from '../contract/retry.ts';
import { carrierQueue } from '../contract/task-queues.ts';
import { plainSummary } from '../contract/text.ts';

/** The code of a carrier that does not answer. */
const unavailable = 'carrier.unavailable';

/** A call that the service or a carrier refused for a business reason. The same call again gets the same refusal. */
export interface Refusal {
  code: string;
  detail: string;
}

/**
 * Options of a call to the service that lasts until the service answers. A call takes little longer than the service's own
 * limit of 60 s; the heartbeat shows within 20 s that a worker died.
 */
export const ordinaryOptions = {
  startToCloseTimeout: '70s',
  heartbeatTimeout: '20s',
  retry: {
    initialInterval: `${pauses.first}s`,
    backoffCoefficient: pauses.factor,
    maximumInterval: `${pauses.longest}s`,
  },
} satisfies ActivityOptions;

/**
 * Options of the first try of a call, as a local activity: it costs the Temporal server a tenth of an ordinary one.
 * It makes one short attempt, since the attempts of a local activity are not visible, and messages to its workflow
 * wait for its end.
 */
export const localOptions = {
  startToCloseTimeout: `${localAttempt.seconds}s`,
  retry: { maximumAttempts: 1 },
} satisfies LocalActivityOptions;

type ServiceActivities = OrderActivities &
  AccountActivities &
  OperatorActivities &
  AutoworkActivities &
  ReturnActivities &
  BulkRunOperatorActivities;

const local = proxyLocalActivities<ServiceActivities>(localOptions);
/**
 * The steps of orders go on within ten seconds of the service's return, however long it was away. Only the orders in progress
 * when it went away make these calls: without the service, none is issued.
 */
const ordinary = proxyActivities<ServiceActivities>({
  ...ordinaryOptions,
  retry: { ...ordinaryOptions.retry, maximumInterval: '8s' },
});
const booking = proxyActivities<Pick<ServiceActivities, 'book'>>(ordinaryOptions);

/** Names of the activities that are calls to the service. */
export type ServiceCall = Exclude<keyof ServiceActivities, 'book' | 'clock'>;

/** Any activity: TypeScript cannot follow the name of a call to its arguments through the SDK's types. */
interface Callable {
  executeWithOptions(options: { summary: string }, args: unknown[]): Promise<unknown>;
}

/**
 * Calls the service in a local activity. If the service does not answer, calls it in an ordinary activity, whose attempts
 * are visible, until it answers.
 * @param summary for Temporal's pages
 * @param onWait runs before the ordinary activity
 * @throws a refusal, see `refusalIn`
 */
export function call<Name extends ServiceCall>(
  name: Name,
  args: Parameters<ServiceActivities[Name]>,
  summary: string,
  onWait?: () => void,
): Promise<Awaited<ReturnType<ServiceActivities[Name]>>> {
  // This path, and the one to it, has no async function: the SDK keeps a stack trace for every promise in a workflow.
  // These traces are the greater part of an order's cost for its worker.
  const answer = (local[name] as Callable)
    .executeWithOptions({ summary: plainSummary(summary) }, args)
    .catch((error) => {
      if (isCancellation(error) || refusalIn(error)) throw error;
      onWait?.();
      const options = { summary: plainSummary(summary, ': again until the service answers') };
      return (ordinary[name] as Callable).executeWithOptions(options, args);
    });
  return answer as Promise<Awaited<ReturnType<ServiceActivities[Name]>>>;
}

/**
 * Has the carrier book, in an ordinary activity; a carrier with a rate limit books on its own task queue. A carrier that is away
 * is tried without end, and reported once after some time.
 * @param onUnavailable reports a carrier that is away
 */
export function book(
  input: BookInput,
  ownQueue: boolean,
  summary: string,
  onUnavailable: (refusal: Refusal) => Promise<unknown>,
): Promise<unknown> {
  const options = {
    startToCloseTimeout: '5m',
    ...(ownQueue ? { taskQueue: carrierQueue(input.carrier) } : {}),
  } as const;
  return booking.book
    .executeWithOptions({ summary: plainSummary(summary), ...options }, [input])
    .catch(async (error) => {
      const refusal = refusalIn(error);
      if (refusal?.code !== unavailable) throw error;
      await onUnavailable(refusal);
      const again = { summary: plainSummary(summary, ': again until the carrier answers'), ...options };
      return booking.book.executeWithOptions(again, [{ ...input, untilBooked: true }]);
    });
}

/**
 * Asks the carrier to come for an order that reached its pickup. If the carrier does not answer for a quarter of an hour, the
 * order needs a person: its goods are at the door.
 * @throws a refusal, see `refusalIn`
 */
export function requestPickup(input: RequestPickupInput, { own_queue, name }: PlannedCarrier): Promise<unknown> {
  const carrier = proxyActivities<CarrierRequestActivities>({
    ...ordinaryOptions,
    startToCloseTimeout: '5m',
    retry: { ...ordinaryOptions.retry, maximumAttempts: 20 },
    ...(own_queue ? { taskQueue: carrierQueue(name) } : {}),
  });
  return carrier.requestPickup
    .executeWithOptions({ summary: plainSummary(`Ask ${name} to come`) }, [input])
    .catch((error) => {
      if (isCancellation(error) || refusalIn(error)) throw error;
      throw ApplicationFailure.nonRetryable(messageOf(error), unavailable);
    });
}

/** Returns the refusal that an activity failed with; undefined for a fault that may pass. */
export function refusalIn(error: unknown): Refusal | undefined {
  // A local activity throws the failure itself; an ordinary one wraps it.
  const failure = error instanceof ActivityFailure ? error.cause : error;
  if (!(failure instanceof ApplicationFailure) || !failure.nonRetryable) return undefined;
  return { code: failure.type ?? 'unknown', detail: failure.message };
}

/** Returns the refusal that an activity failed with. @throws any other error, such as a cancellation of the workflow */
export function refusalOf(error: unknown): Refusal {
  const refusal = refusalIn(error);
  if (!refusal) throw error;
  return refusal;
}

/** Returns the message of the last failure of an activity. After a timeout it is the message of the last attempt. */
export function messageOf(error: unknown): string {
  let innermost = error as Error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message;
}
