import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { AutoworkActivities } from '../../activities/autowork/activities.ts';
import type { BulkRunOperatorActivities } from '../../activities/bulk-run/operator.ts';
import type { OrderActivities } from '../../activities/order/activities.ts';
import type { BookInput } from '../../activities/order/booking.ts';
import type { OperatorActivities } from '../../activities/order/operator.ts';
import { carrierQueue } from '../contract/order.ts';

/** A call of business was refused: trying the same again does not help. */
export interface Refusal {
  code: string;
  detail: string;
}

type ServiceActivities = OrderActivities & OperatorActivities & AutoworkActivities & BulkRunOperatorActivities;

/**
 * Calls to the service are local activities first: a tenth of an ordinary one's work for the Temporal server. Two attempts,
 * and then not longer in here, where nobody sees them.
 */
const local = proxyLocalActivities<ServiceActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 2, initialInterval: '500ms' },
});

/** A little longer than the service's own limit of 60 s; a worker that died is noticed sooner. */
const ordinary = proxyActivities<ServiceActivities>({
  startToCloseTimeout: '70s',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Names of the activities that are calls to the service. */
export type ServiceCall = Exclude<keyof ServiceActivities, 'book' | 'clock'>;

/** Any of them: TypeScript cannot follow the name of a call to its arguments through the SDK's types. */
interface Callable {
  executeWithOptions(options: { summary: string }, args: unknown[]): Promise<unknown>;
}

/**
 * Calls the service: at once, and where it does not answer, as an activity whose attempts everybody can see, for as long
 * as it takes.
 * @param summary what is done, in the words of the trade
 * @param waiting told before it becomes a longer wait
 * @throws where it was refused; see `refusalIn`
 */
export function call<Name extends ServiceCall>(
  name: Name,
  args: Parameters<ServiceActivities[Name]>,
  summary: string,
  waiting?: () => void,
): Promise<Awaited<ReturnType<ServiceActivities[Name]>>> {
  // No async function on this path, or on the one to it: for every promise in a workflow the SDK keeps a stack trace,
  // which is the greater part of what an order costs its worker.
  const answer = (local[name] as Callable).executeWithOptions({ summary }, args).catch((error) => {
    if (isCancellation(error) || refusalIn(error)) throw error;
    waiting?.();
    const options = { summary: `${summary}: again until the service answers` };
    return (ordinary[name] as Callable).executeWithOptions(options, args);
  });
  return answer as Promise<Awaited<ReturnType<ServiceActivities[Name]>>>;
}

/** Has a carrier book; an ordinary activity, on the carrier's own queue where it has a rate limit. */
export function book(input: BookInput, ownQueue: boolean, summary: string) {
  return ordinary.book.executeWithOptions(
    {
      summary,
      startToCloseTimeout: '5m',
      ...(ownQueue ? { taskQueue: carrierQueue(input.carrier) } : {}),
    },
    [input],
  );
}

/** The refusal that an activity failed with; undefined where it failed by a fault that may pass. */
export function refusalIn(error: unknown): Refusal | undefined {
  // What a local activity throws arrives as it is; an ordinary one's is wrapped.
  const thrown = error instanceof ActivityFailure ? error.cause : error;
  if (!(thrown instanceof ApplicationFailure) || !thrown.nonRetryable) return undefined;
  return { code: thrown.type ?? 'unknown', detail: thrown.message };
}
