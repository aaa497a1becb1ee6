/** How the workflow of an autowork is started. Plain values only: the service and the relay import this file. */
import type { PlannedCarrier, Step } from '../../config/planning/plan.ts';
import { orderTitle } from './order.ts';
import { type PrioritySource, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { taskQueue } from './task-queues.ts';
import { escapeMarkdown, truncate } from './text.ts';

/** Details of every task of an autowork, as `POST /task/{id}/perform` accepts them. */
export interface AutoworkDetails {
  line_details?: { transactionline_id: number; qty: string | null }[];
  carrier_id?: number;
  carrierservicelevel_id?: number;
  tracking_number?: string;
}

/** A request for an autowork. */
export interface AutoworkInput {
  autoworkId: number;
  orderId: number;
  /** Number of the order. */
  number: string;
  /** Null for an order without a customer. */
  customerId: number | null;
  customerName: string | null;
  /** The user who requested the autowork. Its tasks run in this user's name and with this user's permissions. */
  userId: number;
  by: string;
  tasks: { taskId: number; step: Step }[];
  details: AutoworkDetails;
  /** Whether the autowork reports a shortage, or waits for stock and continues. Default: `report`. */
  onStock?: 'report' | 'continue';
}

/** The result of a task, as `POST /autowork/{id}/finish` accepts it. */
export interface TaskResult {
  task_id: number;
  outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
  record_id?: number | null;
  code?: string | null;
  detail?: string | null;
}

/** The plan of the order at the start of a round of its autowork. */
export interface AutoworkPlan {
  /** False where the autowork has already ended. */
  open: boolean;
  carrier: PlannedCarrier | null;
  steps: { step: Step; required: boolean }[];
  /** 1, and one more after each wait for stock. */
  round: number;
  /** The reason why the autowork waits; null while it works. */
  waiting_for: string | null;
  /** The results so far. */
  tasks: TaskResult[];
  /** Rest of the requested lines, by task; null if none of them are done. */
  line_details: { task_id: number; lines: NonNullable<AutoworkDetails['line_details']> }[] | null;
}

export interface AutoworkOutcome {
  outcome: 'done' | 'partial' | 'nothing' | 'refused';
}

export function autoworkWorkflowId(autoworkId: number): string {
  return `autowork/${autoworkId}`;
}

/**
 * Returns the options for `client.workflow.start('autowork', …)`. The id follows from the record, so that a second start
 * changes nothing.
 * @param service address of the service, for links to the order and the record; without it the details have no links
 */
export function autoworkStart({ priority, site, ...input }: AutoworkInput & PrioritySource, service?: string) {
  const { CustomerId, Outcome } = searchAttributes;
  const title = `Autowork · ${orderTitle(input.number, input.customerName)} · for ${input.by}`;
  return {
    workflowId: autoworkWorkflowId(input.autoworkId),
    taskQueue,
    args: [input] as [AutoworkInput],
    typedSearchAttributes: [
      ...(input.customerId === null ? [] : [{ key: CustomerId, value: String(input.customerId) }]),
      { key: Outcome, value: 'working' },
    ],
    ...startPriority({ priority, site }),
    staticSummary: truncate(escapeMarkdown(title)),
    staticDetails: startDetails(input, service),
  };
}

function startDetails({ autoworkId, orderId, number, by, tasks }: AutoworkInput, service?: string): string {
  const link = (text: string, path: string) => (service ? `[${text}](${service}${path})` : text);
  const [order, record] = [`/salesorder/${orderId}`, `/autowork/${autoworkId}`];
  const steps = tasks.map(({ step }) => step).join(', ');
  const orderLink = link(`order ${escapeMarkdown(number)}`, order);
  return `${escapeMarkdown(by)} requested ${steps} of ${orderLink}. Results: ${link(`GET ${record}`, record)}`;
}
