import type { BulkRun, Client } from '../../client/client.ts';
import type { BulkRunControls } from '../../workflows/contract/bulk-run.ts';
import { type Decision, decisionOptions } from '../shared/decision-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';

/**
 * Returns the activities that send an operator's decisions about a bulk run to the service, which stores them. Each call is on
 * behalf of the account that decides.
 */
export function createBulkRunOperatorActivities({ client }: { readonly client: Client }) {
  return {
    pause: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.pause(run, {}, decisionOptions('pause', decision)));
    }),

    resume: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.resume(run, {}, decisionOptions('resume', decision)));
    }),

    cancel: withTemporalFailures(async (run: number, decision: Decision): Promise<BulkRunControls> => {
      return controlsOf(await client.bulkrun.cancel(run, {}, decisionOptions('cancel', decision)));
    }),

    setRate: withTemporalFailures(
      async (run: number, decision: Decision & { rate: number | null }): Promise<BulkRunControls> => {
        return controlsOf(
          await client.bulkrun.rate(run, { rate: decision.rate }, decisionOptions('setRate', decision)),
        );
      },
    ),
  };
}

export type BulkRunOperatorActivities = ReturnType<typeof createBulkRunOperatorActivities>;

/** Returns the fields that a decision changes. The chunks report how far the run is. */
function controlsOf({ state, rate }: Pick<BulkRun, 'state' | 'rate'>): BulkRunControls {
  return { state, rate };
}
