import { DefaultFailureConverter } from '@temporalio/common';

/** The worker defines it in front of the bundle where a payload codec encodes. A workflow cannot read the environment. */
declare const conveyorEncodesFailures: true;

/**
 * Converts failures of workflows. Where a payload codec encodes, the message and the stack go into a payload: otherwise a refusal
 * of an update would stand readable in the history.
 */
export const failureConverter = new DefaultFailureConverter({
  encodeCommonAttributes: typeof conveyorEncodesFailures !== 'undefined',
});
