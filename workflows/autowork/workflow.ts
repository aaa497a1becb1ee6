import {
  CancellationScope,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { PendingTask, TaskResult } from '../../activities/autowork/activities.ts';
import type { Step } from '../../planning/plan.ts';
import type { AutoworkInput, AutoworkOutcome, AutoworkPlan } from '../contract/autowork.ts';
import { type EventSignal, eventSignal } from '../contract/event.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { BackgroundRequests } from '../shared/background.ts';
import { bookedBefore } from '../shared/booking-step.ts';
import { book, call, type Refusal, refusalIn, requestPickup } from '../shared/calls.ts';
import { bookingSummary, stepVerb } from '../shared/summaries.ts';
import { details, shortfall } from './view.ts';

/** The service reports the end of a task in the background. */
const event = defineSignal<[EventSignal]>(eventSignal);

type Task = AutoworkInput['tasks'][number];

const activities = {
  pick: 'autoworkPick',
  pack: 'autoworkPack',
  ship: 'autoworkShip',
  pickup: 'autoworkPickup',
} as const;

/** Refusals after which no other task of the order can be done, and no carrier is booked. */
const finalCodes = new Set(['order.held', 'order.state', 'permission.missing', 'reference.unknown', 'record.unknown']);

/**
 * Does tasks of an order for the user who requested them: everything that can be done is done, and the rest is reported. The
 * order's own workflow waits meanwhile. Where both do the same task nonetheless, the service's locks have it done once.
 */
export async function autowork(input: AutoworkInput): Promise<AutoworkOutcome> {
  const { autoworkId, number, by } = input;
  const results: TaskResult[] = [];
  const backgrounds = new BackgroundRequests();
  setHandler(event, (signal) => void backgrounds.take(signal));
  try {
    const plan = await call('startAutowork', [autoworkId], `Start the autowork of order ${number} for ${by}`);
    if (plan.open) await performTasks(input, plan, results, backgrounds);
  } catch (error) {
    if (isGone(error)) return gone;
    // A person may cancel it in Temporal's pages, for example because a carrier is away. The order must not wait forever.
    if (!isCancellation(error)) throw error;
    for (const { taskId } of input.tasks.slice(results.length, results.length + 1)) {
      const detail = 'Somebody canceled the autowork.';
      results.push({ task_id: taskId, outcome: 'refused', code: 'autowork.canceled', detail });
    }
  }
  setCurrentDetails(details(input, results, null));
  const finish = () => call('finishAutowork', [autoworkId, results], 'Report the results');
  const { outcome } = await CancellationScope.nonCancellable(finish).catch((error) => {
    if (!isGone(error)) throw error;
    return gone;
  });
  const reason = shortfall(results);
  upsertSearchAttributes([
    { key: searchAttributes.Outcome, value: outcome },
    ...(reason === null ? [] : [{ key: searchAttributes.Reason, value: reason }]),
  ]);
  return { outcome };
}

/** The outcome of an autowork that the service does not have any more. */
const gone: AutoworkOutcome = { outcome: 'nothing' };

const isGone = (error: unknown): boolean => refusalIn(error)?.code === 'record.unknown';

async function performTasks(
  input: AutoworkInput,
  plan: AutoworkPlan,
  results: TaskResult[],
  backgrounds: BackgroundRequests,
): Promise<void> {
  for (const task of input.tasks) {
    setCurrentDetails(details(input, results, task.step));
    const result = (await bookingRefusal(input, plan, task)) ?? (await perform(input, task, backgrounds));
    results.push(result);
    if (finalCodes.has(result.code ?? '')) return;
  }
}

/** Does a task. The service does a large one in the background, and reports its end. */
async function perform(
  input: AutoworkInput,
  { taskId, step }: Task,
  backgrounds: BackgroundRequests,
): Promise<TaskResult> {
  const { autoworkId, orderId, userId, details, by, number } = input;
  const task = { autoworkId, orderId, userId, taskId, details };
  const summary = `${stepVerb(step)} order ${number} for ${by}`;
  let answer: TaskResult | PendingTask = await call(activities[step], [task], summary);
  while ('background' in answer) {
    const pending: PendingTask = answer;
    answer = await backgrounds.result(pending.background, summary, async () => {
      const next = await call(activities[step], [task, pending], `${summary}: read the answer`);
      return 'background' in next && next.background === pending.background ? null : next;
    });
  }
  return answer;
}

/**
 * Has the carrier book, or come for the pickup, where the plan has that before the task.
 * @returns the refusal of the carrier as the result of the task; null where the task can be done
 */
async function bookingRefusal(
  { orderId, details }: AutoworkInput,
  { carrier, steps }: AutoworkPlan,
  { taskId, step }: Task,
): Promise<TaskResult | null> {
  // A user who gives a tracking number or another carrier has booked already.
  if (details.tracking_number !== undefined || details.carrier_id !== undefined) return null;
  try {
    const booked = bookedBefore(step, { carrier, steps });
    if (booked) await bookCartons(orderId, booked, step);
    if (carrier?.asks_pickup && step === 'pickup') await requestPickup({ orderId, carrier: carrier.name }, carrier);
    return null;
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return { task_id: taskId, outcome: 'refused', ...refusal };
  }
}

function bookCartons(orderId: number, carrier: NonNullable<AutoworkPlan['carrier']>, step: Step) {
  const onUnavailable = (refusal: Refusal) => {
    const summary = `Report attention at ${step}: ${refusal.code}`;
    return call('reportAttention', [orderId, { step, ...refusal }], summary);
  };
  return book({ orderId, carrier: carrier.name, step }, carrier.own_queue, bookingSummary(carrier), onUnavailable);
}
