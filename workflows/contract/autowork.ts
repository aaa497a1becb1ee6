/** How an autowork's workflow is started. Plain values only, for the service's relay. */
import type { PlannedCarrier, Step } from '../../planning/plan.ts';
import { orderTitle, plain, shortened, taskQueue } from './order.ts';
import { searchAttributes } from './search-attributes.ts';

/** Details that go along with every task, as `POST /task/{id}/perform` takes them. */
export interface AutoworkDetails {
  line_details?: { transactionline_id: number; qty: string | null }[];
  carrier_id?: number;
  carrierservicelevel_id?: number;
  tracking_number?: string;
}

/** What somebody asked to be done for an order. */
export interface AutoworkInput {
  autoworkId: number;
  orderId: number;
  /** Number of the order. */
  number: string;
  customerId: number;
  customerName: string;
  /** Who asked: it is done with their rights, and in their name. */
  userId: number;
  by: string;
  tasks: { taskId: number; step: Step }[];
  details: AutoworkDetails;
}

/** What the service says when an autowork begins: how the order stands now. */
export interface AutoworkStarted {
  /** False where it has come to its end already. */
  open: boolean;
  carrier: PlannedCarrier | null;
  steps: { step: Step; required: boolean }[];
}

export interface AutoworkOutcome {
  outcome: 'done' | 'partial' | 'nothing' | 'refused';
}

export function autoworkWorkflowId(autoworkId: number): string {
  return `autowork/${autoworkId}`;
}

/**
 * Options for `client.workflow.start('autowork', …)`. The id follows from the record, so that starting twice does nothing.
 * @param service address of the service, for links to order and record; without it there are none
 */
export function autoworkStart(input: AutoworkInput, service?: string) {
  const { OrderId, CustomerId, Outcome } = searchAttributes;
  return {
    workflowId: autoworkWorkflowId(input.autoworkId),
    taskQueue,
    args: [input] as [AutoworkInput],
    typedSearchAttributes: [
      { key: OrderId, value: input.orderId },
      { key: CustomerId, value: input.customerId },
      { key: Outcome, value: 'working' },
    ],
    staticSummary: shortened(plain(`Autowork · ${orderTitle(input.number, input.customerName)} · for ${input.by}`)),
    staticDetails: startDetails(input, service),
  };
}

function startDetails({ autoworkId, orderId, number, by, tasks }: AutoworkInput, service?: string): string {
  const link = (words: string, path: string) => (service ? `[${words}](${service}${path})` : words);
  const [order, record] = [`/salesorder/${orderId}`, `/autowork/${autoworkId}`];
  const asked = `${plain(by)} asked for ${tasks.map(({ step }) => step).join(', ')}`;
  return `${asked} of ${link(`order ${plain(number)}`, order)}. What became of it: ${link(`GET ${record}`, record)}`;
}
