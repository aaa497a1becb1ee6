import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '../contract/search-attributes.ts';
import type { Refusal } from './calls.ts';

/** Shows in lists how far a workflow is. @param reason the code of its wait or of its end; null for no reason */
export function listOutcome(outcome: string, reason: string | null = null): void {
  upsertSearchAttributes([
    { key: searchAttributes.Outcome, value: outcome },
    { key: searchAttributes.Reason, value: reason },
  ]);
}

/**
 * Returns the failure of a workflow that could not do its work. Lists show it as Failed, with the code in `Reason`. It is no fault of
 * the program, and so it has no stack, and the metric of failed workflows does not count it.
 */
export function workflowFailure({ code, detail }: Refusal): ApplicationFailure {
  const failure = ApplicationFailure.create({
    message: detail,
    type: code,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
  failure.stack = `${failure.name}: ${failure.message}`;
  return failure;
}
