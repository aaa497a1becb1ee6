/** How a schedule starts its workflow. Plain values only: the workflow imports this file. */

/** Type of the workflow that a schedule starts. */
export const scheduledRunType = 'scheduledRun';

/**
 * Returns the id of a schedule in Temporal. With the due time appended, it is the id of each workflow that the
 * schedule starts.
 */
export function scheduleId(name: string): string {
  return `schedule/${name}`;
}

/** Returns the name of a schedule of this id; null for the id of something else. */
export function scheduleName(id: string): string | null {
  const prefix = scheduleId('');
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}

/** Returns the id of the workflow that a schedule starts for a due time, as Temporal makes it. */
export function scheduleRunId(name: string, at: Date): string {
  return `${scheduleId(name)}-${at.toISOString().replace('.000Z', 'Z')}`;
}

/** The bulk run of a schedule: the body of `POST /bulkrun`. */
export interface BulkRunRequest {
  action: string;
  select: string;
  options?: Record<string, unknown>;
  /** Orders a second. */
  rate?: number;
}

export interface ScheduledRunInput {
  schedule: string;
  note?: string;
  run: BulkRunRequest;
  /** The bulk run, once it is started. A new history of the workflow continues with it. */
  started?: BulkRunProgress;
}

/** How far a bulk run is, as `GET /bulkrun/{id}` returns it. */
export interface BulkRunProgress {
  id: number;
  /** A run has ended when its state is `done` or `canceled`. */
  state: string;
  total: number;
  done: number;
  skipped: number;
  warned: number;
  failed: number;
}

export type ScheduledRunOutcome = BulkRunProgress;
