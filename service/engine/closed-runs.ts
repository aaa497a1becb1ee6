import { type Client, type WorkflowExecutionInfo, WorkflowNotFoundError } from '@temporalio/client';
import { drivingTypes, type Work, workOf } from './work.ts';

/** How a run closed without having finished its work. */
const statuses = {
  TERMINATED: 'terminated',
  CANCELLED: 'canceled',
  FAILED: 'failed',
  TIMED_OUT: 'timed out',
} as const;

export type ClosedStatus = (typeof statuses)[keyof typeof statuses];

/** A run of a workflow that closed without having finished its work. */
export interface ClosedRun {
  readonly work: Work;
  readonly runId: string;
  readonly status: ClosedStatus;
  readonly closedAt: Date;
}

/** Lists the runs that closed abnormally since a time of Temporal's clock, in pages of 1,000. */
export async function* closedRuns(client: Client, since: Date): AsyncIterable<ClosedRun> {
  const types = drivingTypes.map((type) => `'${type}'`).join(', ');
  const query = `WorkflowType IN (${types}) AND ExecutionStatus IN ('Terminated', 'Canceled', 'Failed', 'TimedOut') AND CloseTime >= '${since.toISOString()}'`;
  for await (const execution of client.workflow.list({ query, pageSize: 1_000 })) {
    const run = closedRun(execution);
    if (run) yield run;
  }
}

function closedRun({ workflowId, runId, status, closeTime }: WorkflowExecutionInfo): ClosedRun | null {
  const work = workOf(workflowId);
  const closed = statuses[status.name as keyof typeof statuses];
  return work && closed && closeTime ? { work, runId, status: closed, closedAt: closeTime } : null;
}

/** Returns whether a run of the workflow is open: somebody may have started it again since. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' || status.name === 'PAUSED';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
