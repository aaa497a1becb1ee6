import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payload } from '@temporalio/common';
import proto from '@temporalio/proto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { aes256Gcm } from '../../lib/codec/aes-256-gcm.ts';
import { encodingWith, plainEncoding } from '../../lib/codec/payload-codec.ts';
import { CarrierRefused } from '../../plugins/errors.ts';
import { bulkRunWorkflowId } from '../../workflows/contract/bulk-run.ts';
import { cancel, retry, skip } from '../../workflows/order/messages.ts';
import { carrier, currentDetails, until } from '../workflows/support/engine.ts';
import { type WholeEngine, wholeEngine } from '../workflows/support/whole-engine.ts';

const { History } = proto.temporal.api.history.v1;
const { ListWorkflowExecutionsResponse, DescribeWorkflowExecutionResponse } = proto.temporal.api.workflowservice.v1;

/** Texts of an order. Each reaches Temporal in its own way. */
const secrets = {
  customer: 'Alfreds Futterkiste',
  number: 'S-77001-KX',
  city: 'Adlershof-Nord',
  part: 'TEA-ASSAM-0815',
  hold: 'Credit check by the bank of Alfreds',
  refusal: 'does not know the postal code of Alfreds',
  email: 'ana.ortiz@example.com',
  person: 'Ortiz',
  rule: 'Orders to the north wait',
};

const config = `carriers:
  Refusing Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
webhooks: { retry_every: 1s, allow_networks: [127.0.0.1] }
rules:
  - { name: ${secrets.rule}, when: ship_city = "${secrets.city}", then: { hold: ${secrets.hold} } }
  - { name: All of it runs by itself, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

const codec = aes256Gcm([{ id: '2026-11', secret: randomBytes(32) }]);
// A delivery that arrives at once has no workflow.
const target = createServer((_request, response) => response.writeHead(503).end());
let engine: WholeEngine;
let part_id: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const refusing = carrier('Refusing Parcel', async () => {
    throw new CarrierRefused(`It ${secrets.refusal}.`);
  });
  engine = await wholeEngine({
    config,
    encoding: encodingWith([codec]),
    worker: { carriers: [refusing], webhooks: { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] } },
  });
  part_id = await engine.shop.part({ number: secrets.part }, 20);
});
afterAll(async () => {
  await engine.stop();
  target.close();
  target.closeAllConnections();
});

const isIn = (id: number, state: string) => until(async () => (await engine.shop.progress(id)).state === state, state);

/** A held order that is released, refused by its carrier, retried, refused a skip of its pack, given to an autowork, and canceled. */
async function driveOrder(): Promise<number> {
  const { shop, testService } = engine;
  const permissions = ['salesorder.*', 'task.perform'];
  const person = { first_name: 'Ana', last_name: secrets.person, email: secrets.email, usertype: 'API', permissions };
  const { api_key } = await shop.done('/user', person);
  const ana = createClient({ url: testService.url, apiKey: api_key });
  const carrier_id = await shop.carrier('Refusing Parcel');
  const values = { number: secrets.number, ship_city: secrets.city, carrier_id };
  const id = await shop.issued([{ part_id, qty: 2 }], values);
  const handle = engine.orderOf(id);
  await until(async () => (await currentDetails(handle).catch(() => '')).includes(secrets.hold), 'the hold');
  await testService.client.salesorder.release(id);
  await isIn(id, 'attention');
  await until(async () => (await currentDetails(handle)).includes(secrets.refusal), 'the refusal');
  await handle.executeUpdate(retry, { args: [{ by: secrets.email }] });
  await isIn(id, 'attention');
  const late = handle.executeUpdate(skip, { args: [{ step: 'pack', by: secrets.email }] });
  await expect(late).rejects.toMatchObject({
    cause: { message: expect.stringContaining("order's pack is already done") },
  });
  const unknown = handle.executeUpdate(cancel, { args: [{ by: `not.${secrets.email}` }] });
  await expect(unknown).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`"not.${secrets.email}"`) },
  });
  const worked = ana.background.finished(await ana.salesorder.autowork(id));
  await expect(worked).rejects.toMatchObject({ code: 'autowork.refused' });
  await ana.close();
  await handle.executeUpdate(cancel, { args: [{ by: secrets.email }] });
  expect(await handle.result()).toEqual({ outcome: 'voided' });
  return id;
}

async function runInBulk(): Promise<void> {
  const { shop } = engine;
  const order_id = [await shop.order([{ part_id, qty: 1 }], { number: `${secrets.number}-2` })];
  order_id.push(await shop.order([{ part_id, qty: 500 }], { number: `${secrets.number}-3` }));
  const { id } = await shop.done('/bulkrun', { order_id, action: 'issue' });
  const handle = engine.temporal.workflow.getHandle(bulkRunWorkflowId(id));
  await until(async () => (await shop.get(`/bulkrun/${id}`)).state === 'done', 'the run');
  await handle.result();
  // The details name the order that the run did not issue, and why.
  expect(await currentDetails(handle)).toContain(`${secrets.number}-3`);
}

async function subscribe(): Promise<void> {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
  const events = await engine.testService.client.event.list({ where: { name: 'salesorder.issued' } });
  await engine.shop.done('/webhook', { url, event_id: events.data[0]!.id });
}

/** Everything that the server stores and shows of the namespace, without a codec. */
async function rawBytes(): Promise<{ text: string; payloads: Payload[] }> {
  const { workflowService } = engine.temporal.connection;
  const { namespace } = engine.temporal.options;
  const list = await workflowService.listWorkflowExecutions({ namespace, pageSize: 100 });
  const chunks: Uint8Array[] = [ListWorkflowExecutionsResponse.encode(list).finish()];
  const payloads: Payload[] = [];
  for (const { execution } of list.executions) {
    const described = await workflowService.describeWorkflowExecution({ namespace, execution });
    const { history } = await workflowService.getWorkflowExecutionHistory({ namespace, execution });
    chunks.push(DescribeWorkflowExecutionResponse.encode(described).finish(), History.encode(history!).finish());
    collect(History.toObject(history as never), payloads);
  }
  return { text: Buffer.concat(chunks).toString('latin1'), payloads };
}

/** Collects the payloads of a message. */
function collect(value: unknown, into: Payload[]): void {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  const { metadata, data } = value as Payload;
  if (metadata?.encoding instanceof Uint8Array && data instanceof Uint8Array) into.push(value as Payload);
  else for (const part of Object.values(value)) collect(part, into);
}

describe('with a payload codec', () => {
  test('no name, number or sentence of an order is in a history or a list, and the codec finds all of them', {
    timeout: 120_000,
  }, async () => {
    await subscribe();
    await driveOrder();
    await runInBulk();
    const { workflowService } = engine.temporal.connection;
    const { namespace } = engine.temporal.options;
    await until(async () => {
      const { executions } = await workflowService.listWorkflowExecutions({ namespace, pageSize: 100 });
      const listed = new Set(executions.map(({ type }) => type?.name));
      return ['autowork', 'bulkRun', 'order', 'webhook'].every((type) => listed.has(type));
    }, 'one workflow of each kind');

    const { text, payloads } = await rawBytes();
    for (const [what, secret] of Object.entries(secrets)) {
      expect(text.includes(Buffer.from(secret).toString('latin1')), `${what}: ${secret}`).toBe(false);
    }
    expect(text).toContain('Encoded failure');
    const decoded = (await codec.decode(payloads)).map(({ data }) => Buffer.from(data ?? []).toString()).join('\n');
    for (const [what, secret] of Object.entries(secrets)) expect(decoded.includes(secret), what).toBe(true);
  });

  test('a worker without the codec starts nothing, and says in the history of an order that it has none', async () => {
    const { shop, testService } = engine;
    const by = { ship_city: secrets.city };
    const id = await shop.issued([{ part_id, qty: 1 }], by);
    const handle = engine.orderOf(id);
    await until(async () => (await currentDetails(handle).catch(() => '')).includes(secrets.hold), 'the hold');
    await engine.stopWorkers();
    await engine.startWorker({ encoding: plainEncoding });
    const later = await shop.issued([{ part_id, qty: 1 }]);
    await handle.signal('event', { event: 'salesorder.modified' });
    const failures = async () => {
      const history = await handle.fetchHistory().catch(() => null);
      return (history?.events ?? []).flatMap(
        ({ workflowTaskFailedEventAttributes: failed }) => failed?.failure?.message ?? [],
      );
    };
    await until(async () => (await failures()).length > 0, 'the failure');
    expect((await failures())[0]).toBe(
      `A payload of workflow order/${id} is encoded as binary/encrypted, and this process has no payload codec. Start it with the CONVEYOR_PAYLOAD_CODEC of the service.`,
    );
    // The orders wait for a worker that has the codec.
    expect((await handle.describe()).status.name).toBe('RUNNING');
    const { rows } = await testService.sql.query(`select workflow_id, attempts from outbox where kind = 'start'`);
    expect(rows).toEqual([{ workflow_id: `order/${later}`, attempts: 0 }]);
    await handle.terminate();
  });
});
