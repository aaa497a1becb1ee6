import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';

/**
 * Identifies the start of a workflow. The memo of each workflow holds it. The ids of records are from sequences. A
 * restored database repeats them, so the id of a workflow alone does not identify its record.
 */
export interface StartIdentity {
  /** The epoch of the database (`installation.epoch`). */
  readonly epoch: string;
  /** The id of the event that caused the start, or `outbox/{id}` for a start that no event of an order caused. */
  readonly event: string;
}

/** How a start ended. `repeated`: the same start was sent before. `running`: an earlier start of the same record still runs. */
export type StartResult = 'started' | 'repeated' | 'running';

/** A workflow to start, with the id that follows from its record. */
export interface WorkflowStart {
  readonly type: string;
  readonly options: WorkflowStartOptions;
  readonly identity: StartIdentity;
  /** See `requestEagerStart` of Temporal: the answer contains the first task. */
  readonly eager: boolean;
  /** The input where an earlier workflow had the id; the input of `options` where absent. */
  readonly inputAfterEarlier?: unknown;
}

/** The reason in the history of a workflow that a start of another epoch terminates. */
export const otherEpochReason =
  'The database was restored: this workflow belongs to an earlier life of the record, and a new one takes its place.';

/**
 * Starts a workflow once. The relay may send a start twice, because it can die before it reports the row. A start with the same
 * epoch and event changes nothing, whether its workflow runs or has ended. A running workflow of another epoch is terminated.
 * @throws Error for a server that does not answer, and for a workflow that changed during the call; the row is then
 *   still due
 */
export async function startOnce(client: Client, start: WorkflowStart): Promise<StartResult> {
  const { type, identity, inputAfterEarlier, eager: requestEagerStart } = start;
  const options = { ...start.options, memo: { ...start.options.memo, ...identity }, requestEagerStart };
  try {
    await client.workflow.start(type, { ...options, workflowIdReusePolicy: 'REJECT_DUPLICATE' });
    return 'started';
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  const earlier = await client.workflow.getHandle(options.workflowId).describe();
  const isSameEpoch = earlier.memo?.epoch === identity.epoch;
  if (isSameEpoch && earlier.memo?.event === identity.event) return 'repeated';
  if (earlier.status.name === 'RUNNING') {
    if (isSameEpoch) return 'running';
    await terminate(client.workflow.getHandle(options.workflowId, earlier.runId), otherEpochReason);
  }
  const args = inputAfterEarlier === undefined ? options.args : [inputAfterEarlier];
  await client.workflow.start(type, { ...options, args });
  return 'started';
}

/** Terminates the running workflow with this id if it belongs to another epoch. */
export async function endOtherEpoch(client: Client, workflowId: string, epoch: string): Promise<void> {
  try {
    const { memo, status, runId } = await client.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING' || memo?.epoch === epoch) return;
    await terminate(client.workflow.getHandle(workflowId, runId), otherEpochReason);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** Terminates a workflow. A workflow that has already ended is not changed. */
async function terminate(workflow: WorkflowHandle, reason: string): Promise<void> {
  try {
    await workflow.terminate(reason);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
