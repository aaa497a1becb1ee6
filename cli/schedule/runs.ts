import { type Client, type ScheduleDescription, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { sentenceOf } from '../../stack/processes/failure.ts';
import type { ScheduledRunOutcome } from '../../workflows/contract/scheduled-run.ts';

/** One firing of a schedule, and what came of it. */
export interface FiredRun {
  /** When it was due, with its jitter. */
  readonly at: Date;
  readonly workflow: string;
  /** `running`, `failed`, `canceled`, `terminated`, `gone`; where it came to its end, the state of the bulk run. */
  readonly outcome: string;
  /** The bulk run; null where none was begun, or nothing tells of it any more. */
  readonly bulkRun: number | null;
  /** How its orders fared, or why it failed. */
  readonly detail: string | null;
}

/** The last firings that Temporal remembers of a schedule, ten at most, the newest first. */
export async function lastRuns(temporal: Client, description: ScheduleDescription, most: number): Promise<FiredRun[]> {
  const newest = [...description.info.recentActions].reverse().slice(0, most);
  return Promise.all(
    newest.map(async ({ scheduledAt, action: { workflow } }) => ({
      at: scheduledAt,
      workflow: workflow.workflowId,
      ...(await cameOf(temporal, workflow.workflowId, workflow.firstExecutionRunId)),
    })),
  );
}

/** Ours, where Temporal has others. */
const words: Readonly<Record<string, string>> = { CANCELLED: 'canceled', TIMED_OUT: 'timed out' };

type Came = Pick<FiredRun, 'outcome' | 'bulkRun' | 'detail'>;

async function cameOf(temporal: Client, workflowId: string, runId: string): Promise<Came> {
  try {
    const handle = temporal.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: runId });
    const { status, typedSearchAttributes } = await temporal.workflow.getHandle(workflowId).describe();
    const shown = typedSearchAttributes.getAll().find(({ key }) => key.name === 'BulkRun')?.value;
    const bulkRun = typeof shown === 'number' ? shown : null;
    if (status.name === 'RUNNING') return { outcome: 'running', bulkRun, detail: null };
    if (status.name === 'COMPLETED') return endOf((await handle.result()) as ScheduledRunOutcome);
    return {
      outcome: words[status.name] ?? status.name.toLowerCase(),
      bulkRun,
      detail: await reasonOf(handle.result()),
    };
  } catch (error) {
    // Histories are kept for the retention of the namespace.
    if (error instanceof WorkflowNotFoundError) return { outcome: 'gone', bulkRun: null, detail: null };
    throw error;
  }
}

function endOf({ id, state, done, skipped, warned, failed }: ScheduledRunOutcome): Came {
  const counts = Object.entries({ done, skipped, warned, failed }).filter(([, number]) => number > 0);
  const detail = counts.map(([what, number]) => `${number} ${what}`).join(', ');
  return { outcome: state, bulkRun: id, detail: detail === '' ? 'no orders' : detail };
}

/** The innermost cause: those around it only say that an activity failed. */
async function reasonOf(result: Promise<unknown>): Promise<string | null> {
  const thrown = await result.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof WorkflowFailedError)) return null;
  let cause: unknown = thrown.cause;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause === undefined ? null : sentenceOf(cause);
}
