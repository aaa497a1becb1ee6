import { ApplicationFailure } from '@temporalio/workflow';
import { refusalIn } from './calls.ts';

/** An operator's decision, as the updates of workflows carry it. */
export interface Decision {
  /** Name of the person who decides, for the history. */
  by: string;
}

/** @throws where the decision has no name */
export function assertNamed(decision: Decision): void {
  if (!decision?.by) throw new Error('Say who asks for it: {"by": "…"}.');
}

/**
 * Fails the update, and not the workflow, with the service's sentence where the service refused a decision.
 * @throws always: the failure of the update, or the error itself where it is no refusal
 */
export function failUpdate(error: unknown): never {
  const refusal = refusalIn(error);
  throw refusal ? ApplicationFailure.nonRetryable(refusal.detail, refusal.code) : error;
}
