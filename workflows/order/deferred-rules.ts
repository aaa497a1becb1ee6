import type { StepInput } from '../contract/order.ts';
import { call, refusalOf } from '../shared/calls.ts';
import { formatDuration } from '../shared/summaries.ts';
import { markEvaluated } from './current-plan.ts';
import type { OrderWorkflowState } from './state.ts';
import { nextMessage } from './waiting.ts';

/**
 * Reports to the service that the order has reached a step, or has waited at it. The service evaluates the deferred rules, and
 * the workflow takes over the plan. After a refusal the workflow reads the progress.
 * @param waited seconds of waiting at the step; null when the order reaches it
 */
export async function evaluateDeferredRules(
  state: OrderWorkflowState,
  { step }: StepInput,
  waited: number | null = null,
): Promise<void> {
  const when = waited === null ? `before ${step}` : `after ${formatDuration(waited)} of waiting at ${step}`;
  state.plan = markEvaluated(state.plan, step, waited);
  const { orderId } = state.input;
  const answer = call('reachStep', [orderId, { step, waited }], `Evaluate rules ${when}`, () => state.enter('working'));
  const snapshot = await answer.catch((error) => {
    refusalOf(error);
    return null;
  });
  if (snapshot) state.merge(snapshot);
  else await state.readProgress();
}

/** Waits for a message. Where rules with `after` or a deadline are due at the step before one arrives, it reports the wait. */
export async function nextMessageOrRules(state: OrderWorkflowState, current: StepInput, before: number): Promise<void> {
  const { step, waits: [due] = [], since = Date.now() } = state.stepOf(current.step);
  // A plan that changes later may have a rule about how long the order has waited.
  state.changeStep(step, { since });
  const timer = due === undefined ? undefined : { at: since + due * 1000, summary: summaryOf(due, step) };
  if (!(await nextMessage(state, before, timer))) await evaluateDeferredRules(state, current, due);
}

const summaryOf = (due: number, step: string): string =>
  `Rules are due after ${formatDuration(due)} of waiting at ${step}`;
