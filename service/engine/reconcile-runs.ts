import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import { executionInfoFromRaw } from '@temporalio/client/lib/helpers.js';
import { drivingTypes } from './work.ts';

/** A run of a workflow, as far as it matters here. */
export interface Run {
  readonly workflowId: string;
  readonly runId: string;
  /** Temporal's name of its status, such as `RUNNING`. */
  readonly status: string;
  /** The epoch in its memo; null where it has none. */
  readonly epoch: string | null;
  /** When it closed, by Temporal's clock; undefined while it runs. */
  readonly closedAt: Date | undefined;
}

/** A page of Temporal's list. */
export interface RunPage {
  readonly runs: readonly Run[];
  /** The token of the next page; '' after the last one. */
  readonly next: string;
}

/** The greatest page that a Temporal server gives by default. */
export const maximumPage = 1_000;
/** The requests to the Temporal server at a time. */
const atOnce = 16;

/** Returns a page of the workflows that run for records. @param page.token '' for the first page */
export async function runningRuns(
  client: Client,
  { token, pageSize }: { token: string; pageSize: number },
): Promise<RunPage> {
  const { namespace, loadedDataConverter } = client.options;
  const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions({
    namespace,
    pageSize,
    nextPageToken: Buffer.from(token, 'base64url'),
    query: `ExecutionStatus = "Running" AND WorkflowType IN (${drivingTypes.map((type) => `"${type}"`).join(', ')})`,
  });
  const infos = await Promise.all(
    executions.map((raw) => executionInfoFromRaw(raw, loadedDataConverter, raw, namespace)),
  );
  return { runs: infos.map(runOf), next: Buffer.from(nextPageToken).toString('base64url') };
}

/** Returns those workflows that run, as Temporal's list shows them: it lags behind. @param workflowIds at most a page */
export async function listedAsRunning(client: Client, workflowIds: readonly string[]): Promise<Set<string>> {
  if (workflowIds.length === 0) return new Set();
  const ids = workflowIds.map((id) => `"${id}"`).join(', ');
  const { executions } = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    pageSize: maximumPage,
    query: `ExecutionStatus = "Running" AND WorkflowId IN (${ids})`,
  });
  return new Set(executions.map(({ execution }) => execution?.workflowId ?? ''));
}

/** Returns the last run of each workflow, as the server knows it at this moment; null for a workflow that does not exist. */
export function describeRuns(client: Client, workflowIds: readonly string[]): Promise<(Run | null)[]> {
  return inParallel(workflowIds, async (workflowId) => {
    try {
      return runOf(await client.workflow.getHandle(workflowId).describe());
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  });
}

function runOf({
  workflowId,
  runId,
  status,
  memo,
  closeTime,
}: Pick<WorkflowExecutionInfo, 'workflowId' | 'runId' | 'status' | 'memo' | 'closeTime'>): Run {
  const epoch = typeof memo?.epoch === 'string' ? memo.epoch : null;
  return { workflowId, runId, status: status.name, epoch, closedAt: closeTime };
}

/** Applies a function to all items, a few at a time, and returns its results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  apply: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) results[index] = await apply(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
