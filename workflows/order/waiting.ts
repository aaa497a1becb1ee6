import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { OrderOutcome } from '../contract/order.ts';
import type { OperatorDesk } from './state.ts';

/** A timer that ends the waiting, and what it is for. */
export interface WaitTimer {
  readonly milliseconds: number;
  readonly summary: string;
}

/**
 * Until the desk heard more than `before`: an event, or an operator. Long histories go on as new ones meanwhile.
 * @returns false where the time of the timer is over
 */
export async function moreThan(desk: OperatorDesk, before: number, timer?: WaitTimer): Promise<boolean> {
  const more = () => desk.heard !== before || historyIsLong();
  let heard = true;
  if (timer) heard = await condition(more, timer.milliseconds, { summary: timer.summary });
  else await condition(more);
  if (historyIsLong()) await newHistory(desk);
  return heard;
}

export function historyIsLong(): boolean {
  return workflowInfo().continueAsNewSuggested;
}

/** Goes on in a new run, once nobody waits for an answer of this one. */
export async function newHistory(desk: OperatorDesk): Promise<never> {
  await condition(allHandlersFinished);
  return await continueAsNew<(input: OperatorDesk['input']) => Promise<OrderOutcome>>(desk.goesOnWith());
}
