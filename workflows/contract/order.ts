/**
 * How the workflow of an order is started. Plain values only: the service and the relay import this file, and so it imports
 * nothing of the workflows' run time.
 */
import type { SearchAttributePair } from '@temporalio/common';
import type { By, PlannedCarrier, Step } from '../../config/planning/plan.ts';
import { type PrioritySource, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { taskQueue } from './task-queues.ts';
import { escapeMarkdown, truncate } from './text.ts';

export interface StepInput {
  step: Step;
  required: boolean;
  by: By;
  /** The reason that won, as the plan states it. */
  why: string;
  /** True for a step that was done before this history began. The workflow passes it over. */
  done?: boolean;
  /** Of a step that the workflow has had done: id of the pick, pack, ship or pickup, and when, in milliseconds since 1970. */
  record?: number | null;
  at?: number;
  /** True while rules with `before` are due when the order reaches the step. */
  deferred?: boolean;
  /** Waiting times at the step until rules with `after` or its deadline are due, in seconds, the shortest first. */
  waits?: number[];
  /** The engine does not begin the step before this moment, in ISO 8601. */
  notBefore?: string;
  /** When the order began to wait at the step, in milliseconds since 1970. */
  since?: number;
  /** Waiting time that the last evaluation of deferred rules covers, in seconds; 0 when the order reached the step. */
  evaluated?: number;
}

/** A request to issue an order as soon as that is possible. Times are ISO 8601. */
export interface IssueRequest {
  /** Name and id of the user who asked. The issue has the rights of this user. */
  by: string;
  account: number;
  /** The order is not issued before this time. */
  notBefore?: string | null;
  /** From this time on, the order needs a person. */
  giveUpAt?: string | null;
}

/** How an order was issued. */
export interface Issued {
  /** Name of the user who issued it. */
  by: string;
  /** Codes of the warnings that were ignored. */
  ignored: string[];
}

/** The start of an order as the service writes it into the outbox, also for the services of 0.2.0, which send it as it is. */
export type OrderRow = Omit<OrderInput, 'plan'> & { steps: StepInput[] } & PrioritySource;

/** The order at the start of its workflow. The plan is the one pinned at issue, or a forecast for an order that is not issued. */
export interface OrderInput {
  orderId: number;
  number: string;
  /** One line for lists, as `orderTitle` makes it. */
  title: string;
  /** Null for a transfer or use order: the name is then that of the receiving site, or the purpose. */
  customerId: number | null;
  customerName: string;
  ruleset: string;
  bulkRun?: number | null;
  /** Number of order lines with work, for summaries such as "Pick 3 lines". */
  lines: number;
  /**
   * The steps of the order. They were `steps` in 0.2.0. The other name makes its workers fail at the first task of the workflow, which
   * then goes to a worker that does automatic steps in one activity.
   */
  plan: StepInput[];
  carrier: PlannedCarrier | null;
  /** One line for each rule and its effect at issue, for the details. */
  rules?: string[];
  /** True where the order is on hold at the start. */
  held?: boolean;
  /** True where this input may be out of date. The workflow then reads the progress before it starts anything. */
  stale?: boolean;
  /** The request of a draft, whose first step is its issue. Its plan is a forecast. */
  issue?: IssueRequest;
  /** How the order was issued, for the details. */
  issued?: Issued;
  /** In a new history: the decisions of operators, one a line, and the begin of each wait at the step, in ISO 8601. */
  notes?: string[];
  begins?: Record<string, string>;
  /** The epoch of the database that the order belongs to; the relay adds it. */
  epoch?: string;
  /** Id of the event that caused the start; the relay adds it. */
  event?: string;
}

/** How an order ended. `deleted`: as a draft. `unknown`: the service does not have the order any more. */
export type Outcome = 'fulfilled' | 'voided' | 'unissued' | 'closed short' | 'deleted' | 'unknown';

/** The attention of an open order whose workflow somebody canceled in Temporal. */
export const canceledAttention = {
  code: 'engine.canceled',
  detail:
    'Somebody canceled the workflow of the order in Temporal, and so nobody drives the order. To have it driven again, retry, hold or release the order, decide about a step, or send POST /salesorder/{id}/drive.',
} as const;

export interface OrderOutcome {
  outcome: Outcome;
}

/** Returns a title such as `Order SO-1012 · Alfreds Futterkiste · UPS Ground`. */
export function orderTitle(number: string, ...about: (string | null | undefined)[]): string {
  return [`Order ${number}`, ...about.filter(Boolean)].join(' · ');
}

export function orderWorkflowId(orderId: number): string {
  return `order/${orderId}`;
}

/**
 * Returns the options for `client.workflow.start('order', …)`. The id follows from the order, so that a second start changes
 * nothing. An order may be unissued and issued again while its workflow runs: signal `salesorder.issued` to it instead.
 * @param service address of the service, for links to the order; without it the details have no links
 */
export function orderStart({ priority, site, steps, ...row }: OrderRow, service?: string) {
  const input: OrderInput = { ...row, plan: steps };
  const { CustomerId, BulkRun, Carrier, RuleSet } = searchAttributes;
  const typedSearchAttributes: SearchAttributePair[] = [
    ...(input.customerId === null ? [] : [{ key: CustomerId, value: String(input.customerId) }]),
    { key: RuleSet, value: input.ruleset },
    ...waitAtStart(input),
  ];
  if (input.carrier) typedSearchAttributes.push({ key: Carrier, value: input.carrier.name });
  if (input.bulkRun) typedSearchAttributes.push({ key: BulkRun, value: String(input.bulkRun) });
  return {
    workflowId: orderWorkflowId(input.orderId),
    taskQueue,
    args: [input] as [OrderInput],
    typedSearchAttributes,
    ...startPriority({ priority, site }),
    staticSummary: truncate(escapeMarkdown(input.title)),
    staticDetails: startDetails(input, service),
  };
}

/** Returns what lists show of a start that waits. An order that goes through without a wait has neither `Step` nor `Outcome`. */
function waitAtStart({ issue, held, plan }: OrderInput): SearchAttributePair[] {
  const { Step, Outcome, Reason } = searchAttributes;
  if (issue) {
    return [
      { key: Step, value: 'issue' },
      { key: Outcome, value: 'working' },
    ];
  }
  const first = plan.find(({ required, done }) => required && !done);
  if (!held || !first) return [];
  return [
    { key: Step, value: first.step },
    { key: Outcome, value: 'held' },
    { key: Reason, value: 'order.held' },
  ];
}

function startDetails(input: OrderInput, service?: string): string {
  const order = `Order ${escapeMarkdown(input.number)}`;
  const name = escapeMarkdown(input.customerName);
  const customer = input.customerId === null ? `for ${name}` : `of ${name} (customer ${input.customerId})`;
  const facts = [
    ...(input.carrier ? [`Carrier: ${escapeMarkdown(input.carrier.name)}`] : []),
    ...(input.bulkRun ? [`Bulk run: ${input.bulkRun}`] : []),
    `Rule set: ${input.ruleset}`,
  ].join(' · ');
  if (!service) return [`${order} ${customer}`, facts].join('\n\n');
  // The link back to the order comes first: the box in Temporal's pages is small.
  const address = `${service}/salesorder/${input.orderId}`;
  const links = ['progress', 'plan', 'timeline'].map((page) => `[${page}](${address}/${page})`);
  return [`[${order}](${address}) ${customer}: ${links.join(', ')}`, facts].join('\n\n');
}
