/** How the workflow of a return order is started. Plain values only: the service and the relay import this file. */
import { orderTitle } from './order.ts';
import { type PrioritySource, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { taskQueue } from './task-queues.ts';
import { escapeMarkdown, truncate } from './text.ts';

/** The return order at the start of its workflow. */
export interface ReturnInput {
  returnId: number;
  /** Number of the return order. */
  number: string;
  orderId: number;
  /** Number of the order that the goods left with. */
  order: string;
  customerId: number;
  customerName: string;
}

/** How a return ended. `unknown`: the service does not have it any more. */
export interface ReturnOutcome {
  outcome: 'closed' | 'refused' | 'canceled' | 'unknown';
}

/** Beginning of the workflow ids of all return orders. */
export const returnPrefix = 'return/';

export function returnWorkflowId(returnId: number): string {
  return `${returnPrefix}${returnId}`;
}

/**
 * Returns the options for `client.workflow.start('returnOrder', …)`. The id follows from the record, so that a second start changes
 * nothing.
 * @param service address of the service, for links to the records; without it the details have no links
 */
export function returnStart({ priority, site, ...input }: ReturnInput & PrioritySource, service?: string) {
  const { CustomerId, OrderId, Outcome } = searchAttributes;
  const title = `Return ${input.number} · ${orderTitle(input.order, input.customerName)}`;
  return {
    workflowId: returnWorkflowId(input.returnId),
    taskQueue,
    args: [input] as [ReturnInput],
    typedSearchAttributes: [
      { key: CustomerId, value: String(input.customerId) },
      { key: OrderId, value: String(input.orderId) },
      { key: Outcome, value: 'waiting' },
    ],
    ...startPriority({ priority, site }),
    staticSummary: truncate(escapeMarkdown(title)),
    staticDetails: startDetails(input, service),
  };
}

function startDetails({ returnId, number, orderId, order, customerId, customerName }: ReturnInput, service?: string) {
  const link = (text: string, path: string) =>
    service ? `[${escapeMarkdown(text)}](${service}${path})` : escapeMarkdown(text);
  const own = link(`Return ${number}`, `/returnorder/${returnId}`);
  const goods = link(`order ${order}`, `/salesorder/${orderId}`);
  return `${own} of ${goods}, from ${escapeMarkdown(customerName)} (customer ${customerId})`;
}
