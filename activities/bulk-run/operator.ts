import type { BulkRun, Client } from '../../client/client.ts';
import type { BulkRunControls } from '../../workflows/contract/bulk-run.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

interface Decision {
  by: string;
}

/** Returns the activities that send an operator's decisions about a bulk run to the service, which stores them. */
export function createBulkRunOperatorActivities({ client }: { readonly client: Client }) {
  return {
    pause: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.pause(run, decision, callOptions()));
    }),

    resume: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.resume(run, decision, callOptions()));
    }),

    cancel: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.cancel(run, decision, callOptions()));
    }),

    setRate: withTemporalFailures(
      async (run: number, decision: Decision & { rate: number | null }): Promise<BulkRunControls> => {
        return controlsOf(await client.bulkrun.rate(run, decision, callOptions()));
      },
    ),
  };
}

export type BulkRunOperatorActivities = ReturnType<typeof createBulkRunOperatorActivities>;

/** Returns the fields that a decision changes. The chunks report how far the run is. */
function controlsOf({ state, rate }: Pick<BulkRun, 'state' | 'rate'>): BulkRunControls {
  return { state, rate };
}
