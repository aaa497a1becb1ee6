import { CancellationScope, deprecatePatch, isCancellation } from '@temporalio/workflow';
import type { OrderSnapshot } from '../../activities/order/activities.ts';
import type { PlannedCarrier, Step } from '../../config/planning/plan.ts';
import { bookedBefore, bookingStep, isBookingDue } from '../contract/booking-step.ts';
import { canceledAttention, type OrderInput, type OrderOutcome, type StepInput } from '../contract/order.ts';
import { book, type Refusal, refusalOf, requestPickup } from '../shared/calls.ts';
import { awaitedRelease, awaitedWork, bookingSummary, formatDate, stepVerb } from '../shared/summaries.ts';
import { evaluateDeferredRules, nextMessageOrRules } from './deferred-rules.ts';
import { isEarlier, performEarlier } from './earlier.ts';
import { untilIssued } from './issue.ts';
import { OrderWorkflowState } from './state.ts';
import { performSteps, type Stopped } from './steps.ts';
import { handleUpdates } from './updates.ts';
import { ahead, continueInNewHistory, isHistoryLong, nextMessage, untilReleased, waitForAutowork } from './waiting.ts';

/**
 * Drives an order along its pinned plan, from pick to pickup. A draft that somebody wants issued when possible is
 * issued first. Others may work on the order too: the workflow skips finished steps, and reads the progress from the
 * service.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const state = new OrderWorkflowState(input).handleMessages();
  handleUpdates(state);
  try {
    await drive(state);
  } catch (error) {
    if (isCancellation(error) && CancellationScope.current().consideredCancelled) await abandon(state);
    throw error;
  }
  return CancellationScope.nonCancellable(() => state.outcome());
}

/** Does one step after the other, until the order has ended. The first step of a waiting draft is its issue. */
async function drive(state: OrderWorkflowState): Promise<void> {
  for (let name = state.currentStep(); name; name = state.currentStep()) {
    const step = state.nextStep();
    if (!step) await untilIssued(state);
    else await advance(state, step);
  }
}

/** Does a step, or what comes before it. */
async function advance(state: OrderWorkflowState, step: StepInput): Promise<void> {
  const isOfEarlier = isEarlier(state.input);
  const perform = isOfEarlier ? performEarlier : performSteps;
  const isCurrent = () => !state.mustRelabel;
  if (isHistoryLong()) await continueInNewHistory(state);
  if (state.planWatch.isStale) await state.readProgress();
  else if (!isOfEarlier && state.isHeld && step.by === 'automatic') await untilReleased(state);
  else if (step.deferred) await evaluateDeferredRules(state, step);
  else if (step.by === 'automatic' && ahead(step.notBefore) !== null) await waitUntilMoment(state, step);
  else if (await bookingsAreDone(state, step)) {
    if (step.by === 'hand') await waitUntilDone(state, step);
    else await untilAccepted(state, step, (next) => perform(state, next), isCurrent);
  }
}

/** Waits for the earliest moment of an automatic step, or for a message. The caller looks at the plan again. */
async function waitUntilMoment(state: OrderWorkflowState, step: StepInput): Promise<void> {
  const before = state.messageCount;
  const snapshot = await state.readProgress();
  const at = ahead(state.nextStep()?.notBefore);
  if (!state.isNext(step) || at === null) return;
  enterWait(state, snapshot, formatDate(at));
  await nextMessage(state, before, { at, summary: `${stepVerb(step.step)} not before ${formatDate(at)}` });
}

/** Shows the release that a held order waits for, or what another one waits for. */
function enterWait(state: OrderWorkflowState, snapshot: OrderSnapshot, waitingFor: string): void {
  if (snapshot.held) state.enter('held', awaitedRelease(snapshot));
  else state.enter('waiting', waitingFor);
}

/** Reports that the workflow was canceled. Without the report the order has no driver and no sign of it. */
function abandon(state: OrderWorkflowState): Promise<void> {
  return CancellationScope.nonCancellable(async () => {
    const step = state.currentStep();
    if (!step) return;
    const attention = { step, ...canceledAttention };
    state.enter('attention', 'a person who has it driven again', attention, 'abandoned');
    await state.reportAttention(attention);
  });
}

/**
 * Waits for the bookings before the step, and for the pickup request, if the plan has them.
 * @returns false where the step does not come next any more
 */
async function bookingsAreDone(state: OrderWorkflowState, step: StepInput): Promise<boolean> {
  const before = state.messageCount;
  const isWithdrawn = isWithdrawnLater(state, step);
  const currentCarrier = () => (isWithdrawn ? state.booking.carrier : bookedBefore(step.step, state.booking));
  const carrier = currentCarrier();
  const isSame = () => currentCarrier()?.name === carrier?.name;
  if (carrier && !(await untilAccepted(state, step, bookCartons(state, step, carrier), isSame))) return false;
  state.relabelled(before);
  const { carrier: collecting } = state.booking;
  if (step.step !== 'pickup' || !collecting?.asks_pickup) return true;
  return untilAccepted(state, step, () => {
    state.enter('booking', collecting.name);
    return requestPickup({ orderId: state.input.orderId, carrier: collecting.name }, collecting).then(() => true);
  });
}

/** Returns whether a label was withdrawn after the step that its booking comes before: the carrier books it before this step. */
function isWithdrawnLater({ booking, mustRelabel }: OrderWorkflowState, { step }: StepInput): boolean {
  if (!mustRelabel || bookedBefore(step, booking) || !isBookingDue(step, booking)) return false;
  deprecatePatch('relabel-after-the-step-of-the-booking');
  return true;
}

/** Waits until a step by hand is done. After each event it reads the progress. */
async function waitUntilDone(state: OrderWorkflowState, step: StepInput): Promise<void> {
  for (;;) {
    const before = state.messageCount;
    const snapshot = await state.readProgress();
    if (!state.isNext(step)) return state.reset();
    if (state.mustRelabel && !snapshot.held) return state.reset();
    enterWait(state, snapshot, awaitedWork(step.step, snapshot));
    await nextMessageOrRules(state, step, before);
  }
}

/**
 * Returns the attempt at a booking. It results in false where a new plan canceled it. A carrier that is away puts the order in
 * attention while it is tried on; the service ends the attention with the booking.
 */
function bookCartons(state: OrderWorkflowState, { step }: StepInput, carrier: PlannedCarrier): () => Promise<boolean> {
  return () => {
    state.enter('booking', carrier.name);
    // A label that is withdrawn later is booked with the key of its step: the carrier may have sold it already.
    const at = bookingStep(state.booking) ?? step;
    const input = { orderId: state.input.orderId, carrier: carrier.name, step: at };
    const onUnavailable = (refusal: Refusal) => {
      state.enter('attention', carrier.name, { step, ...refusal });
      return state.reportAttention({ step, ...refusal });
    };
    return state.planWatch.whileCurrent(() => book(input, carrier.own_queue, bookingSummary(carrier), onUnavailable));
  };
}

/**
 * Repeats an attempt until it succeeds. A refusal puts the order in attention, or leaves it held, until an event or an operator
 * wakes it.
 * @param attempt results in false where a new plan canceled it, and in a refusal where a later step than this one was refused
 * @param isWanted returns false where the current plan does not have the attempt any more
 * @returns false where the step does not come next any more: others did it, it was skipped, or the order has ended
 */
async function untilAccepted(
  state: OrderWorkflowState,
  first: StepInput,
  attempt: (step: StepInput) => Promise<boolean | Stopped>,
  isWanted = () => true,
): Promise<boolean> {
  let step = first;
  let reported: Refusal | undefined;
  const isDue = () => state.isNext(step) && isWanted();
  while (isDue()) {
    if (state.planWatch.isStale || state.mustWaitForAutowork) {
      await catchUp(state);
      continue;
    }
    const before = state.messageCount;
    const result = await attempt(step).catch(refusalOf);
    if (result === false) continue;
    if (result === true) {
      state.reset();
      return true;
    }
    // A later step was refused: those before it are done.
    if ('step' in result) step = state.stepOf(result.step);
    const snapshot = await state.readProgress();
    if (!isDue()) break;
    if (snapshot.held || result.code === 'order.held') {
      state.enter('held', awaitedRelease(snapshot));
    } else {
      const { code, detail } = result;
      const tryAgain = await enterAttention(state, { step: step.step, code, detail }, reported);
      reported = result;
      if (tryAgain) continue;
    }
    await nextMessage(state, before);
  }
  state.reset();
  return false;
}

async function catchUp(state: OrderWorkflowState): Promise<void> {
  if (state.planWatch.isStale) await state.readProgress();
  else await waitForAutowork(state);
}

/**
 * Puts the order in attention, and reports the attention to the service. After a retry, it reports the same one again.
 * @returns true where the attempt is to be repeated at once
 */
async function enterAttention(
  state: OrderWorkflowState,
  attention: { step: Step } & Refusal,
  reported: Refusal | undefined,
): Promise<boolean> {
  const { code, detail } = attention;
  state.enter('attention', 'an operator, or an event that clears it', attention);
  const isSame = reported?.code === code && reported.detail === detail;
  if (isSame && !state.isRetried) return false;
  const isAccepted = await state.reportAttention(attention);
  // Stock may have arrived before the service knew that the order waits for it: one more try finds it. A carrier is not asked
  // twice, since nothing in the service clears its refusal. A step that is too large stays too large.
  return isAccepted && !isSame && !code.startsWith('carrier.') && !tooLarge.has(code);
}

/** The refusals of steps that take too long. */
const tooLarge = new Set(['request.timeout', 'pack.too-large']);
