import type { Client } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';
import { notifyHeaders } from '../shared/background.ts';
import { type Decision, decisionOptions } from '../shared/decision-options.ts';
import { refusal, withTemporalFailures } from '../shared/failure.ts';
import { type CallResult, callResult } from './activities.ts';

interface StepDecision extends Decision {
  step: Step;
}

/**
 * Returns the activities that send an operator's decisions about an order to the service, which stores them. Each call is on behalf
 * of the account that decides: the service checks the account's permissions, and records it as the actor.
 */
export function createOperatorActivities({ client }: { client: Client }) {
  return {
    retry: withTemporalFailures(async (orderId: number, decision: Decision): Promise<CallResult> => {
      return callResult(await client.salesorder.retry(orderId, {}, decisionOptions('retry', decision)));
    }),

    /** Issues a waiting draft in spite of its warnings. */
    ignoreWarnings: withTemporalFailures(async (orderId: number, decision: Decision): Promise<CallResult> => {
      const options = decisionOptions('ignoreWarnings', decision);
      const headers = { ...options.headers, ...notifyHeaders() };
      return callResult(await client.salesorder.issue(orderId, { ignore_warnings: 1 }, { ...options, headers }));
    }),

    /** Takes back the request to issue a waiting draft. */
    unissue: withTemporalFailures(async (orderId: number, decision: Decision): Promise<CallResult> => {
      return callResult(await client.salesorder.unissue(orderId, decisionOptions('cancel', decision)));
    }),

    /** Removes a step from the order's plan. */
    skip: withTemporalFailures(async (orderId: number, decision: StepDecision): Promise<CallResult> => {
      const { step } = decision;
      return callResult(await client.salesorder.skip(orderId, { step }, decisionOptions('skip', decision)));
    }),

    byHand: withTemporalFailures(async (orderId: number, decision: StepDecision): Promise<CallResult> => {
      const { step } = decision;
      return callResult(await client.salesorder.byhand(orderId, { step }, decisionOptions('byHand', decision)));
    }),

    automatic: withTemporalFailures(async (orderId: number, decision: StepDecision): Promise<CallResult> => {
      const { step } = decision;
      return callResult(await client.salesorder.automatic(orderId, { step }, decisionOptions('automatic', decision)));
    }),

    /** Changes the carrier by its name, which people know. */
    changeCarrier: withTemporalFailures(
      async (orderId: number, decision: Decision & { carrier: string }): Promise<CallResult> => {
        const { carrier: name } = decision;
        const options = decisionOptions('changeCarrier', decision);
        const { data } = await client.carrier.list({ where: { name } }, options);
        const [carrier] = data;
        if (!carrier) throw refusal('reference.unknown', `There is no carrier called ${name}.`);
        return callResult(await client.salesorder.carrier(orderId, { carrier_id: carrier.id }, options));
      },
    ),

    /** Voids the order. */
    void: withTemporalFailures(async (orderId: number, decision: Decision): Promise<CallResult> => {
      return callResult(await client.salesorder.void(orderId, {}, decisionOptions('cancel', decision)));
    }),
  };
}

export type OperatorActivities = ReturnType<typeof createOperatorActivities>;
