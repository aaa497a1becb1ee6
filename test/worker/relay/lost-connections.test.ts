import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEngineClient, type EngineClient } from '../../../client/engine.ts';
import { relayProblem } from '../../../service/status.ts';
import type { Relay } from '../../../worker/relay/relay.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { type ForgetfulProxy, openForgetfulProxy } from '../../support/proxies/forgetful-proxy.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { automatic, orderInput, until } from '../../workflows/support/engine.ts';
import { connectToNamespace } from '../../workflows/support/test-namespace.ts';
import { testRelay } from '../../workflows/support/whole-engine.ts';

/** A relay whose connections are lost without a reset. No worker runs: a row is sent when its workflow exists. */

/** Milliseconds, in place of 10 s for a row. */
const sendLimit = 1_000;

let service: TestService;
let toDatabase: ForgetfulProxy;
let toService: ForgetfulProxy;
let toTemporal: ForgetfulProxy;
let calls: EngineClient;
let connection: NativeConnection;
let relay: Relay;
let client: Client;

beforeAll(async () => {
  client = await connectToNamespace();
  toTemporal = await openForgetfulProxy(`http://${inject('temporalAddress')}`);
  service = await startTestService({
    through: async (url) => {
      toDatabase = await openForgetfulProxy(url);
      return toDatabase.url;
    },
  });
  toService = await openForgetfulProxy(service.url);
  calls = createEngineClient({ url: toService.url, apiKey: service.engineKey, retries: 0 });
  connection = await NativeConnection.connect({ address: new URL(toTemporal.url).host });
  const temporal = new Client({ connection, namespace: client.options.namespace });
  relay = testRelay(service, temporal, { outbox: calls.engine.outbox, sendLimit });
  await sent(await queueStart());
});

afterAll(async () => {
  await relay.stop();
  await connection.close();
  await client.connection.close();
  await calls.close();
  await toService.close();
  await service.close();
  await toDatabase.close();
  await toTemporal.close();
});

/** Lays the start of an order into the outbox, as an operation of another service does. @returns the id of the order */
async function queueStart(): Promise<number> {
  const input = orderInput(automatic);
  await service.sql.query(`insert into outbox (workflow_id, kind, payload, event_id) values ($1, 'start', $2, $3)`, [
    orderWorkflowId(input.orderId),
    JSON.stringify(input),
    input.orderId,
  ]);
  return input.orderId;
}

const rows = async () => (await service.sql.query('select 1 from outbox')).rowCount;

/** Waits until the order has its workflow, and ends it. @returns seconds */
async function sent(orderId: number): Promise<number> {
  const from = performance.now();
  await until(async () => (await rows()) === 0, 'the relay', 90_000);
  const seconds = (performance.now() - from) / 1_000;
  await client.workflow.getHandle(orderWorkflowId(orderId)).terminate();
  return seconds;
}

/** Returns why the rows that wait could not be sent, as `/status` says it. */
async function problem(): Promise<string | null> {
  const { rows } = await service.sql.query(`select 1 as rows, 0 as over_50_attempts, 1 as oldest_seconds, last_error
    from outbox where last_error is not null limit 1`);
  return rows[0] ? relayProblem(rows[0], rows[0].last_error) : null;
}

test.each([
  ['database', () => toDatabase],
  ['service', () => toService],
])(
  'the relay goes on after the connections to the %s were forgotten',
  async (what, proxy) => {
    proxy().forget();
    const seconds = await sent(await queueStart());
    if (process.env.PRINT_FIGURES) console.log(`forgotten ${what}: sent after ${seconds.toFixed(1)} s`);
    // The claim that waits is given up 15 s after it was sent.
    expect(seconds).toBeLessThan(25);
  },
  60_000,
);

test('a relay whose connection to Temporal was lost says why, and leaves its rows to another one', async () => {
  toTemporal.forget();
  const order = await queueStart();
  await until(async () => (await problem()) !== null, 'the relay to notice');
  expect(await problem()).toMatch(/^The Temporal server does not accept workflow starts and signals: /);
  const other = testRelay(service, client);
  await sent(order);
  expect(await problem()).toBeNull();
  await other.stop();
}, 120_000);

test('the age of the oldest row decides whether the relay works', () => {
  const error = 'it is away.';
  const failure = `The Temporal server does not accept workflow starts and signals: ${error}`;
  const row = { rows: 1, over_50_attempts: 0 };
  expect(relayProblem({ ...row, oldest_seconds: 31 }, null)).toBe(
    'The relay is late: the oldest of 1 rows of the outbox is 31 s old.',
  );
  expect(relayProblem({ ...row, oldest_seconds: 31 }, error)).toMatch(/31 s old\. The Temporal server does not/);
  expect(relayProblem({ ...row, oldest_seconds: 29 }, null)).toBeNull();
  expect(relayProblem({ ...row, oldest_seconds: 1 }, error)).toBe(failure);
  expect(relayProblem({ rows: 0, over_50_attempts: 0, oldest_seconds: null }, error)).toBeNull();
});
