import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { PendingTask } from '../../activities/autowork/activities.ts';
import type { Step } from '../../config/planning/plan.ts';
import type { AutoworkInput, AutoworkOutcome, AutoworkPlan, TaskResult } from '../contract/autowork.ts';
import { bookedBefore } from '../contract/booking-step.ts';
import { type EventSignal, eventSignal } from '../contract/event.ts';
import { BackgroundRequests } from '../shared/background.ts';
import { book, call, type Refusal, refusalIn, refusalOf, requestPickup } from '../shared/calls.ts';
import { listOutcome } from '../shared/listing.ts';
import { bookingSummary, stepVerb } from '../shared/summaries.ts';
import { canceledResults, merged, roundDetails, waitsForStock } from './rounds.ts';
import { details, shortfall } from './view.ts';

type Task = AutoworkInput['tasks'][number];

const activities = {
  pick: 'autoworkPick',
  pack: 'autoworkPack',
  ship: 'autoworkShip',
  pickup: 'autoworkPickup',
} as const;

/** Refusals that rule out every other task of the order and the booking of a carrier. */
const finalCodes = new Set(['order.held', 'order.state', 'permission.missing', 'reference.unknown', 'record.unknown']);

/**
 * Does tasks of an order for the user who requested them: everything that can be done is done, and the rest is
 * reported. The order's own workflow waits during the autowork. Where both do the same task nonetheless, the
 * service's locks have it done once.
 *
 * With `onStock: 'continue'`, an autowork whose order is short waits, and does its tasks again when the stock has arrived.
 */
export async function autowork(input: AutoworkInput): Promise<AutoworkOutcome> {
  const { autoworkId } = input;
  const state: AutoworkState = { results: [], events: 0, backgrounds: new BackgroundRequests() };
  setHandler(event, (signal) => {
    if (!state.backgrounds.take(signal)) state.events += 1;
  });
  try {
    await performRounds(input, state);
  } catch (error) {
    if (isGone(error)) return gone;
    // A person may cancel it in Temporal's pages, for example because a carrier is away. The order must not wait forever.
    if (!isCancellation(error)) throw error;
    state.results = canceledResults(input, state.results);
  }
  const { results } = state;
  setCurrentDetails(details(input, results, null));
  const finish = () => call('finishAutowork', [autoworkId, [...results]], 'Report the results');
  const { outcome } = await CancellationScope.nonCancellable(finish).catch((error) => {
    if (!isGone(error)) throw error;
    return gone;
  });
  // A reason of an earlier wait ends.
  listOutcome(outcome, shortfall(results));
  return { outcome };
}

/** The service reports an event of the order, or the end of a task in the background. */
const event = defineSignal<[EventSignal]>(eventSignal);

interface AutoworkState {
  /** The results of the tasks so far. */
  results: readonly TaskResult[];
  /** The number of events of the order that arrived. */
  events: number;
  readonly backgrounds: BackgroundRequests;
}

/** Does the tasks, and again after each wait for stock, until nothing is left that stock could change. */
async function performRounds(input: AutoworkInput, state: AutoworkState): Promise<void> {
  const { autoworkId, number, by } = input;
  let plan = await call('startAutowork', [autoworkId], `Start the autowork of order ${number} for ${by}`);
  state.results = plan.tasks;
  while (plan.open) {
    if (plan.waiting_for === null) {
      await performTasks(input, plan, state);
      if (!waitsForStock(input, plan, state.results)) return;
    }
    const before = state.events;
    plan = await call('awaitStock', [autoworkId, [...state.results]], 'See whether the stock is there');
    if (plan.open && plan.waiting_for !== null) await nextEvent(input, state, { before, awaited: plan.waiting_for });
  }
}

/** Waits for an event of the order. A long wait continues in a new run, which asks the service again. */
async function nextEvent(
  input: AutoworkInput,
  state: AutoworkState,
  { before, awaited }: { before: number; awaited: string },
): Promise<void> {
  setCurrentDetails(details(input, state.results, null, awaited));
  listOutcome('waiting', 'stock.short');
  await condition(() => state.events !== before);
  if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof autowork>(input);
}

/** The outcome of an autowork that the service does not have any more. */
const gone: AutoworkOutcome = { outcome: 'nothing' };

const isGone = (error: unknown): boolean => refusalIn(error)?.code === 'record.unknown';

async function performTasks(input: AutoworkInput, plan: AutoworkPlan, state: AutoworkState): Promise<void> {
  const before = state.results;
  for (const [at, task] of input.tasks.entries()) {
    setCurrentDetails(details(input, state.results, task.step));
    const result = (await bookingRefusal(input, plan, task)) ?? (await perform(input, plan, task, state));
    state.results = [...state.results.slice(0, at), merged(before[at], result), ...before.slice(at + 1)];
    if (finalCodes.has(result.code ?? '')) return;
  }
}

/** Does a task. The service does a large one in the background, and reports its end. */
async function perform(
  input: AutoworkInput,
  plan: AutoworkPlan,
  { taskId, step }: Task,
  { backgrounds }: AutoworkState,
): Promise<TaskResult> {
  const { autoworkId, orderId, userId, by, number } = input;
  const details = roundDetails(input, plan, taskId);
  if (details === null) return { task_id: taskId, outcome: 'nothing' };
  const round = plan.round === 1 ? {} : { round: plan.round };
  const task = { autoworkId, orderId, userId, taskId, details, ...round };
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
    return { task_id: taskId, outcome: 'refused', ...refusalOf(error) };
  }
}

function bookCartons(orderId: number, carrier: NonNullable<AutoworkPlan['carrier']>, step: Step) {
  const onUnavailable = (refusal: Refusal) => {
    const summary = `Report attention at ${step}: ${refusal.code}`;
    return call('reportAttention', [orderId, { step, ...refusal }], summary);
  };
  return book({ orderId, carrier: carrier.name, step }, carrier.own_queue, bookingSummary(carrier), onUnavailable);
}
