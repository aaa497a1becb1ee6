import { ofAnyKind } from '../../client/any-order.ts';
import type { CallOptions, Client, MaybeBackground, SalesOrderProgress } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';
import { notifyHeaders } from '../shared/background.ts';
import { callOptions } from '../shared/call-options.ts';
import { type Decision, decisionOptions } from '../shared/decision-options.ts';
import { refusal, withTemporalFailures } from '../shared/failure.ts';
import { type CallResult, callResult, type OrderSnapshot, toSnapshot } from './activities.ts';

type Orders = Client['salesorder'];

interface StepDecision extends Decision {
  step: Step;
}

/** Result of an operator's decision. */
export interface DecisionResult extends CallResult {
  /** The progress after it, with the state; absent in the background, and where it could not be read. */
  after?: OrderSnapshot & Pick<SalesOrderProgress, 'state'>;
}

/**
 * Returns the activities that send an operator's decisions about an order to the service, which stores them. Each call is on behalf
 * of the account that decides: the service checks the account's permissions, and records it as the actor.
 */
export function createOperatorActivities({ client }: { client: Client }) {
  /** Returns the activity of an update: it sends the decision, and reads where the order is after it. */
  const decided = <D extends Decision>(
    update: string,
    send: (orders: Orders, orderId: number, decision: D, options: CallOptions) => Promise<MaybeBackground<unknown>>,
  ) =>
    withTemporalFailures(async (orderId: number, decision: D): Promise<DecisionResult> => {
      const options = decisionOptions(update, decision);
      const result = callResult(await ofAnyKind(client, orderId, (orders) => send(orders, orderId, decision, options)));
      if (result.background !== null) return result;
      // The decision is made: it does not fail because of a read.
      const progress = await ofAnyKind(client, orderId, (orders) => orders.progress(orderId, callOptions())).catch(
        () => null,
      );
      return progress ? { ...result, after: { ...toSnapshot(progress), state: progress.state } } : result;
    });
  const decidedStep = (name: 'skip' | 'byhand' | 'automatic', update: string) =>
    decided(update, (orders, orderId, { step }: StepDecision, options) => orders[name](orderId, { step }, options));

  return {
    retry: decided('retry', (orders, orderId, _, options) => orders.retry(orderId, {}, options)),

    /** Issues a waiting draft in spite of its warnings. */
    ignoreWarnings: decided('ignoreWarnings', (orders, orderId, _, options) => {
      const headers = { ...options.headers, ...notifyHeaders() };
      return orders.issue(orderId, { ignore_warnings: 1 }, { ...options, headers });
    }),

    /** Takes back the request to issue a waiting draft. */
    unissue: decided('cancel', (orders, orderId, _, options) => orders.unissue(orderId, options)),

    /** Removes a step from the order's plan. */
    skip: decidedStep('skip', 'skip'),
    byHand: decidedStep('byhand', 'byHand'),
    automatic: decidedStep('automatic', 'automatic'),

    /** Changes the carrier by its name, which people know. */
    changeCarrier: decided(
      'changeCarrier',
      async (orders, orderId, decision: Decision & { carrier: string }, options) => {
        const { carrier: name } = decision;
        const { data } = await client.carrier.list({ where: { name } }, options);
        const [carrier] = data;
        if (!carrier) throw refusal('reference.unknown', `There is no carrier called ${name}.`);
        return orders.carrier(orderId, { carrier_id: carrier.id }, options);
      },
    ),

    hold: decided('hold', (orders, orderId, { reason }: Decision & { reason: string }, options) =>
      orders.hold(orderId, { reason }, options),
    ),
    release: decided('release', (orders, orderId, _, options) => orders.release(orderId, options)),
    replan: decided('replan', (orders, orderId, _, options) => orders.replan(orderId, {}, options)),

    /** Voids the order. */
    void: decided('cancel', (orders, orderId, _, options) => orders.void(orderId, {}, options)),
  };
}

export type OperatorActivities = ReturnType<typeof createOperatorActivities>;
