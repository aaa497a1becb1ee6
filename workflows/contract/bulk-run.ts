/** How the workflow of a bulk run is started. Plain values only: the service's relay uses this file. */
import type { SearchAttributePair } from '@temporalio/common';
import { taskQueue } from './order.ts';
import { searchAttributes } from './search-attributes.ts';

/** Task queue of what bulk runs do: so many of them at once in a worker, and orders keep their places. */
export const bulkQueue = 'conveyor-bulk';

export interface BulkRunInput {
  run: number;
  /** `issue`, `hold`, … */
  action: string;
  /** Orders of its selection. */
  total: number;
  /** Orders a second at most, as it began. */
  rate?: number | null;
  /** Orders that one activity takes at most; 100 unless said. */
  chunk?: number;
  /** How far it was when the last history of it ended, and who did what with it until then. */
  before?: BulkRunTotals;
  notes?: string[];
}

export interface BulkRunTotals {
  state: 'running' | 'paused' | 'done' | 'canceled';
  /** Orders a second at most. */
  rate: number | null;
  total: number;
  done: number;
  skipped: number;
  warned: number;
  failed: number;
  /** The first orders that failed or have warnings; told once the run stands still. */
  troubles?: BulkRunTrouble[];
}

/** What became of a decision of people, as the service says. */
export type BulkRunDecided = Pick<BulkRunTotals, 'state' | 'rate'>;

/** An order that a run did not do, and why. */
export interface BulkRunTrouble {
  /** Number of the order. */
  order: string;
  outcome: 'warned' | 'failed';
  why: string;
}

/** What the service tells the workflow of a run: look again. Who did what is for those who read its history. */
export interface BulkRunTold {
  event: string;
  /** Who did it, by name. */
  by?: string;
  /** Of `bulkrun.modified`, what was set. */
  rate?: number | null;
  run: BulkRunInput;
}

export function bulkRunWorkflowId(run: number): string {
  return `bulk/${run}`;
}

/** "Issue", of `issue`. */
export function actionWords(action: string): string {
  const words: Readonly<Record<string, string>> = {
    closeshort: 'Close short',
    replan: 'Plan anew',
    autowork: 'Work on',
    pick: 'Make picks for',
    print: 'Print documents of',
  };
  return words[action] ?? `${action[0]?.toUpperCase()}${action.slice(1)}`;
}

/** `1,200`; without the locale of whoever runs it. */
export function numberWords(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Options for starting the workflow of a run, whose id follows from it.
 * @param service address of the service, for links to the run; without it there are none
 */
export function bulkRunStart(input: BulkRunInput, service?: string) {
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: searchAttributes.BulkRun, value: input.run },
    { key: searchAttributes.Outcome, value: 'working' },
  ];
  const words = `${actionWords(input.action)} ${numberWords(input.total)} orders`;
  return {
    workflowId: bulkRunWorkflowId(input.run),
    taskQueue,
    args: [input] as [BulkRunInput],
    typedSearchAttributes,
    staticSummary: `Bulk run ${input.run} · ${words}`,
    staticDetails: `What became of each order: ${orders(input, service)}. The orders that it issued: BulkRun = ${input.run}`,
  };
}

function orders({ run }: BulkRunInput, service: string | undefined): string {
  const path = `/bulkrun/${run}/order`;
  return service ? `[GET ${path}](${service}${path})` : `GET ${path}`;
}
