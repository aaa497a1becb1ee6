/** Priorities of workflows. Plain values only: the service and the relay import this file. */
import type { Priority } from '@temporalio/common';

/**
 * Temporal's priority keys, from 1 to 5: tasks with a smaller key go first. Key 1 stays free for workflows that an operator starts by hand.
 * The service makes calls of keys from 4 on wait while calls with smaller keys are served. `bulk` are bulk runs with their orders, and
 * resends.
 */
export const priorityKeys = { person: 2, program: 3, webhook: 4, bulk: 5 } as const;

/** A number from 1 to 5. */
export type PriorityKey = number;

/** Header, in HTTP and in Temporal, that carries the priority key of the workflow that makes a call. */
export const priorityHeader = 'x-conveyor-priority';

/** The fields of a workflow's input that decide about its priority. They do not become part of its history. */
export interface PrioritySource {
  priority?: PriorityKey;
  /** The site. Temporal shares out tasks of one priority fairly among sites. */
  site?: number;
}

/** Returns the option `priority` of a start. */
export function startPriority({ priority = priorityKeys.program, site }: PrioritySource): { priority: Priority } {
  return { priority: { priorityKey: priority, ...(site === undefined ? {} : { fairnessKey: String(site) }) } };
}
