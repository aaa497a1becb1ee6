import { linesForBackground } from '../contract/background.ts';
import { bookedBefore } from '../contract/booking-step.ts';
import type { StepInput } from '../contract/order.ts';
import { bookingOf } from './current-plan.ts';
import type { OrderWorkflowState } from './state.ts';

/**
 * Returns the automatic steps that go to the service in one call: this one, and those after it up to one by hand, with rules or a
 * moment of its own, or with a booking or a request for a pickup before it. Each is an activity of its own: the history shows them as
 * it shows steps one after the other.
 */
export function stepsTogether(state: OrderWorkflowState, first: StepInput): StepInput[] {
  const { input, plan } = state;
  if (!input.together || input.lines === undefined || input.lines >= linesForBackground) return [first];
  const booking = bookingOf(plan, input);
  const open = plan.steps.filter(({ required, done }) => required && !done);
  const rest = open.slice(open.findIndex(({ step }) => step === first.step) + 1);
  const end = rest.findIndex(
    ({ step, by, deferred, notBefore }) =>
      by !== 'automatic' ||
      deferred ||
      notBefore !== undefined ||
      bookedBefore(step, booking) !== null ||
      (step === 'pickup' && booking.carrier?.asks_pickup),
  );
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}
