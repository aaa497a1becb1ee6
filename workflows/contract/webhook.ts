/** How the workflow of a delivery is started, after its first attempt has failed. Plain values only: the service imports this file. */
import type { SearchAttributePair } from '@temporalio/common';
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
  /** Number of the first attempt that the workflow makes. The worker has made the one before; 1 if absent, of an earlier version. */
  firstAttempt?: number;
  /** Seconds until that attempt. */
  waitSeconds?: number;
  /** Why the attempt before has failed. */
  why?: string;
}

/** The attributes of a failing delivery in lists. They are not in its history. */
export interface DeliverySubject {
  /** The code of the failure of the first attempt. */
  code?: string;
  /** The order of the event; absent where it has none, or several. */
  order?: number;
  /** The customer of all orders of the event. */
  customer?: number;
}

/** Why an attempt failed: in a few words for the history, and as a code. The log has the whole answer. */
export interface AttemptFailure {
  readonly why: string;
  /** `target.503` for an answer of 503, `target.unreachable` without an answer. */
  readonly code: string;
}

/** Returns why an attempt failed. Temporal accepts 200 bytes of a summary, and one letter can take three. */
export function failureOf(result: { status?: number | null; error?: string | null }): AttemptFailure {
  const { status, error } = result;
  return status == null
    ? { why: (error ?? '').slice(0, 50), code: 'target.unreachable' }
    : { why: `the target answered ${status}`, code: `target.${status}` };
}

export interface DeliveryOutcome {
  outcome: 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Why the last attempt failed. */
  why?: string;
}

/** Returns the options for `client.workflow.start('webhook', …)`. */
export function deliveryStart(
  workflowId: string,
  { priority, code, order, customer, ...input }: DeliveryInput & DeliverySubject & PrioritySource,
) {
  const title = `${input.event} ${input.object} to ${hostOf(input.url)}`;
  const listed = [
    { key: searchAttributes.Outcome, value: input.waitSeconds ? 'waiting' : undefined },
    { key: searchAttributes.Reason, value: code },
    { key: searchAttributes.OrderId, value: order === undefined ? undefined : String(order) },
    { key: searchAttributes.CustomerId, value: customer === undefined ? undefined : String(customer) },
  ];
  const typedSearchAttributes = listed.flatMap(({ key, value }): SearchAttributePair[] =>
    value === undefined ? [] : [{ key, value }],
  );
  return {
    workflowId,
    taskQueue: webhookQueue,
    args: [input] as [DeliveryInput],
    typedSearchAttributes,
    ...startPriority({ priority: priority ?? priorityKeys.webhook }),
    staticSummary: truncate(escapeMarkdown(title)),
    staticDetails: `Delivery ${input.delivery} of webhook ${input.webhook}: see GET /webhookdelivery/${input.delivery}?embed=log`,
  };
}

/** Returns the host of an address. The path stays out of summaries, since it may hold a key. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? 'its target';
}
