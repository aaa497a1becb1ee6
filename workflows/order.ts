import type { PlannedCarrier, Step } from '../plugins/plan.ts';
import { finished } from './background.ts';
import { book, call, type Refusal, refusalIn } from './calls.ts';
import type { OrderInput, OrderOutcome, StepInput } from './input.ts';
import { type OperatorDesk, operatorDesk } from './operator-desk.ts';
import { bookWords, stepWords, waitWords } from './words.ts';

/**
 * Drives an issued order along its pinned plan, from pick to pickup. It never assumes that it is the only one working:
 * what is already done is passed over, and what the order has come to, the service says.
 */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  const desk = operatorDesk(input);
  for (let step = desk.next(); step; step = desk.next()) {
    if (desk.historyIsLong()) await desk.newHistory();
    if (step.again) {
      await desk.reach(step);
      continue;
    }
    const carrier = bookedBefore(step, desk.booking);
    if (carrier && !(await untilAccepted(desk, step, booking(desk, step, carrier)))) continue;
    if (step.by === 'hand') await untilDone(desk, step);
    else if (await untilAccepted(desk, step, performance(desk, step))) desk.done(step);
  }
  return desk.outcome();
}

/** A step by hand: whatever happens, look whether it is done. */
async function untilDone(desk: OperatorDesk, step: StepInput): Promise<void> {
  for (;;) {
    const before = desk.heard;
    const { held } = await desk.look();
    if (!desk.still(step)) return desk.working();
    desk.stays(held ? 'held' : 'waiting', waitWords(step.step));
    await desk.moreThanOrWaited(step, before);
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
    return book({ orderId: desk.input.orderId, carrier: carrier.name, step }, carrier.own_queue, bookWords(carrier));
  };
}

/** The carrier, where its booking comes before this step: at the step it names or, if that is skipped, the next one. */
function bookedBefore(
  step: StepInput,
  { carrier, steps }: Pick<OrderInput, 'carrier' | 'steps'>,
): PlannedCarrier | null {
  if (!carrier?.book_at) return null;
  const from = steps.findIndex((planned) => planned.step === carrier.book_at);
  const at = steps.find(({ required }, index) => required && index >= from);
  return from >= 0 && at?.step === step.step ? carrier : null;
}

/**
 * Tries until it goes through. What is refused for a reason of business puts the order in attention, or leaves it held,
 * until somebody or something moves it.
 * @returns false where the step is not next any more: done by others, skipped, or the order has come to its end
 */
async function untilAccepted(desk: OperatorDesk, step: StepInput, attempt: () => Promise<unknown>): Promise<boolean> {
  let told: Refusal | undefined;
  while (desk.still(step)) {
    const before = desk.heard;
    const refusal = await attempt().then(() => undefined, refusalOf);
    if (!refusal) {
      desk.working();
      return true;
    }
    const { held } = await desk.look();
    if (!desk.still(step)) break;
    if (held || refusal.code === 'order.held') {
      desk.stays('held', 'its release');
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
    await desk.moreThan(before);
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
