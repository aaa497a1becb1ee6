import type { Client } from '../../client/client.ts';
import type { BulkRunProgress, BulkRunRequest } from '../../workflows/contract/scheduled-run.ts';
import { callOptions, workflowId } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

/** Returns the activities of the workflow that a schedule starts. */
export function createScheduledRunActivities({ client }: { readonly client: Client }) {
  const request = async (method: 'GET' | 'POST', path: string, more: { body?: object; idempotencyKey?: string } = {}) =>
    progressOf(await client.request<BulkRunProgress>({ method, path, ...more, ...callOptions() }));

  return {
    /**
     * Starts the bulk run. The workflow's id contains the schedule and its due time, and so each due time starts one run, however
     * often the activity is repeated.
     */
    startBulkRun: withTemporalFailures((run: BulkRunRequest): Promise<BulkRunProgress> => {
      return request('POST', '/bulkrun', { body: run, idempotencyKey: workflowId() });
    }),

    /** Reads how far the bulk run is. */
    readBulkRun: withTemporalFailures((id: number): Promise<BulkRunProgress> => request('GET', `/bulkrun/${id}`)),

    /** Cancels the bulk run: orders in progress are finished, and no other is started. */
    cancelBulkRun: withTemporalFailures((id: number): Promise<BulkRunProgress> => {
      return request('POST', `/bulkrun/${id}/cancel`);
    }),
  };
}

export type ScheduledRunActivities = ReturnType<typeof createScheduledRunActivities>;

/** Returns the fields that the workflow uses: its history holds every answer. */
function progressOf({ id, state, total, done, skipped, warned, failed }: BulkRunProgress): BulkRunProgress {
  return { id, state, total, done, skipped, warned, failed };
}
