import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CarrierRefused, CarrierUnavailable } from '../../../plugins/errors.ts';
import { pause, resume } from '../../../workflows/bulk-run/messages.ts';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { progress, skip } from '../../../workflows/order/messages.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { carrier, currentDetails, summaries, until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** Deliveries, carrier requests and decisions in Temporal's lists and details, on a whole engine. */
const config = `webhooks: { retry_every: 1s, allow_networks: [127.0.0.1] }
carriers: { Parcels: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard } }
rules:
  - { name: People pack, when: priority = 5, then: { pick: automatic, ship: automatic, pickup: automatic } }
  - { name: Packed for the end of the day, when: priority = 2, then: { pick: automatic, pack: automatic } }
  - { name: The rest by itself, when: priority = 1, then: { pick: automatic, pack: automatic, ship: automatic } }
`;

let engine: WholeEngine;
/** The statuses that the target of webhooks answers next, by the path of the webhook; 204 where none is left. */
const statuses = new Map<string, number[]>();
const target = createServer((request, response) => {
  response.writeHead(statuses.get(request.url ?? '')?.shift() ?? 204).end();
});
/** The errors of the carrier's next answers about cartons. */
const mishaps: Error[] = [];
let ana: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const parcels = carrier('Parcels', async ({ cartons }) =>
    cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T-${id}` })),
  );
  const plugin = {
    ...parcels.plugin,
    async track({ bookings }: { bookings: readonly { booking_id: number }[] }) {
      const mishap = mishaps.shift();
      if (mishap) throw mishap;
      return bookings.map(({ booking_id }) => ({ booking_id, status: 'in_transit' as const, events: [] }));
    },
    schedulePickup: async () => ({ confirmation: 'V-1', from: '2026-04-23T16:00:00Z', until: '2026-04-23T18:00:00Z' }),
  };
  engine = await wholeEngine({
    config,
    worker: {
      carriers: [{ ...parcels, plugin } as typeof parcels],
      webhooks: { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] },
    },
  });
  const user = { first_name: 'Ana', last_name: 'Ortiz', email: 'ana@example.com', usertype: 'API' };
  ({ id: ana } = await engine.shop.done('/user', {
    ...user,
    permissions: ['salesorder.skip', 'salesorder.hold', 'bulkrun.*'],
  }));
});
afterAll(async () => {
  await engine.stop();
  target.closeAllConnections();
  target.close();
});

/** Waits until the list of Temporal's pages has this one workflow for a filter. */
async function isListed({ workflowId }: WorkflowHandle, filter: string): Promise<void> {
  const query = `WorkflowId = "${workflowId}" AND ${filter}`;
  await until(async () => (await engine.temporal.workflow.count(query)).count === 1, filter);
}

const record = async (kind: string, handle: WorkflowHandle) => recordHistory(kind, await historyOf(handle));

/**
 * Makes a webhook and an event for it.
 * @param answers the statuses that the target answers first
 * @param host of the target
 * @returns the workflow of the delivery
 */
async function delivery(answers: number[], host?: string): Promise<WorkflowHandle> {
  const handle = engine.temporal.workflow.getHandle(await deliveryTo(answers, host));
  await until(async () => (await handle.describe().catch(() => null)) !== null, 'its workflow');
  return handle;
}

/** @returns the id that the workflow of the delivery has, if there is one */
async function deliveryTo(answers: number[], host?: string): Promise<string> {
  const { shop, testService } = engine;
  const path = `/${statuses.size}`;
  statuses.set(path, answers);
  const { rows } = await testService.sql.query(`select id from event where name = 'customer.created'`);
  const url = `http://${host ?? `127.0.0.1:${(target.address() as AddressInfo).port}`}${path}`;
  const webhook = await shop.done('/webhook', { url, event_id: rows[0].id });
  await shop.done('/customer', { type: 'Company', name: 'Bon app' });
  const find = async () => (await shop.get(`/webhookdelivery?webhook_id=${webhook.id}`)).data[0]?.id;
  await until(async () => (await find()) !== undefined, 'the delivery');
  return `webhook/${webhook.id}/${await find()}`;
}

test('lists show which deliveries fail now and why, and one that used up its attempts as Failed', async () => {
  const handle = await delivery([503, 500, 503]);
  await isListed(handle, 'WorkflowType = "webhook" AND Outcome = "waiting" AND Reason = "target.503"');
  const { rows } = await engine.testService.sql.query('select max(id) as id from customer');
  await isListed(handle, `CustomerId = "${rows[0].id}"`);
  expect(await currentDetails(handle)).toMatch(
    /^\*\*waiting\*\* for the second attempt, at .* UTC: the target answered 503$/,
  );
  await expect(handle.result()).rejects.toMatchObject({
    cause: { type: 'target.503', message: 'The last of 3 attempts failed: the target answered 503.' },
  });
  await isListed(handle, 'ExecutionStatus = "Failed" AND Outcome = "failed" AND Reason = "target.503"');
  await record('webhook-failed', handle);
});

test('a delivery of an order is listed by its order and its customer', async () => {
  const { shop, testService, temporal } = engine;
  statuses.set('/order', [503, 503, 503]);
  const { rows } = await testService.sql.query(`select id from event where name = 'salesorder.issued'`);
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/order`;
  const { id: webhook } = await shop.done('/webhook', { url, event_id: rows[0].id });
  const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
  const filter = `WorkflowType = "webhook" AND OrderId = "${order}" AND CustomerId = "${(await shop.see(order)).customer_id}"`;
  await until(async () => (await temporal.workflow.count(filter)).count === 1, filter);
  await shop.done(`/webhook/${webhook}`, undefined, 'DELETE');
});

test('lists show a delivery that arrived late as Completed, and one that arrived at once has no workflow', async () => {
  const late = await delivery([503]);
  await isListed(late, 'ExecutionStatus = "Completed" AND Outcome = "delivered" AND Reason IS NULL');
  await record('webhook-delivered-later', late);
  const early = await deliveryTo([]);
  const [, , id] = early.split('/');
  const { shop, temporal } = engine;
  await until(async () => (await shop.get(`/webhookdelivery/${id}`)).state === 'delivered', 'the delivery');
  await expect(temporal.workflow.getHandle(early).describe()).rejects.toThrow(/not found/i);
});

test('lists show a target that gives no answer by a code of its own', async () => {
  const handle = await delivery([], '127.0.0.1:9');
  await isListed(handle, 'Outcome = "waiting" AND Reason = "target.unreachable"');
  await handle.terminate();
});

/** Ships an order, and asks its carrier where the carton is. @returns the workflow of the request, and a filter of its customer */
async function tracked(): Promise<{ handle: WorkflowHandle; filter: string; booking: number; number: string }> {
  const { shop, temporal } = engine;
  const carrier_id = await shop.carrier('Parcels');
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], { carrier_id, priority: 1 });
  const bookings = async () => (await shop.get(`/booking?order_id=${id}`)).data;
  await until(async () => (await bookings()).length === 1, 'the booking');
  const [{ id: booking, carton_id }] = await bookings();
  await shop.done(`/carton/${carton_id}/track`);
  const handle = temporal.workflow.getHandle(`carrier-request/${booking}/track`);
  await until(async () => (await handle.describe().catch(() => null)) !== null, 'its workflow');
  const { customer_id, number } = await shop.see(id);
  return { handle, filter: `WorkflowType = "carrierRequest" AND CustomerId = "${customer_id}"`, booking, number };
}

test('lists show which carrier requests wait and why, and summaries name their orders', {
  timeout: 60_000,
}, async () => {
  mishaps.push(...Array.from({ length: 4 }, () => new CarrierUnavailable('Parcels answered 503: busy')));
  const { handle, filter, number } = await tracked();
  await isListed(
    handle,
    `${filter} AND Carrier = "Parcels" AND Outcome = "waiting" AND Reason = "carrier.unavailable"`,
  );
  expect(await (await handle.describe()).staticSummary()).toBe(`Track cartons: Parcels · Order ${number}`);
  expect(await handle.result()).toMatchObject({ done: 1, refused: null });
  await isListed(handle, `${filter} AND ExecutionStatus = "Completed" AND Outcome = "done" AND Reason IS NULL`);
  await record('carrier-request-waited', handle);
});

test('lists show a carrier request that the carrier refused as Failed, and the booking has the reason', async () => {
  mishaps.push(new CarrierRefused('nobody knows this parcel'));
  const { handle, filter, booking } = await tracked();
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'carrier.refused' } });
  await isListed(
    handle,
    `${filter} AND ExecutionStatus = "Failed" AND Outcome = "refused" AND Reason = "carrier.refused"`,
  );
  expect((await engine.shop.get(`/booking/${booking}`)).problem).toContain('nobody knows this parcel');
  await record('carrier-request-refused', handle);
});

test('lists show a carrier request that somebody canceled as Canceled', { timeout: 60_000 }, async () => {
  mishaps.push(...Array.from({ length: 3 }, () => new CarrierUnavailable('Parcels answered 503: busy', 600)));
  const { handle, filter } = await tracked();
  await until(async () => mishaps.length === 2, 'the first attempt');
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  await isListed(
    handle,
    `${filter} AND ExecutionStatus = "Canceled" AND Outcome = "canceled" AND Reason = "engine.canceled"`,
  );
  mishaps.length = 0;
});

test('the request to fetch all cartons of a site names its orders', async () => {
  const { shop, temporal } = engine;
  const carrier_id = await shop.carrier('Parcels');
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], { carrier_id, priority: 2 });
  const bookings = async () => (await shop.get(`/booking?order_id=${id}`)).data;
  await until(async () => (await bookings()).length === 1, 'the booking');
  const { site_id } = await shop.see(id);
  await shop.done(`/carrier/${carrier_id}/pickup`, { site_id });
  await until(async () => (await bookings())[0].pickup_confirmation === 'V-1', 'the confirmation');
  const handle = temporal.workflow.getHandle(`carrier-request/Parcels/pickup/${site_id}`);
  await isListed(handle, 'WorkflowType = "carrierRequest" AND Outcome = "done"');
  expect(await (await handle.describe()).staticSummary()).toMatch(/^Request a pickup: Parcels · Orders? SO-/);
  await record('carrier-request-pickup', handle);
});

test('a decision by the id of an account reads as the person, in the history and in the details', async () => {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], { priority: 5 });
  const handle = engine.orderOf(id);
  const isWaiting = async () => (await handle.query(progress).catch(() => null))?.waitingFor === 'somebody to pack it';
  await until(isWaiting, 'the pack');
  const { steps } = await handle.executeUpdate(skip, { args: [{ step: 'pack', by: ana }] });
  expect(steps.find(({ step }) => step === 'pack')?.why).toBe('Ana Ortiz skipped it');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(await currentDetails(handle)).toContain('UTC: Ana Ortiz skipped pack');
  const { events } = await handle.fetchHistory();
  expect(summaries(events ?? [])).toContain('Skip pack, as Ana Ortiz decided');
  expect(await currentDetails(handle)).not.toContain(`account ${ana}`);
  await record('skipped-by-id', handle);
});

test('decisions about a bulk run by the id of an account read as the person', async () => {
  const { shop, temporal } = engine;
  const part_id = await shop.part({}, 50);
  const order_id: number[] = [];
  while (order_id.length < 8) order_id.push(await shop.order([{ part_id, qty: 1 }]));
  const { id } = await shop.done('/bulkrun', { order_id, action: 'hold', options: { reason: 'Count' }, rate: 4 });
  const handle = temporal.workflow.getHandle(bulkRunWorkflowId(id));
  await until(async () => (await shop.get(`/bulkrun/${id}`)).done >= 1, 'some orders');
  await handle.executeUpdate(pause, { args: [{ by: ana }] });
  await handle.executeUpdate(resume, { args: [{ by: String(ana) }] });
  await handle.result();
  const { events } = await handle.fetchHistory();
  const named = summaries(events ?? []).filter((summary) => summary.includes('decided'));
  expect(named).toEqual(['Pause the run, as Ana Ortiz decided', 'Resume the run, as Ana Ortiz decided']);
  await record('bulk-run-by-id', handle);
});
