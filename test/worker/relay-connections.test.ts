import type { Client } from '@temporalio/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Engine } from '../../service/engine.ts';
import { Database } from '../../service/platform/database/database.ts';
import { Relay } from '../../service/platform/events/relay.ts';
import { relayProblem } from '../../service/status.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type ForgetfulProxy, openForgetfulProxy } from '../support/proxies/forgetful-proxy.ts';
import { automatic, orderInput, until } from '../workflows/support/engine.ts';
import { connectToNamespace } from '../workflows/support/test-namespace.ts';

/** A relay whose connections are lost without a reset. No worker runs: a row is sent when its workflow exists. */

/** Milliseconds, in place of 10 s for a row and of 15 and 5 s for the question whether the server is there. */
const sendLimit = 1_000;
const keepAlive = { time: 2_000, timeout: 1_000 };

let testDb: TestDatabase;
let toDatabase: ForgetfulProxy;
let toTemporal: ForgetfulProxy;
let database: Database;
let engine: Engine;
let relay: Relay;
let client: Client;

beforeAll(async () => {
  testDb = await testDatabase();
  client = await connectToNamespace();
  toDatabase = await openForgetfulProxy(testDb.url);
  toTemporal = await openForgetfulProxy(`http://${inject('temporalAddress')}`);
  database = new Database(toDatabase.url, { connections: 4 });
  const { namespace } = client.options;
  engine = new Engine(undefined, { address: new URL(toTemporal.url).host, namespace, keepAlive });
  relay = new Relay({
    database,
    client: () => engine.client(),
    logger: pino({ level: 'silent' }),
    onMissing: async () => 'over',
    sendLimit,
  });
  relay.start();
  await sent(await queueStart());
});

afterAll(async () => {
  await relay.stop();
  await engine.close();
  await client.connection.close();
  await database.close();
  await toDatabase.close();
  await toTemporal.close();
  await testDb.drop();
});

/** Lays the start of an order into the outbox, as an operation of another service does. @returns the id of the order */
async function queueStart(): Promise<number> {
  const input = orderInput(automatic);
  await testDb.pool.query(`insert into outbox (workflow_id, kind, payload, event_id) values ($1, 'start', $2, $3)`, [
    orderWorkflowId(input.orderId),
    JSON.stringify(input),
    input.orderId,
  ]);
  return input.orderId;
}

const rows = async () => (await testDb.pool.query('select 1 from outbox')).rowCount;

/** Waits until the order has its workflow, and ends it. @returns seconds */
async function sent(orderId: number): Promise<number> {
  const from = performance.now();
  await until(async () => (await rows()) === 0, 'the relay');
  const seconds = (performance.now() - from) / 1_000;
  await client.workflow.getHandle(orderWorkflowId(orderId)).terminate();
  return seconds;
}

test('the relay goes on after its database has forgotten its connections', async () => {
  toDatabase.forget();
  const seconds = await sent(await queueStart());
  if (process.env.PRINT_FIGURES) console.log(`forgotten database: sent after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(15);
  expect(relay.failure).toBeNull();
}, 60_000);

test('a connection to Temporal that was lost without a reset is replaced, and says why meanwhile', async () => {
  toTemporal.forget();
  const order = await queueStart();
  await until(async () => relay.failure !== null, 'the relay to notice');
  expect(relay.failure).toMatch(/^The Temporal server does not accept workflow starts and signals: /);
  const seconds = await sent(order);
  if (process.env.PRINT_FIGURES)
    console.log(`forgotten Temporal: sent ${seconds.toFixed(1)} s after the first failure`);
  expect(seconds).toBeLessThan(10);
  await until(async () => relay.failure === null, 'the relay to be well');
}, 60_000);

test('rows of others are sent while a server accepts connections and says nothing', async () => {
  toTemporal.silence();
  const first = await queueStart();
  await until(async () => relay.failure !== null, 'the relay to notice');
  toTemporal.speak();
  const second = await queueStart();
  await sent(second);
  await client.workflow.getHandle(orderWorkflowId(first)).terminate();
}, 60_000);

test('the age of the oldest row decides whether the relay works', () => {
  const failure = 'The Temporal server does not accept workflow starts and signals: it is away.';
  const row = { rows: 1, over_50_attempts: 0 };
  expect(relayProblem({ ...row, oldest_seconds: 31 }, null)).toBe(
    'The relay is late: the oldest of 1 rows of the outbox is 31 s old.',
  );
  expect(relayProblem({ ...row, oldest_seconds: 31 }, failure)).toMatch(/31 s old\. The Temporal server does not/);
  expect(relayProblem({ ...row, oldest_seconds: 29 }, null)).toBeNull();
  expect(relayProblem({ ...row, oldest_seconds: 1 }, failure)).toBe(failure);
  expect(relayProblem({ rows: 0, over_50_attempts: 0, oldest_seconds: null }, failure)).toBeNull();
});
