import type { Client, WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Relay } from '../../../worker/relay/relay.ts';
import { otherEpochReason } from '../../../worker/relay/start-once.ts';
import type { AutoworkInput } from '../../../workflows/contract/autowork.ts';
import type { BulkRunSignalWithStart } from '../../../workflows/contract/bulk-run.ts';
import type { CarrierRequestRow } from '../../../workflows/contract/carrier-request.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import type { ReturnInput } from '../../../workflows/contract/return-order.ts';
import type { DeliveryInput } from '../../../workflows/contract/webhook.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { automatic, eventTypes, orderInput, until } from '../../workflows/support/engine.ts';
import { connectToNamespace } from '../../workflows/support/test-namespace.ts';
import { testRelay } from '../../workflows/support/whole-engine.ts';

const autoworkInput: AutoworkInput = {
  ...{ autoworkId: 71, orderId: 7, number: 'S-7', customerId: 4, customerName: 'Ana' },
  ...{ userId: 1, by: 'Ana', tasks: [], details: {} },
};
const deliveryInput: DeliveryInput = {
  ...{ delivery: 71, webhook: 1, event: 'salesorder.issued', object: 7 },
  ...{ url: 'https://example.com', again: false },
};
const carrierRequest: CarrierRequestRow = {
  ...{ carrierRequest: 'cancel', carrier: 'Parcel Post', bookings: [71] },
  subject: { customerId: null, orders: [], total: 0 },
};
const returnInput: ReturnInput = {
  ...{ returnId: 71, number: 'R-71', orderId: 7, order: 'S-7' },
  ...{ customerId: 4, customerName: 'Ana' },
};
const bulkRunSignal: BulkRunSignalWithStart = {
  event: 'bulkrun.created',
  run: { run: 71, action: 'issue', total: 1 },
};

// No worker runs these workflows: they stay open until a test ends them.
let service: TestService;
let relay: Relay;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  client = await connectToNamespace();
  relay = testRelay(service, client);
});

afterAll(async () => {
  await relay.stop();
  await client.connection.close();
  await service.close();
});

test('a repeated row of an issue starts and signals nothing, while its workflow runs and after it ended', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(input, 1);
  const { runId } = await workflow.describe();
  await tell(input, 1);
  expect(await eventTypes(workflow)).not.toContain('workflowExecutionSignaledEventAttributes');
  await workflow.terminate();
  await tell(input, 1);
  expect(await workflow.describe()).toMatchObject({ runId, status: { name: 'TERMINATED' } });
});

test('an order issued again is driven by its workflow where that still runs, otherwise by a new one', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(input, 11);
  const { runId } = await workflow.describe();
  await tell(input, 12);
  expect(await eventTypes(workflow)).toContain('workflowExecutionSignaledEventAttributes');
  await workflow.terminate();
  await tell(input, 13);
  const again = await workflow.describe();
  expect(again.status.name).toBe('RUNNING');
  expect(again.runId).not.toBe(runId);
  await workflow.terminate();
});

test('an issue whose event has a lower id than the one before is not swallowed', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(input, 2_000);
  await workflow.terminate();
  await tell(input, 20);
  expect((await workflow.describe()).status.name).toBe('RUNNING');
  await workflow.terminate();
});

test('the memo and the input of an order hold the epoch and the event', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(input, 31);
  const identity = { epoch: await epoch(), event: '31' };
  expect((await workflow.describe()).memo).toMatchObject(identity);
  expect(await inputOf(workflow)).toMatchObject({ orderId: input.orderId, ...identity });
  expect(await inputOf(workflow)).not.toHaveProperty('stale');
  await workflow.terminate();
});

test('the same event in another epoch terminates the running workflow, and starts one that reads the progress', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(input, 41);
  const { runId } = await workflow.describe();
  await renewEpoch();
  await tell(input, 41);
  const earlier = await client.workflow.getHandle(workflow.workflowId, runId).fetchHistory();
  expect(earlier.events?.at(-1)?.workflowExecutionTerminatedEventAttributes?.reason).toBe(otherEpochReason);
  const now = await workflow.describe();
  expect(now).toMatchObject({ status: { name: 'RUNNING' }, memo: { epoch: await epoch(), event: '41' } });
  expect(await inputOf(workflow)).toMatchObject({ stale: true });
  await tell(input, 41);
  expect((await workflow.describe()).runId).toBe(now.runId);
  await workflow.terminate();
});

test.each([
  ['an autowork', 'start', 'autowork/71', autoworkInput],
  ['a delivery', 'deliver', 'webhook/1/71', deliveryInput],
  ['a carrier request', 'start', 'carrier-request/71/cancel', carrierRequest],
  ['a return', 'start', 'return/71', returnInput],
  ['a bulk run', 'signal', 'bulk/71', bulkRunSignal],
])('%s of another epoch gives its id to the record that has it now', async (_, kind, workflowId, payload) => {
  const workflow = client.workflow.getHandle(workflowId);
  await row({ kind, workflowId, payload });
  const { runId } = await workflow.describe();
  if (kind !== 'signal') await workflow.terminate();
  await renewEpoch();
  await row({ kind, workflowId, payload });
  const now = await workflow.describe();
  expect(now).toMatchObject({ status: { name: 'RUNNING' }, memo: { epoch: await epoch() } });
  expect(now.runId).not.toBe(runId);
  await renewEpoch();
  await row({ kind, workflowId, payload });
  const last = await workflow.describe();
  expect(last.status.name).toBe('RUNNING');
  expect(last.runId).not.toBe(now.runId);
  expect((await client.workflow.getHandle(workflowId, now.runId).describe()).status.name).toBe('TERMINATED');
  await workflow.terminate();
});

test('the signals of a workflow keep their order, also behind its start, whose input is then out of date', async () => {
  const input = orderInput(automatic);
  const workflowId = orderWorkflowId(input.orderId);
  const names = ['held', 'released', 'modified', 'replanned', 'retried'].map((name) => `salesorder.${name}`);
  await service.sql.query(
    `insert into outbox (workflow_id, kind, payload, event_id)
     select $1, kind, payload, case kind when 'start' then 51 end from jsonb_to_recordset($2) r(kind text, payload jsonb)`,
    [
      workflowId,
      JSON.stringify([
        { kind: 'start', payload: input },
        ...names.map((event) => ({ kind: 'signal', payload: { event } })),
      ]),
    ],
  );
  await until(async () => (await service.sql.query('select 1 from outbox')).rowCount === 0, 'the relay');
  const workflow = client.workflow.getHandle(workflowId);
  expect(await inputOf(workflow)).toMatchObject({ stale: true });
  const { events } = await workflow.fetchHistory();
  const signals = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: one }) => one?.input ?? []);
  const texts = signals.map(({ payloads }) => JSON.parse(Buffer.from(payloads?.[0]?.data ?? []).toString()).event);
  expect(texts).toEqual(names);
  await workflow.terminate();
});

/** Lays the start of an order into the outbox, as an operation does, and waits until it is sent. */
function tell(input: ReturnType<typeof orderInput>, event: number): Promise<void> {
  return row({ kind: 'start', workflowId: orderWorkflowId(input.orderId), payload: input, event });
}

interface Row {
  kind: string;
  workflowId: string;
  payload: object;
  event?: number;
}

async function row({ kind, workflowId, payload, event }: Row): Promise<void> {
  await service.sql.query('insert into outbox (workflow_id, kind, payload, event_id) values ($1, $2, $3, $4)', [
    workflowId,
    kind,
    JSON.stringify(payload),
    event ?? null,
  ]);
  await until(async () => (await service.sql.query('select 1 from outbox')).rowCount === 0, 'the relay');
}

async function epoch(): Promise<string> {
  return (await service.sql.query('select epoch from installation')).rows[0].epoch;
}

async function renewEpoch(): Promise<void> {
  await service.sql.query('update installation set epoch = gen_random_uuid()');
}

async function inputOf(workflow: WorkflowHandle): Promise<unknown> {
  const { events } = await workflow.fetchHistory();
  const data = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
  return JSON.parse(Buffer.from(data ?? []).toString());
}
