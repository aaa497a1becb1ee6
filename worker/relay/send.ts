import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type AutoworkInput, autoworkStart } from '../../workflows/contract/autowork.ts';
import { type BulkRunSignalWithStart, bulkRunStart } from '../../workflows/contract/bulk-run.ts';
import {
  type CarrierRequestRow,
  carrierRequestPrefix,
  carrierRequestStart,
} from '../../workflows/contract/carrier-request.ts';
import { type EventSignal, eventSignal } from '../../workflows/contract/event.ts';
import { type OrderRow, orderStart, orderWorkflowId } from '../../workflows/contract/order.ts';
import type { PrioritySource } from '../../workflows/contract/priority.ts';
import { type ReturnInput, returnPrefix, returnStart } from '../../workflows/contract/return-order.ts';
import { type StartRequest, scheduleName } from '../../workflows/contract/scheduled-run.ts';
import { type DeliveryInput, deliveryStart } from '../../workflows/contract/webhook.ts';
import type { OutboxRow } from './relay.ts';
import { endOtherEpoch, type StartIdentity, startOnce } from './start-once.ts';
import { startRuns } from './start-runs.ts';

export interface Sending {
  readonly client: Client;
  /** The address of the service, for links from Temporal's pages to records. */
  readonly service: string;
  /**
   * Whether a worker of this process gets the first task of a workflow with the answer to its start. Otherwise the server chooses a
   * worker: another build may take the new work.
   */
  readonly eager: boolean;
}

/** Sends a row of the outbox. @returns false if it is a signal whose workflow does not run, or is for a schedule that is gone */
export async function send(row: OutboxRow, sending: Sending): Promise<boolean> {
  const schedule = scheduleName(row.workflow_id);
  if (schedule !== null) return startRuns(sending.client, schedule, payloadOf<StartRequest>(row), `outbox/${row.id}`);
  if (row.kind === 'signal' && !row.workflow_id.startsWith('bulk/')) return signalWorkflow(row, sending);
  if (row.kind === 'signal') await signalBulkRun(row, sending);
  else if (row.kind === 'deliver') await startDelivery(row, sending);
  else if (row.workflow_id.startsWith('autowork/')) await startAutowork(row, sending);
  else if (row.workflow_id.startsWith(carrierRequestPrefix)) await startCarrierRequest(row, sending);
  else if (row.workflow_id.startsWith(returnPrefix)) await startReturn(row, sending);
  else await startOrder(row, sending);
  return true;
}

async function signalWorkflow(row: OutboxRow, { client }: Sending): Promise<boolean> {
  try {
    const signal = withRequest(payloadOf<EventSignal>(row), row);
    await client.workflow.getHandle(row.workflow_id).signal(eventSignal, signal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Starts the workflow of an order. If an earlier one of the same epoch still runs, because the order was unissued and issued again
 * at once, that one gets a signal and takes the new plan. If it ends at this moment, the signal fails and the row stays due. A
 * workflow that follows an earlier one reads the progress first, because its row may be older than the end of the earlier one.
 */
async function startOrder(row: OutboxRow, { client, service, eager }: Sending): Promise<void> {
  const identity = identityOf(row);
  const payload = { ...payloadOf<OrderRow>(row), ...identity };
  const options = { ...orderStart(payload, service), memo: withRequest({}, row) };
  const [inputAfterEarlier] = orderStart({ ...payload, stale: true }).args;
  const result = await startOnce(client, { type: 'order', options, identity, eager, inputAfterEarlier });
  if (result !== 'running') return;
  const workflow = client.workflow.getHandle(orderWorkflowId(payload.orderId));
  await workflow.signal(eventSignal, withRequest({ event: 'salesorder.issued' }, row));
}

async function startAutowork(row: OutboxRow, { client, service, eager }: Sending): Promise<void> {
  const options = { ...autoworkStart(payloadOf<AutoworkInput>(row), service), memo: withRequest({}, row) };
  await startOnce(client, { type: 'autowork', options, identity: identityOf(row), eager });
}

async function startReturn(row: OutboxRow, { client, service, eager }: Sending): Promise<void> {
  const options = { ...returnStart(payloadOf<ReturnInput>(row), service), memo: withRequest({}, row) };
  await startOnce(client, { type: 'returnOrder', options, identity: identityOf(row), eager });
}

/** Starts the workflow of a carrier request. A running one does the same work, so another start is not needed. */
async function startCarrierRequest(row: OutboxRow, { client, eager }: Sending): Promise<void> {
  const options = { ...carrierRequestStart(payloadOf<CarrierRequestRow>(row)), memo: withRequest({}, row) };
  await startOnce(client, { type: 'carrierRequest', options, identity: identityOf(row), eager });
}

/** Signals the workflow of a bulk run, and starts it if it has ended or belongs to another epoch. */
async function signalBulkRun(row: OutboxRow, { client, service }: Sending): Promise<void> {
  const { run, ...signal } = payloadOf<BulkRunSignalWithStart>(row);
  const options = bulkRunStart(run, service);
  await endOtherEpoch(client, options.workflowId, row.epoch);
  await client.workflow.signalWithStart('bulkRun', {
    ...options,
    memo: withRequest({ ...identityOf(row) }, row),
    signal: eventSignal,
    signalArgs: [withRequest(signal, row)],
  });
}

/** Starts the workflow of a delivery. Each manual resend has a workflow of its own. */
async function startDelivery(row: OutboxRow, { client, eager }: Sending): Promise<void> {
  const input = payloadOf<DeliveryInput & PrioritySource>(row);
  const options = { ...deliveryStart(row.workflow_id, input), memo: withRequest({}, row) };
  await startOnce(client, { type: 'webhook', options, identity: identityOf(row), eager });
}

/** Returns the payload as the service wrote it. */
const payloadOf = <T>({ payload }: OutboxRow): T => payload as T;

function identityOf({ id, event_id, epoch }: OutboxRow): StartIdentity {
  return { epoch, event: event_id ?? `outbox/${id}` };
}

/** Adds the id of the request. The calls of the workflow carry it on. */
function withRequest<T extends object>(payload: T, { request_id }: OutboxRow): T & { request?: string } {
  return request_id === null ? payload : { ...payload, request: request_id };
}
