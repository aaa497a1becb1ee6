import { type Client, type ScheduleDescription, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import type { ScheduledRunOutcome } from '../../workflows/contract/scheduled-run.ts';

/** One run of a schedule, and its outcome. */
export interface FiredRun {
  /** Due time, including jitter. */
  readonly at: Date;
  readonly workflow: string;
  /** `running`, `failed`, `canceled`, `terminated` or `gone`; for a completed run, the state of its bulk run. */
  readonly outcome: string;
  /** Id of the bulk run; null if none was started, or if it is unknown. */
  readonly bulkRun: number | null;
  /** The orders of the bulk run by outcome; null while it runs, and if none was started. */
  readonly counts: Counts | null;
  /** Why no bulk run was started, or why it ended early; null otherwise. */
  readonly why: string | null;
}

export type Counts = Pick<ScheduledRunOutcome, 'done' | 'skipped' | 'warned' | 'failed'>;

/** Returns the last runs of a schedule, the newest first. Temporal keeps ten. */
export async function lastRuns(temporal: Client, description: ScheduleDescription, most: number): Promise<FiredRun[]> {
  const newest = [...description.info.recentActions].reverse().slice(0, most);
  return Promise.all(
    newest.map(async ({ scheduledAt, action: { workflow } }) => ({
      at: scheduledAt,
      workflow: workflow.workflowId,
      ...(await resultOf(temporal, workflow.workflowId, workflow.firstExecutionRunId)),
    })),
  );
}

/** Statuses whose names differ from Temporal's. */
const statusNames: Readonly<Record<string, string>> = { CANCELLED: 'canceled', TIMED_OUT: 'timed out' };

type RunResult = Pick<FiredRun, 'outcome' | 'bulkRun' | 'counts' | 'why'>;

async function resultOf(temporal: Client, workflowId: string, runId: string): Promise<RunResult> {
  try {
    const handle = temporal.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: runId });
    const { status, typedSearchAttributes } = await temporal.workflow.getHandle(workflowId).describe();
    const shown = typedSearchAttributes.getAll().find(({ key }) => key.name === 'BulkRun')?.value;
    const bulkRun = typeof shown === 'string' ? Number(shown) : null;
    if (status.name === 'RUNNING') return { outcome: 'running', bulkRun, counts: null, why: null };
    if (status.name === 'COMPLETED') return endOf((await handle.result()) as ScheduledRunOutcome);
    return {
      outcome: statusNames[status.name] ?? status.name.toLowerCase(),
      bulkRun,
      counts: null,
      why: await reasonOf(handle.result()),
    };
  } catch (error) {
    // Temporal deletes histories after the retention of the namespace.
    if (error instanceof WorkflowNotFoundError) return { outcome: 'gone', bulkRun: null, counts: null, why: null };
    throw error;
  }
}

function endOf({ id, state, done, skipped, warned, failed }: ScheduledRunOutcome): RunResult {
  return { outcome: state, bulkRun: id, counts: { done, skipped, warned, failed }, why: null };
}

/** Returns the innermost cause. The outer ones only report that an activity failed. */
async function reasonOf(result: Promise<unknown>): Promise<string | null> {
  const thrown = await result.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof WorkflowFailedError)) return null;
  let cause: unknown = thrown.cause;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (cause === undefined) return null;
  return cause instanceof Error ? cause.message : String(cause);
}
