import type { BulkRun, Client } from '../../client/client.ts';
import type { BulkRunDecided } from '../../workflows/contract/bulk-run.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

/** What an operator decides about a bulk run by an update of its workflow goes to the service, which keeps it. */
export function createBulkRunOperatorActivities({ client }: { readonly client: Client }) {
  return {
    pause: withTemporalFailures(async (run: number, decision: { by: string }): Promise<BulkRunDecided> => {
      return decided(await client.bulkrun.pause(run, decision, callOptions()));
    }),

    resume: withTemporalFailures(async (run: number, decision: { by: string }): Promise<BulkRunDecided> => {
      return decided(await client.bulkrun.resume(run, decision, callOptions()));
    }),

    cancel: withTemporalFailures(async (run: number, decision: { by: string }): Promise<BulkRunDecided> => {
      return decided(await client.bulkrun.cancel(run, decision, callOptions()));
    }),

    setRate: withTemporalFailures(
      async (run: number, decision: { rate: number | null; by: string }): Promise<BulkRunDecided> => {
        return decided(await client.bulkrun.rate(run, decision, callOptions()));
      },
    ),
  };
}

export type BulkRunOperatorActivities = ReturnType<typeof createBulkRunOperatorActivities>;

/** What a decision changes. How far the run is, its chunks tell. */
function decided({ state, rate }: Pick<BulkRun, 'state' | 'rate'>): BulkRunDecided {
  return { state, rate };
}
