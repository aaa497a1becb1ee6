import type { Client } from '@temporalio/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../service/platform/database/database.ts';
import { Relay } from '../../service/platform/events/relay.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { automatic, eventTypes, orderInput, until } from '../workflows/support/engine.ts';
import { connectToNamespace } from '../workflows/support/test-namespace.ts';

// No worker runs these workflows: they stay open until a test ends them.
let testDb: TestDatabase;
let database: Database;
let relay: Relay;
let client: Client;

beforeAll(async () => {
  testDb = await testDatabase();
  database = new Database(testDb.url, { connections: 4 });
  client = await connectToNamespace();
  relay = new Relay({ database, client: async () => client, logger: pino({ level: 'silent' }) });
  relay.start();
});

afterAll(async () => {
  await relay.stop();
  await client.connection.close();
  await database.close();
  await testDb.drop();
});

test('a repeated row of an issue starts and signals nothing, while its workflow runs and after it ended', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(1, input);
  const { runId } = await workflow.describe();
  await tell(1, input);
  expect(await eventTypes(workflow)).not.toContain('workflowExecutionSignaledEventAttributes');
  await workflow.terminate();
  await tell(1, input);
  expect(await workflow.describe()).toMatchObject({ runId, status: { name: 'TERMINATED' } });
});

test('an order issued again is driven by its workflow where that still runs, otherwise by a new one', async () => {
  const input = orderInput(automatic);
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await tell(11, input);
  const { runId } = await workflow.describe();
  await tell(12, input);
  expect(await eventTypes(workflow)).toContain('workflowExecutionSignaledEventAttributes');
  await workflow.terminate();
  await tell(13, input);
  const again = await workflow.describe();
  expect(again.status.name).toBe('RUNNING');
  expect(again.runId).not.toBe(runId);
  await workflow.terminate();
});

/** Lays a row into the outbox, as an operation does, and waits until it is told. */
async function tell(row: number, input: ReturnType<typeof orderInput>): Promise<void> {
  await testDb.pool.query(
    `insert into outbox (id, workflow_id, kind, payload) overriding system value values ($1, $2, 'start', $3)`,
    [row, orderWorkflowId(input.orderId), JSON.stringify(input)],
  );
  await until(async () => (await testDb.pool.query('select 1 from outbox')).rowCount === 0, 'the relay');
}
