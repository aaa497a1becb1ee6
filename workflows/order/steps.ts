import type { StepsResult } from '../../activities/order/do-steps.ts';
import { linesForBackground } from '../contract/background.ts';
import { bookedBefore } from '../contract/booking-step.ts';
import type { StepInput } from '../contract/order.ts';
import { call } from '../shared/calls.ts';
import { stepsSummary } from '../shared/summaries.ts';
import type { OrderWorkflowState } from './state.ts';

/** The refusal of a step after others were done. */
export type Stopped = NonNullable<StepsResult['stopped']>;

/**
 * Attempts an automatic step and the automatic ones after it, as one activity. The steps that are done are marked, also where a later one is
 * refused.
 * @returns true, or the refusal of a later step
 * @throws the refusal of the first step, see `refusalIn`
 */
export function performSteps(state: OrderWorkflowState, first: StepInput): Promise<true | Stopped> {
  const steps = runOfSteps(state, first);
  const { input } = state;
  const names = steps.map(({ step }) => step);
  const summary = stepsSummary(names, input);
  return call('doSteps', [input.orderId, input.lines, names], summary, () => waitForService(state)).then((result) => {
    const { done, stopped, background } = result;
    state.markDone(...done);
    return background === undefined ? (stopped ?? true) : finishInBackground(state, first, background, summary);
  });
}

/** Shows that the service does not answer. */
export const waitForService = (state: OrderWorkflowState): void => state.enter('working', 'the service');

/** Waits for a step that the service does in the background. */
export async function finishInBackground(
  state: OrderWorkflowState,
  { step }: StepInput,
  path: string,
  summary: string,
): Promise<true> {
  state.enter('waiting', 'the service to finish in the background');
  const record = await state.backgroundEnd(path, summary);
  state.markDone({ step, record: record === true ? null : record, at: Date.now() });
  return true;
}

/**
 * Returns the automatic steps that go to the service in one call: this one, and those after it up to one by hand, with rules or a
 * moment of its own, or with a booking or a request for a pickup before it. A step of a large order goes alone.
 */
export function runOfSteps({ input, plan, booking }: OrderWorkflowState, first: StepInput): StepInput[] {
  if (input.lines >= linesForBackground) return [first];
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
