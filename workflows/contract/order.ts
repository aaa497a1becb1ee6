/**
 * How the workflow of an order is started and told. Plain values only: the service's relay uses this file, and so it
 * imports nothing of the workflow's run time.
 */
import type { SearchAttributePair } from '@temporalio/common';
import type { By, PlannedCarrier, Step } from '../../planning/plan.ts';
import { searchAttributes } from './search-attributes.ts';

/** Task queue of everything but carriers with a rate limit. */
export const taskQueue = 'conveyor';

/** Task queue of a carrier with a rate limit. */
export function carrierQueue(carrier: string): string {
  return `carrier/${carrier}`;
}

export interface StepInput {
  step: Step;
  required: boolean;
  by: By;
  /** The reason that decided, in the words of the plan. */
  why: string;
  /** Done before the workflow began or went on; it is passed over. */
  done?: boolean;
  /** Rules are to speak when the order comes to it: the service is told, and the steps are as it says then. */
  again?: boolean;
  /** Seconds of waiting at it after which the service is told, the shortest first: waiting rules, and its deadline. */
  waits?: number[];
  /** When the order came to it, once it waits there; milliseconds since 1970. */
  since?: number;
  /** Rules have spoken when it came to it (0), and after so many seconds of waiting. */
  spoken?: number;
}

/** What the service says of an order when it starts the workflow; the plan is the one pinned at issue. */
export interface OrderInput {
  orderId: number;
  number: string;
  /** One line for lists, such as `orderTitle` makes. */
  title: string;
  customerId: number;
  customerName: string;
  ruleset: string;
  bulkRun?: number | null;
  /** Order lines that there is work for, for the summaries ("Pick 3 lines"). */
  lines?: number;
  steps: StepInput[];
  carrier: PlannedCarrier | null;
  /** What became of each rule when the order was issued, for the details. */
  rules?: string[];
  /** What is known of it may be old: the service is asked before anything is begun. */
  look?: boolean;
}

/** Header, of HTTP and of Temporal, that carries the id of the request that something comes from. */
export const requestHeader = 'x-request-id';

/** Name of the signal by which the service tells an order's workflow what happened. */
export const eventSignal = 'event';

/**
 * What happened to the order, its picks, packs, cartons, ships or pickups, or to stock it waits for. Only a hint to look
 * again: it may come twice, late, or out of order, and what counts is what the service says then.
 */
export interface EventSignal {
  event: string;
  at?: string;
  /** What the timeline says beyond the event. */
  detail?: Record<string, unknown>;
  /** Name of the user who did it, as timelines have it. */
  by?: string | null;
  /** Id of the request that did it. */
  request?: string;
}

/** What became of the order when the workflow ends. */
export type Outcome = 'fulfilled' | 'voided' | 'unissued' | 'closed short';

export interface OrderOutcome {
  outcome: Outcome;
}

/** `Order SO-1012 · Alfreds Futterkiste · UPS Ground`. */
export function orderTitle(number: string, ...about: (string | null | undefined)[]): string {
  return [`Order ${number}`, ...about.filter(Boolean)].join(' · ');
}

export function orderWorkflowId(orderId: number): string {
  return `order/${orderId}`;
}

/**
 * Options for `client.workflow.start('order', …)`. The id follows from the order, so that starting twice does nothing.
 * Where the order's workflow still runs (unissued and issued again at once), signal it `salesorder.issued` instead: it
 * then takes over the new plan.
 * @param service address of the service, for links to the order; without it there are none
 */
export function orderStart(input: OrderInput, service?: string) {
  const { OrderId, CustomerId, BulkRun, Step, Carrier, RuleSet, Outcome } = searchAttributes;
  const first = input.steps.find(({ required, done }) => required && !done);
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: OrderId, value: input.orderId },
    { key: CustomerId, value: input.customerId },
    { key: RuleSet, value: input.ruleset },
    { key: Step, value: first?.step ?? 'done' },
    { key: Outcome, value: 'working' },
  ];
  if (input.carrier) typedSearchAttributes.push({ key: Carrier, value: input.carrier.name });
  if (input.bulkRun) typedSearchAttributes.push({ key: BulkRun, value: input.bulkRun });
  return {
    workflowId: orderWorkflowId(input.orderId),
    taskQueue,
    args: [input] as [OrderInput],
    typedSearchAttributes,
    staticSummary: shortened(plain(input.title)),
    staticDetails: startDetails(input, service),
  };
}

function startDetails(input: OrderInput, service?: string): string {
  const order = `Order ${plain(input.number)}`;
  const customer = `of ${plain(input.customerName)} (customer ${input.customerId})`;
  const facts = [
    ...(input.carrier ? [`Carrier: ${plain(input.carrier.name)}`] : []),
    ...(input.bulkRun ? [`Bulk run: ${input.bulkRun}`] : []),
    `Rule set: ${input.ruleset}`,
  ].join(' · ');
  if (!service) return [`${order} ${customer}`, facts].join('\n\n');
  // From Temporal's pages back to the order; `conveyor order show` prints the way there. First, since the box is small.
  const address = `${service}/salesorder/${input.orderId}`;
  const links = ['progress', 'plan', 'timeline'].map((page) => `[${page}](${address}/${page})`);
  return [`[${order}](${address}) ${customer}: ${links.join(', ')}`, facts].join('\n\n');
}

/** Names of customers and parts are no markdown. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Temporal takes 200 bytes of a summary, and 255 of a search attribute. */
export function shortened(text: string): string {
  let kept = text;
  while (new TextEncoder().encode(kept).length > 200) kept = `${[...kept].slice(0, -2).join('')}…`;
  return kept;
}

/** Task queue of deliveries to webhooks: a target that hangs keeps no order waiting. */
export const webhookQueue = 'conveyor-webhooks';

/** One delivery to a webhook, as the service starts it. */
export interface DeliveryInput {
  delivery: number;
  webhook: number;
  /** `salesorder.issued` */
  event: string;
  /** Id of the record the event is about. */
  object: number;
  /** Address of the target when the event happened. */
  url: string;
  /** Something that was delivered or given up before, and that somebody has sent again. */
  again: boolean;
}

export interface DeliveryOutcome {
  outcome: 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Why the last attempt failed. */
  why?: string;
}

/** Options for `client.workflow.start('webhook', …)`. */
export function deliveryStart(workflowId: string, input: DeliveryInput) {
  const title = `${input.event} ${input.object} to ${hostOf(input.url)}`;
  return {
    workflowId,
    taskQueue: webhookQueue,
    args: [input] as [DeliveryInput],
    staticSummary: shortened(plain(title)),
    staticDetails: `Delivery ${input.delivery} of webhook ${input.webhook}: see GET /webhookdelivery/${input.delivery}?embed=log`,
  };
}

/** What people know of an address: no path, which may hold a key. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? 'its target';
}

/** Type of the workflow that a schedule starts. */
export const scheduledRunType = 'scheduledRun';

/** Id of a schedule in Temporal, and with the time behind it that of each workflow it starts. */
export function scheduleId(name: string): string {
  return `schedule/${name}`;
}

/** What a schedule runs: the body of `POST /bulkrun`. */
export interface BulkRunAsked {
  action: string;
  select: string;
  options?: Record<string, unknown>;
  /** Orders a second. */
  rate?: number;
}

/** With what a schedule starts its workflow. */
export interface ScheduledRunInput {
  schedule: string;
  note?: string;
  run: BulkRunAsked;
  /** The bulk run, once it is begun: the workflow goes on with it in a new history. */
  begun?: BulkRunNow;
}

/** How far a bulk run is, as `GET /bulkrun/{id}` says. */
export interface BulkRunNow {
  id: number;
  /** It has ended when it is `done` or `canceled`. */
  state: string;
  total: number;
  done: number;
  skipped: number;
  warned: number;
  failed: number;
}

export type ScheduledRunOutcome = BulkRunNow;
