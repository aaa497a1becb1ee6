import type { StepInput } from '../contract/order.ts';
import { call, refusalIn } from '../shared/calls.ts';
import { inWords } from '../shared/summaries.ts';
import { spoken } from './current-plan.ts';
import type { OrderWorkflowState } from './state.ts';
import { moreThan } from './waiting.ts';

/**
 * Tells the service that the order has come to the step, or has waited so long at it, and takes over what the rules made of
 * the plan. What the service refuses is looked at as anything else is.
 * @param waited seconds; null for coming to it
 */
export async function reach(
  state: OrderWorkflowState,
  { step }: StepInput,
  waited: number | null = null,
): Promise<void> {
  const summary =
    waited === null
      ? `Have rules speak before ${step}`
      : `Have rules speak after ${inWords(waited)} of waiting at ${step}`;
  state.plan = spoken(state.plan, step, waited);
  const asked = call('reach', [state.input.orderId, { step, waited }], summary, () => state.stays('working'));
  const now = await asked.catch((error) => {
    if (!refusalIn(error)) throw error;
    return null;
  });
  if (now) state.takeOver(now);
  else await state.look();
}

/** Until more was heard than `before`, or the order has waited long enough at the step for rules to speak, and they have. */
export async function heardOrWaited(state: OrderWorkflowState, asked: StepInput, before: number): Promise<void> {
  const { step, waits = [], since } = state.plan.steps.find(({ step }) => step === asked.step) ?? asked;
  const [next] = waits;
  const from = since ?? Date.now();
  // A plan that is changed later may ask how long it has waited.
  if (since === undefined) state.change(step, { since: from });
  if (next === undefined) {
    await moreThan(state, before);
    return;
  }
  const summary = `Rules speak after ${inWords(next)} of waiting at ${step}`;
  const left = Math.max(1, from + next * 1000 - Date.now());
  if (!(await moreThan(state, before, { milliseconds: left, summary }))) await reach(state, asked, next);
}
