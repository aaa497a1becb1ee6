import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { awaitedAutowork, awaitedRelease } from '../shared/summaries.ts';
import type { OrderWorkflowState } from './state.ts';
import type { order } from './workflow.ts';

/** A timer that ends a wait, and its summary. */
export interface WaitTimer {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly summary: string;
}

/** Returns a moment in ISO 8601 as milliseconds since 1970; null where it has come, and for none. */
export function ahead(moment: string | null | undefined): number | null {
  const at = moment == null ? 0 : Date.parse(moment);
  return at > Date.now() ? at : null;
}

/**
 * Waits for an event or a decision of an operator. If the history becomes long during the wait, the workflow
 * continues in a new run.
 * @param before `state.messageCount` before the caller read the progress
 * @returns false where the timer ended the wait
 */
export async function nextMessage(state: OrderWorkflowState, before: number, timer?: WaitTimer): Promise<boolean> {
  const isOver = () => state.messageCount !== before || isHistoryLong();
  let arrived = true;
  if (timer) arrived = await condition(isOver, Math.max(1, timer.at - Date.now()), { summary: timer.summary });
  else await condition(isOver);
  if (isHistoryLong()) await continueInNewHistory(state);
  return arrived;
}

/** Waits until no autowork of the order is in progress: both would ask the carrier for labels. */
export async function waitForAutowork(state: OrderWorkflowState): Promise<void> {
  for (;;) {
    const before = state.messageCount;
    const { autowork } = await state.readProgress();
    if (!autowork) return;
    state.enter('waiting', awaitedAutowork(autowork));
    await nextMessage(state, before);
  }
}

/** Waits until the order is not on hold, or has ended. */
export async function untilReleased(state: OrderWorkflowState): Promise<void> {
  for (;;) {
    const before = state.messageCount;
    const snapshot = await state.readProgress();
    if (!state.isHeld) return state.reset();
    state.enter('held', awaitedRelease(snapshot));
    await nextMessage(state, before);
  }
}

export function isHistoryLong(): boolean {
  return workflowInfo().continueAsNewSuggested;
}

/** Continues in a new run, after every update of this one has its answer. */
export async function continueInNewHistory(state: OrderWorkflowState): Promise<never> {
  await condition(allHandlersFinished);
  return await continueAsNew<typeof order>(state.inputOfNextRun());
}
