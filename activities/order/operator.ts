import type { Client } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { callOptions } from '../shared/call-options.ts';
import { refusal, withTemporalFailures } from '../shared/failure.ts';
import { type CallResult, callResult } from './activities.ts';

interface Decision {
  by: string;
}

/** Returns the activities that send an operator's decisions about an order to the service, which stores them. */
export function createOperatorActivities({ client }: { client: Client }) {
  return {
    /** Stores who had the order tried again. */
    retry: withTemporalFailures(async (orderId: number, decision: Decision): Promise<CallResult> => {
      return callResult(await client.salesorder.retry(orderId, decision, callOptions()));
    }),

    byHand: withTemporalFailures(async (orderId: number, decision: Decision & { step: Step }): Promise<CallResult> => {
      return callResult(await client.salesorder.byhand(orderId, decision, callOptions()));
    }),

    automatic: withTemporalFailures(
      async (orderId: number, decision: Decision & { step: Step }): Promise<CallResult> => {
        return callResult(await client.salesorder.automatic(orderId, decision, callOptions()));
      },
    ),

    /** Changes the carrier by its name, which people know. */
    changeCarrier: withTemporalFailures(
      async (orderId: number, { carrier: name, by }: Decision & { carrier: string }): Promise<CallResult> => {
        const { data } = await client.carrier.list({ where: { name } }, callOptions());
        const [carrier] = data;
        if (!carrier) throw refusal('reference.unknown', `There is no carrier called ${name}.`);
        return callResult(await client.salesorder.carrier(orderId, { carrier_id: carrier.id, by }, callOptions()));
      },
    ),
  };
}

export type OperatorActivities = ReturnType<typeof createOperatorActivities>;
