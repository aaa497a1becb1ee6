import { isCancellation, proxyLocalActivities } from '@temporalio/workflow';
import type { OrderActivities } from '../../activities/order/activities.ts';
import type { OrderInput, StepInput } from '../contract/order.ts';
import { call, localOptions } from '../shared/calls.ts';
import { stepsSummary } from '../shared/summaries.ts';
import type { OrderWorkflowState } from './state.ts';
import { finishInBackground, runOfSteps, waitForService } from './steps.ts';

/**
 * The input of 0.2.0, where each step of a run was an activity of its own. All of this file goes when the workflows that 0.2.0 has
 * started are over.
 */
type EarlierInput = Omit<OrderInput, 'plan'> & {
  readonly plan?: undefined;
  readonly steps: StepInput[];
  /** True where steps that follow each other go in one call. */
  readonly together?: boolean;
};

/** Returns whether 0.2.0 has started the workflow. */
export const isEarlier = (input: OrderInput | EarlierInput): boolean => input.plan === undefined;

/** Returns the steps of the order at the start of its workflow. */
export function stepsOf(input: OrderInput): StepInput[] {
  const { plan, steps }: Partial<OrderInput & Pick<EarlierInput, 'steps'>> = input;
  return plan ?? steps ?? [];
}

/** Returns the input without what only 0.2.0 knows: a new history of the order leaves the path of 0.2.0. */
export function withoutEarlier(input: OrderInput): OrderInput {
  const {
    steps: _steps,
    together: _together,
    ...rest
  }: OrderInput & Partial<Omit<EarlierInput, keyof OrderInput>> = input;
  return rest;
}

const local = proxyLocalActivities<OrderActivities>(localOptions);

/** Attempts the steps of a run, each with its activity. The activities of later steps are scheduled first. */
export async function performEarlier(state: OrderWorkflowState, first: StepInput): Promise<true> {
  const { orderId, lines, together }: OrderInput & Pick<EarlierInput, 'together'> = state.input;
  const others = together ? runOfSteps(state, first).slice(1) : [];
  const run = others.length === 0 ? undefined : { steps: [first, ...others].map(({ step }) => step) };
  const summaryOf = ({ step }: StepInput) => stepsSummary([step], state.input);
  const later = others.map((other) =>
    local[other.step].executeWithOptions({ summary: summaryOf(other) }, [orderId, lines, run]).then(
      ({ reached }) => reached !== false,
      (error) => {
        if (isCancellation(error)) throw error;
        return false;
      },
    ),
  );
  const summary = summaryOf(first);
  const result = await call(first.step, [orderId, lines, run], summary, () => waitForService(state));
  if (result.background === null) state.markDone({ step: first.step });
  else await finishInBackground(state, first, result.background, summary);
  const reached = await Promise.all(later);
  // An ordinary activity has done the steps whose own activities did not wait for it.
  const isUndone = ({ step }: StepInput, index: number) => !reached[index] && !result.together?.includes(step);
  const undone = others.findIndex(isUndone);
  state.markDone(...(undone < 0 ? others : others.slice(0, undone)));
  return true;
}
