/** How the workflow of a delivery is started. Plain values only: the service's relay imports this file. */
import { type PrioritySource, priorityKeys, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { webhookQueue } from './task-queues.ts';
import { escapeMarkdown, truncate } from './text.ts';

/** One delivery to a webhook. */
export interface DeliveryInput {
  delivery: number;
  webhook: number;
  /** Such as `salesorder.issued`. */
  event: string;
  /** Id of the record that the event is about. */
  object: number;
  /** Address of the target at the time of the event. */
  url: string;
  /** True for a delivery that ended before and that somebody sends again. */
  again: boolean;
  /** Number of the first attempt, if an earlier run of the workflow made others; 1 if absent. */
  firstAttempt?: number;
  /** Seconds until the first attempt. */
  waitSeconds?: number;
}

export interface DeliveryOutcome {
  outcome: 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Why the last attempt failed. */
  why?: string;
}

/**
 * Returns the options for `client.workflow.start('webhook', …)`. Lists show an outcome after the first failed attempt. A delivery that
 * continues with a later attempt starts with it.
 */
export function deliveryStart(workflowId: string, { priority, ...input }: DeliveryInput & PrioritySource) {
  const title = `${input.event} ${input.object} to ${hostOf(input.url)}`;
  return {
    workflowId,
    taskQueue: webhookQueue,
    args: [input] as [DeliveryInput],
    ...(input.waitSeconds ? { typedSearchAttributes: [{ key: searchAttributes.Outcome, value: 'waiting' }] } : {}),
    ...startPriority({ priority: priority ?? priorityKeys.webhook }),
    staticSummary: truncate(escapeMarkdown(title)),
    staticDetails: `Delivery ${input.delivery} of webhook ${input.webhook}: see GET /webhookdelivery/${input.delivery}?embed=log`,
  };
}

/** Returns the host of an address. The path stays out of summaries, since it may hold a key. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? 'its target';
}
