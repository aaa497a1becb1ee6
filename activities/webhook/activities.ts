import { Context } from '@temporalio/activity';
import type { EngineClient } from '../../client/engine.ts';
import { priorityKeys } from '../../workflows/contract/priority.ts';
import { type AttemptFailure, failureOf } from '../../workflows/contract/webhook.ts';
import { priority } from '../shared/call-headers.ts';
import { callOptions, reportOptions, workflowId } from '../shared/call-options.ts';
import { withEndlessAttempts } from '../shared/failure.ts';
import type { Targets } from './targets.ts';

export interface DeliverInput {
  delivery: number;
  webhook: number;
  again: boolean;
  /** Number of the attempt in this workflow, from 1. */
  attempt: number;
}

/** The result of an attempt. One that failed says why. */
export interface DeliverResult extends Partial<AttemptFailure> {
  outcome: 'delivered' | 'failed' | 'dropped';
  /** Seconds until the next attempt; null where this was the last one. */
  againInSeconds: number | null;
}

export interface WebhookDependencies {
  readonly client: EngineClient;
  /** Returns the targets by the present configuration. */
  readonly targets: () => Targets;
}

/** Returns the activity of a delivery's workflow. */
export function createWebhookActivities({ client, targets }: WebhookDependencies) {
  async function makeAttempt({ delivery, attempt, again }: DeliverInput, to: Targets): Promise<DeliverResult> {
    const start = { run: workflowId(), attempt, again };
    const { log_id, ...message } = await client.engine.webhookdelivery.attempt(delivery, start, callOptions());
    if (log_id === null) return { outcome: 'dropped', againInSeconds: null };
    const result = await to.send(message, Context.current().cancellationSignal);
    const { outcome, again_in_seconds } = await client.engine.webhooklog.update(log_id, result, reportOptions());
    const answer = { outcome, againInSeconds: again_in_seconds };
    return outcome === 'delivered' ? answer : { ...answer, ...failureOf(result) };
  }

  return {
    /** Makes one attempt: opens its entry in the log, sends the message, and stores the result in the log. */
    deliver: withEndlessAttempts((input: DeliverInput): Promise<DeliverResult> => {
      const { isLocal: local } = Context.current().info;
      const to = targets();
      const gate = priority() === priorityKeys.bulk ? to.resends : to.deliveries;
      return gate.through(String(input.webhook), { local }, () => makeAttempt(input, to));
    }),
  };
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
