import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { OrderOutcome } from '../contract/order.ts';
import type { OrderWorkflowState } from './state.ts';

/** A timer that ends the waiting, and what it is for. */
export interface WaitTimer {
  readonly milliseconds: number;
  readonly summary: string;
}

/**
 * Until the desk heard more than `before`: an event, or an operator. Long histories go on as new ones meanwhile.
 * @returns false where the time of the timer is over
 */
export async function moreThan(state: OrderWorkflowState, before: number, timer?: WaitTimer): Promise<boolean> {
  const more = () => state.heard !== before || historyIsLong();
  let heard = true;
  if (timer) heard = await condition(more, timer.milliseconds, { summary: timer.summary });
  else await condition(more);
  if (historyIsLong()) await newHistory(state);
  return heard;
}

export function historyIsLong(): boolean {
  return workflowInfo().continueAsNewSuggested;
}

/** Goes on in a new run, once nobody waits for an answer of this one. */
export async function newHistory(state: OrderWorkflowState): Promise<never> {
  await condition(allHandlersFinished);
  return await continueAsNew<(input: OrderWorkflowState['input']) => Promise<OrderOutcome>>(state.goesOnWith());
}
