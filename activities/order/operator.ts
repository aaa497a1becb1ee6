import { type Client, isBackground, type MaybeBackground } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { callOptions } from '../shared/call-options.ts';
import { refusal, withTemporalFailures } from '../shared/failure.ts';
import type { CallResult } from './activities.ts';

/** What an operator decides by an update of the workflow goes to the service, which keeps it. */
export function createOperatorActivities({ client }: { client: Client }) {
  return {
    /** Notes who had it tried again. */
    retry: withTemporalFailures(async (orderId: number, decision: { by: string }): Promise<CallResult> => {
      return ended(await client.salesorder.retry(orderId, decision, callOptions()));
    }),

    byHand: withTemporalFailures(async (orderId: number, decision: { step: Step; by: string }): Promise<CallResult> => {
      return ended(await client.salesorder.byhand(orderId, decision, callOptions()));
    }),

    automatic: withTemporalFailures(
      async (orderId: number, decision: { step: Step; by: string }): Promise<CallResult> => {
        return ended(await client.salesorder.automatic(orderId, decision, callOptions()));
      },
    ),

    /** People know carriers by their names. */
    changeCarrier: withTemporalFailures(
      async (orderId: number, decision: { carrier: string; by: string }): Promise<CallResult> => {
        const { carrier, by } = decision;
        const { data } = await client.carrier.list({ where: { name: carrier } }, callOptions());
        if (!data[0]) throw refusal('reference.unknown', `There is no carrier called ${carrier}.`);
        return ended(await client.salesorder.carrier(orderId, { carrier_id: data[0].id, by }, callOptions()));
      },
    ),
  };
}

export type OperatorActivities = ReturnType<typeof createOperatorActivities>;

function ended(answer: MaybeBackground<unknown>): CallResult {
  return { background: isBackground(answer) ? answer.background : null };
}
