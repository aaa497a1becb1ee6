/** How the workflow of a bulk run is started and signalled. Plain values only: the service and the relay import this file. */
import type { SearchAttributePair } from '@temporalio/common';
import { priorityKeys, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { taskQueue } from './task-queues.ts';
import { formatCount } from './text.ts';

export interface BulkRunInput {
  run: number;
  /** Such as `issue` or `hold`. */
  action: string;
  /** Number of orders in its selection. */
  total: number;
  /** Maximum orders a second at the start. */
  rate?: number | null;
  /** Totals at the end of the previous history. */
  before?: BulkRunTotals;
  /** Notes of the previous history: who did what with the run. */
  notes?: string[];
}

export interface BulkRunTotals {
  state: 'running' | 'paused' | 'done' | 'canceled';
  /** Maximum orders a second. */
  rate: number | null;
  total: number;
  done: number;
  skipped: number;
  warned: number;
  failed: number;
  /** The first orders that failed or have warnings. They are absent while the run is running. */
  troubles?: BulkRunTrouble[];
}

/** The fields of a run that an operator's decision changes. */
export type BulkRunControls = Pick<BulkRunTotals, 'state' | 'rate'>;

/** An order that a run did not do, and why. */
export interface BulkRunTrouble {
  /** Number of the order. */
  order: string;
  outcome: 'warned' | 'failed';
  why: string;
}

/** An event of a run. The workflow reads the run again; the other fields are for people who read its history. */
export interface BulkRunSignal {
  event: string;
  /** Name of the user who caused the event. */
  by?: string;
  /** The new rate, with `bulkrun.modified`. */
  rate?: number | null;
}

/** A signal together with the input of the workflow, which Temporal starts where it does not run. */
export interface BulkRunSignalWithStart extends BulkRunSignal {
  run: BulkRunInput;
}

export function bulkRunWorkflowId(run: number): string {
  return `bulk/${run}`;
}

/** Returns an action as the beginning of a sentence: "Issue" for `issue`. */
export function actionTitle(action: string): string {
  const titles: Readonly<Record<string, string>> = {
    closeshort: 'Close short',
    replan: 'Plan again',
    autowork: 'Work on',
    pick: 'Make picks for',
    print: 'Print documents of',
  };
  return titles[action] ?? `${action[0]?.toUpperCase()}${action.slice(1)}`;
}

/**
 * Returns the options for starting the workflow of a run, whose id follows from the run.
 * @param service address of the service, for links to the run; without it the details have no links
 */
export function bulkRunStart(input: BulkRunInput, service?: string) {
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: searchAttributes.BulkRun, value: String(input.run) },
    { key: searchAttributes.Outcome, value: 'working' },
  ];
  const orders = `${actionTitle(input.action)} ${formatCount(input.total)} orders`;
  return {
    workflowId: bulkRunWorkflowId(input.run),
    taskQueue,
    args: [input] as [BulkRunInput],
    typedSearchAttributes,
    ...startPriority({ priority: priorityKeys.bulk }),
    staticSummary: `Bulk run ${input.run} · ${orders}`,
    staticDetails: `Result of each order: ${ordersLink(input, service)}. Orders that it issued: BulkRun = "${input.run}"`,
  };
}

function ordersLink({ run }: BulkRunInput, service: string | undefined): string {
  const path = `/bulkrun/${run}/order`;
  return service ? `[GET ${path}](${service}${path})` : `GET ${path}`;
}
