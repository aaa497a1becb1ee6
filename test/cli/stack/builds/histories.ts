import type { Client as Temporal } from '@temporalio/client';
import { temporal as proto } from '@temporalio/proto';

/** Facts in the histories of workflows about the workers that drove them. */
export interface DrivenWorkflows {
  /** Failed workflow tasks that are a fault, as `order/7: WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR …`. */
  readonly faults: string[];
  /** By the id of a workflow, the builds of its tasks in their order. A build that follows itself is named once. */
  readonly builds: ReadonlyMap<string, readonly string[]>;
}

/** The worker of a task: its identity, and the name of its build; empty if it has none. */
export interface TaskWorker {
  readonly identity: string;
  readonly build: string;
}

const { WorkflowTaskFailedCause } = proto.api.enums.v1;
/** A workflow that is about to end gets a signal: the server has the task done again. */
const usual = WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;

/**
 * Reads the histories of workflows.
 * @param buildOf the name of the build of a worker
 * @param query those to read. Default: all
 */
export async function drivenWorkflows(
  temporal: Temporal,
  buildOf: (worker: TaskWorker) => string,
  query?: string,
): Promise<DrivenWorkflows> {
  const faults: string[] = [];
  const builds = new Map<string, string[]>();
  for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    const names = builds.get(workflowId) ?? [];
    for (const { workflowTaskFailedEventAttributes: failed, workflowTaskCompletedEventAttributes: done } of events ??
      []) {
      if (failed && failed.cause !== usual) {
        faults.push(`${workflowId}: ${WorkflowTaskFailedCause[failed.cause ?? 0]} ${failed.failure?.message ?? ''}`);
      }
      if (!done) continue;
      const name = buildOf({ identity: done.identity ?? '', build: done.deploymentVersion?.buildId ?? '' });
      if (names.at(-1) !== name) names.push(name);
    }
    builds.set(workflowId, names);
  }
  return { faults, builds };
}
