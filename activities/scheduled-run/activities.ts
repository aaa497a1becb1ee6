import { Context } from '@temporalio/activity';
import type { Client } from '../../client/client.ts';
import type { BulkRunAsked, BulkRunNow } from '../../workflows/contract/order.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

/** What the workflow that a schedule starts asks for. */
export function createScheduledRunActivities({ client }: { readonly client: Client }) {
  const asked = async (method: 'GET' | 'POST', path: string, more: { body?: object; idempotencyKey?: string } = {}) =>
    now(await client.request<BulkRunNow>({ method, path, ...more, ...callOptions() }));

  return {
    /**
     * Begins the bulk run. The id of the workflow names the schedule and the time it was due at, and so each firing begins
     * one run, however often this is repeated.
     */
    beginRun: withTemporalFailures((run: BulkRunAsked): Promise<BulkRunNow> => {
      const { workflowId } = Context.current().info.workflowExecution!;
      return asked('POST', '/bulkrun', { body: run, idempotencyKey: workflowId });
    }),

    /** Reads how far it is. */
    lookAtRun: withTemporalFailures((id: number): Promise<BulkRunNow> => asked('GET', `/bulkrun/${id}`)),

    /** Cancels it: what is under way comes to its end, nothing new is begun. */
    cancelRun: withTemporalFailures((id: number): Promise<BulkRunNow> => asked('POST', `/bulkrun/${id}/cancel`)),
  };
}

export type ScheduledRunActivities = ReturnType<typeof createScheduledRunActivities>;

/** As much as the workflow keeps: its history holds every answer. */
function now({ id, state, total, done, skipped, warned, failed }: BulkRunNow): BulkRunNow {
  return { id, state, total, done, skipped, warned, failed };
}
