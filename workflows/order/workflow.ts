import type { PlannedCarrier, Step } from '../../planning/plan.ts';
import { askPickup } from '../carrier-request/workflow.ts';
import type { OrderInput, OrderOutcome, StepInput } from '../contract/order.ts';
import { finished } from '../shared/background.ts';
import { book, call, type Refusal, refusalIn } from '../shared/calls.ts';
import { autoworkWords, bookWords, holdWords, stepWords, waitWords } from '../shared/summaries.ts';
import { bookedBefore } from './booking-step.ts';
import { bookingOf } from './current-plan.ts';
import { heardOrWaited, reach } from './deferred-rules.ts';
import { OperatorDesk } from './state.ts';
import { answerOperators } from './updates.ts';
import { standBack } from './wait-for-autowork.ts';
import { historyIsLong, moreThan, newHistory } from './waiting.ts';

/**
 * Drives an issued order along its pinned plan, from pick to pickup. It never assumes that it is the only one working:
 * what is already done is passed over, and what the order has come to, the service says.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const desk = new OperatorDesk(input).open();
  answerOperators(desk);
  for (let step = desk.next(); step; step = desk.next()) {
    if (historyIsLong()) await newHistory(desk);
    if (desk.planWatch.isOld) {
      await desk.look();
      continue;
    }
    if (step.again) {
      await reach(desk, step);
      continue;
    }
    const booked = () => bookedBefore(step.step, bookingOf(desk.plan, input));
    const carrier = booked();
    const same = () => booked()?.name === carrier?.name;
    if (carrier && !(await untilAccepted(desk, step, booking(desk, step, carrier), same))) continue;
    if (!(await carrierComes(desk, step))) continue;
    if (step.by === 'hand') await untilDone(desk, step);
    else if (await untilAccepted(desk, step, performance(desk, step))) desk.done(step);
  }
  return desk.outcome();
}

/** A step by hand: whatever happens, look whether it is done. */
async function untilDone(desk: OperatorDesk, step: StepInput): Promise<void> {
  for (;;) {
    const before = desk.heard;
    const now = await desk.look();
    if (!desk.still(step)) return desk.working();
    if (now.held) desk.stays('held', holdWords(now));
    else desk.stays('waiting', now.autowork ? autoworkWords(now.autowork) : waitWords(step.step));
    await heardOrWaited(desk, step, before);
  }
}

/** An automatic step: one call, one transaction. */
function performance(desk: OperatorDesk, { step }: StepInput): () => Promise<unknown> {
  const words = stepWords(step, desk.input);
  const away = () => desk.stays('working', 'the service');
  const inBackground = () => desk.stays('waiting', 'the service to finish in the background');
  return () =>
    call(step, [desk.input.orderId], words, away).then(({ background }) =>
      background === null ? undefined : finished(background, words, inBackground),
    );
}

/** What a carrier needs before the step. */
function booking(desk: OperatorDesk, { step }: StepInput, carrier: PlannedCarrier): () => Promise<unknown> {
  return () => {
    desk.stays('booking', carrier.name);
    const input = { orderId: desk.input.orderId, carrier: carrier.name, step };
    return desk.planWatch.whileItHolds(() => book(input, carrier.own_queue, bookWords(carrier)));
  };
}

/** Has a carrier that comes when it is asked be asked. @returns false where the pickup is not next any more */
async function carrierComes(desk: OperatorDesk, step: StepInput): Promise<boolean> {
  const { carrier } = bookingOf(desk.plan, desk.input);
  if (step.step !== 'pickup' || !carrier?.asks_pickup) return true;
  return untilAccepted(desk, step, () => {
    desk.stays('booking', carrier.name);
    return askPickup({ orderId: desk.input.orderId, carrier: carrier.name }, carrier);
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
  desk: OperatorDesk,
  step: StepInput,
  attempt: () => Promise<unknown>,
  wanted = () => true,
): Promise<boolean> {
  let told: Refusal | undefined;
  while (desk.still(step) && wanted()) {
    if (desk.planWatch.isOld) {
      await desk.look();
      continue;
    }
    if (desk.standsBack) {
      await standBack(desk);
      continue;
    }
    const before = desk.heard;
    let brokenOff = false;
    const refusal = await attempt().then((went) => {
      brokenOff = went === false;
      return undefined;
    }, refusalOf);
    if (brokenOff) continue;
    if (!refusal) {
      desk.working();
      return true;
    }
    const now = await desk.look();
    if (!desk.still(step)) break;
    if (now.held || refusal.code === 'order.held') {
      desk.stays('held', holdWords(now));
    } else {
      const attention = { step: step.step, ...refusal };
      desk.stays('attention', 'an operator, or an event that clears it', attention);
      if (told?.code !== refusal.code || told.detail !== refusal.detail) {
        told = refusal;
        const reported = await report(desk, attention);
        // Stock may have come before the service knew that the order waits for it: try once more. A carrier is not
        // asked twice, since nothing of the service's clears what it refuses.
        if (reported && !refusal.code.startsWith('carrier.')) continue;
      }
    }
    await moreThan(desk, before);
  }
  desk.working();
  return false;
}

/** Faults that no retry gets over, such as a cancellation of the workflow, go on. */
function refusalOf(error: unknown): Refusal {
  const refusal = refusalIn(error);
  if (!refusal) throw error;
  return refusal;
}

/** Tells the service. False where it does not take the report: the order waits all the same. */
async function report(desk: OperatorDesk, attention: { step: Step } & Refusal): Promise<boolean> {
  const summary = `Report attention at ${attention.step}: ${attention.code}`;
  const refusal = await call('attention', [desk.input.orderId, attention], summary).then(() => undefined, refusalOf);
  return refusal === undefined;
}
