import type { PlannedCarrier, Step } from '../../planning/plan.ts';
import { askPickup } from '../carrier-request/workflow.ts';
import type { OrderInput, OrderOutcome, StepInput } from '../contract/order.ts';
import { finished } from '../shared/background.ts';
import { book, call, type Refusal, refusalIn } from '../shared/calls.ts';
import { autoworkWords, bookWords, holdWords, stepWords, waitWords } from '../shared/summaries.ts';
import { bookedBefore } from './booking-step.ts';
import { bookingOf } from './current-plan.ts';
import { heardOrWaited, reach } from './deferred-rules.ts';
import { OrderWorkflowState } from './state.ts';
import { answerOperators } from './updates.ts';
import { waitForAutowork } from './wait-for-autowork.ts';
import { historyIsLong, moreThan, newHistory } from './waiting.ts';

/**
 * Drives an issued order along its pinned plan, from pick to pickup. It never assumes that it is the only one working:
 * what is already done is passed over, and what the order has come to, the service says.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const state = new OrderWorkflowState(input).open();
  answerOperators(state);
  for (let step = state.next(); step; step = state.next()) {
    if (historyIsLong()) await newHistory(state);
    if (state.planWatch.isOld) {
      await state.look();
      continue;
    }
    if (step.again) {
      await reach(state, step);
      continue;
    }
    const booked = () => bookedBefore(step.step, bookingOf(state.plan, input));
    const carrier = booked();
    const same = () => booked()?.name === carrier?.name;
    if (carrier && !(await untilAccepted(state, step, booking(state, step, carrier), same))) continue;
    if (!(await carrierComes(state, step))) continue;
    if (step.by === 'hand') await untilDone(state, step);
    else if (await untilAccepted(state, step, performance(state, step))) state.done(step);
  }
  return state.outcome();
}

/** A step by hand: whatever happens, look whether it is done. */
async function untilDone(state: OrderWorkflowState, step: StepInput): Promise<void> {
  for (;;) {
    const before = state.heard;
    const now = await state.look();
    if (!state.still(step)) return state.working();
    if (now.held) state.stays('held', holdWords(now));
    else state.stays('waiting', now.autowork ? autoworkWords(now.autowork) : waitWords(step.step));
    await heardOrWaited(state, step, before);
  }
}

/** An automatic step: one call, one transaction. */
function performance(state: OrderWorkflowState, { step }: StepInput): () => Promise<unknown> {
  const words = stepWords(step, state.input);
  const away = () => state.stays('working', 'the service');
  const inBackground = () => state.stays('waiting', 'the service to finish in the background');
  return () =>
    call(step, [state.input.orderId], words, away).then(({ background }) =>
      background === null ? undefined : finished(background, words, inBackground),
    );
}

/** What a carrier needs before the step. */
function booking(state: OrderWorkflowState, { step }: StepInput, carrier: PlannedCarrier): () => Promise<unknown> {
  return () => {
    state.stays('booking', carrier.name);
    const input = { orderId: state.input.orderId, carrier: carrier.name, step };
    return state.planWatch.whileItHolds(() => book(input, carrier.own_queue, bookWords(carrier)));
  };
}

/** Has a carrier that comes when it is asked be asked. @returns false where the pickup is not next any more */
async function carrierComes(state: OrderWorkflowState, step: StepInput): Promise<boolean> {
  const { carrier } = bookingOf(state.plan, state.input);
  if (step.step !== 'pickup' || !carrier?.asks_pickup) return true;
  return untilAccepted(state, step, () => {
    state.stays('booking', carrier.name);
    return askPickup({ orderId: state.input.orderId, carrier: carrier.name }, carrier);
  });
}

/**
 * Tries until it goes through. What is refused for a reason of business puts the order in attention, or leaves it held,
 * until somebody or something moves it.
 * @param attempt gives false where another plan broke it off
 * @param wanted false where, by the plan of now, it is not to be tried any more
 * @returns false where the step is not next any more: done by others, skipped, or the order has come to its end
 */
async function untilAccepted(
  state: OrderWorkflowState,
  step: StepInput,
  attempt: () => Promise<unknown>,
  wanted = () => true,
): Promise<boolean> {
  let told: Refusal | undefined;
  while (state.still(step) && wanted()) {
    if (state.planWatch.isOld) {
      await state.look();
      continue;
    }
    if (state.standsBack) {
      await waitForAutowork(state);
      continue;
    }
    const before = state.heard;
    let brokenOff = false;
    const refusal = await attempt().then((went) => {
      brokenOff = went === false;
      return undefined;
    }, refusalOf);
    if (brokenOff) continue;
    if (!refusal) {
      state.working();
      return true;
    }
    const now = await state.look();
    if (!state.still(step)) break;
    if (now.held || refusal.code === 'order.held') {
      state.stays('held', holdWords(now));
    } else {
      const attention = { step: step.step, ...refusal };
      state.stays('attention', 'an operator, or an event that clears it', attention);
      if (told?.code !== refusal.code || told.detail !== refusal.detail) {
        told = refusal;
        const reported = await report(state, attention);
        // Stock may have come before the service knew that the order waits for it: try once more. A carrier is not
        // asked twice, since nothing of the service's clears what it refuses.
        if (reported && !refusal.code.startsWith('carrier.')) continue;
      }
    }
    await moreThan(state, before);
  }
  state.working();
  return false;
}

/** Faults that no retry gets over, such as a cancellation of the workflow, go on. */
function refusalOf(error: unknown): Refusal {
  const refusal = refusalIn(error);
  if (!refusal) throw error;
  return refusal;
}

/** Tells the service. False where it does not take the report: the order waits all the same. */
async function report(state: OrderWorkflowState, attention: { step: Step } & Refusal): Promise<boolean> {
  const summary = `Report attention at ${attention.step}: ${attention.code}`;
  const refusal = await call('attention', [state.input.orderId, attention], summary).then(() => undefined, refusalOf);
  return refusal === undefined;
}
