/** How a schedule starts its workflow. Plain values only: the workflow imports this file. */
import type { ScheduleDescription } from '@temporalio/client';

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

/** An overlap policy in Temporal's words, such as `BUFFER_ALL`. */
export type OverlapPolicy = NonNullable<ScheduleDescription['policies']['overlap']>;

/** A request that a schedule starts runs beside its clock. Plain values only: the outbox keeps it. Times are ISO texts. */
export type StartRequest = { readonly overlap: OverlapPolicy } & (
  | {
      /** The due time of one run, in whole seconds. It is part of the id of the workflow, so one time starts one run. */
      readonly at: string;
    }
  | { readonly from: string; readonly to: string }
);

/** Extension of a period, in milliseconds: Temporal excludes its first moment, and due times are whole seconds. */
const before = 1;

/** Returns a period for Temporal. Its first and its last moment belong to it. */
export function periodOf({ from, to }: { readonly from: Date; readonly to: Date }) {
  return { startTime: timestampOf(new Date(from.getTime() - before)), endTime: timestampOf(to) };
}

/** Returns a time for Temporal. */
export function timestampOf(at: Date) {
  return { seconds: Math.floor(at.getTime() / 1000) as never, nanos: (at.getTime() % 1000) * 1_000_000 };
}
