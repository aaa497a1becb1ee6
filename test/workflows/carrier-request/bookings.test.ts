import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunnableHook } from '../../../cli/plugin/hook-names.ts';
import { runPlugin } from '../../../cli/plugin/run.ts';
import { projectRoot } from '../../../config/root.ts';
import { progress as orderProgress } from '../../../workflows/order/messages.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { startThread } from '../../plugins/sandbox/start-thread.ts';
import type { Line, Shop } from '../../support/shop.ts';
import type { TestService } from '../../support/test-service.ts';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/**
 * Bookings on a whole engine: service, PostgreSQL, relay, Temporal server, worker, a plugin from a file in its own thread, and
 * the office of a carrier on a socket.
 */
const courier = `
export default ({ carrierPlugin, CarrierRefused, z }) =>
  carrierPlugin({
    name: 'courier',
    options: z.strictObject({ office: z.url(), misbehaves: z.enum(['throws', 'hangs', 'loops', 'nonsense']).optional() }),
    async book({ cartons, order, options, http, idempotencyKey, signal, log }) {
      const { misbehaves } = options;
      if (misbehaves === 'throws') throw new TypeError('rates is not iterable');
      if (misbehaves === 'hangs') await new Promise(() => {});
      if (misbehaves === 'loops') for (;;);
      if (misbehaves === 'nonsense') return [{ carton_id: 0, tracking_number: '' }];
      log.info('booking', { order: order.number });
      return Promise.all(cartons.map(async (carton) => {
        const headers = { 'idempotency-key': idempotencyKey + '/' + carton.id };
        const body = { box: carton.number, weight_g: carton.weight_g, width_mm: carton.width_mm, from: order.site.name };
        const { number, price } = await http.json(options.office + '/boxes', { method: 'POST', headers, body, signal });
        return { carton_id: carton.id, tracking_number: number, reference: 'box ' + number, cost: { amount: price, currency: 'EUR' }, details: { route: 'North' } };
      }));
    },
    label: ({ booking, options, http, signal }) => http.document(options.office + '/labels/' + booking.tracking_number, { signal }),
    async schedulePickup({ bookings, site, options, http, idempotencyKey, signal }) {
      const body = { boxes: bookings.map(({ reference }) => reference), at: site.name };
      const { number } = await http.json(options.office + '/visits', { method: 'POST', headers: { 'idempotency-key': idempotencyKey }, body, signal });
      return { confirmation: number, from: '2026-04-23T16:00:00Z', until: '2026-04-23T18:00:00Z' };
    },
    async track({ bookings, options, http, signal }) {
      const { place } = await http.json(options.office + '/where', { signal });
      return bookings.map(({ booking_id }) => ({ booking_id, status: 'in_transit', detail: 'Now in ' + place, events: [{ at: '2026-04-23T17:00:00Z', status: 'in_transit', place }] }));
    },
    async cancel({ bookings, options, http, signal }) {
      return Promise.all(bookings.map(async ({ booking_id, tracking_number }) => {
        const { status } = await http.request(options.office + '/boxes/' + tracking_number, { method: 'DELETE', signal });
        return status === 204 ? { booking_id, canceled: true, refund: { amount: '7.00', currency: 'EUR' } } : { booking_id, canceled: false, why: 'the box is on its way' };
      }));
    },
  });
`;

const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0xa7]);
const folder = mkdtempSync(join(tmpdir(), 'conveyor-bookings-'));
interface OfficeRequest {
  method: string;
  path: string;
  key: unknown;
  body: Record<string, unknown> | null;
}
let requests: OfficeRequest[] = [];
let voids = 204;
let away = 0;
let office: Server;
let service: TestService;
/** Lines of the worker's log, from errors on. */
const logged: { carrier?: string; msg: string; stack?: string }[] = [];
let shop: Shop;
let engine: WholeEngine;

const page = readFileSync(join(projectRoot, 'docs/plugins.md'), 'utf8');
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';

const names = ['Bicycle Courier', 'Courier', 'Throwing', 'Hanging', 'Looping', 'Nonsense'] as const;

beforeAll(async () => {
  office = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null');
      requests.push({ method, path, key: request.headers['idempotency-key'], body });
      if (away > 0) {
        away -= 1;
        return response.writeHead(503).end('{"detail": "the office is closed"}');
      }
      if (method === 'DELETE') return response.writeHead(voids).end();
      if (path.startsWith('/labels/')) return response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
      if (path.startsWith('/where')) return response.end('{"place": "Potsdam"}');
      const number = path === '/visits' ? 'V-1' : `B-${String(request.headers['idempotency-key']).split('/').at(-1)}`;
      return response.writeHead(201).end(JSON.stringify({ number, price: '7.40' }));
    });
  });
  await new Promise<void>((done) => office.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(office.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'courier.mjs'), courier);
  writeFileSync(join(folder, 'bicycle.mjs'), blockOf('js'));
  const example = blockOf('yaml')
    .replace('./plugins/bicycle.mjs', join(folder, 'bicycle.mjs'))
    .replace(/\$\{BICYCLE.*\}/, url);
  const plugin = JSON.stringify(join(folder, 'courier.mjs'));
  const config = `defaults: { steps: { pick: automatic, pack: automatic, ship: automatic } }
${example.trimEnd()}
  Courier: { plugin: ${plugin}, office: ${JSON.stringify(url)}, rate: 50 per second }
  Throwing: { plugin: ${plugin}, office: ${JSON.stringify(url)}, misbehaves: throws }
  Hanging: { plugin: ${plugin}, office: ${JSON.stringify(url)}, misbehaves: hangs }
  Looping: { plugin: ${plugin}, office: ${JSON.stringify(url)}, misbehaves: loops }
  Nonsense: { plugin: ${plugin}, office: ${JSON.stringify(url)}, misbehaves: nonsense }
rules:
  - { name: Done by people, when: priority = 5, then: { pick: by hand, pack: by hand, ship: by hand, pickup: by hand } }
`;
  const hooks = { startThread, limits: { book: 3_000 }, threads: { blockedMs: 1_500 } };
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
  engine = await wholeEngine({ config, worker: { hooks, logger, unavailableAfter: 2_000 } });
  ({ testService: service, shop } = engine);
});
afterAll(async () => {
  await engine.stop();
  office.closeAllConnections();
  office.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  requests = [];
  voids = 204;
  away = 0;
});

const carrierIds = new Map<string, number>();
async function order(carrier: (typeof names)[number], values: Record<string, unknown> = {}): Promise<number> {
  if (!carrierIds.has(carrier)) {
    const { data } = await shop.get(`/carrier?name=${encodeURIComponent(carrier)}`);
    carrierIds.set(carrier, data[0].id);
  }
  const part = await shop.part({ weight_g: 300 }, 5);
  return shop.issued([{ part_id: part, qty: 1 }], { carrier_id: carrierIds.get(carrier), ...values });
}
const progress = (id: number) => shop.get(`/salesorder/${id}/progress`);
const bookings = async (id: number) => (await shop.get(`/booking?order_id=${id}&sort=id`)).data;
const cartonsOf = async (id: number) => (await shop.get(`/salesorder/${id}?embed=packs.cartons`)).packs[0]?.cartons;
async function step(id: number, wanted: string): Promise<void> {
  const there = async () => {
    const now = await progress(id);
    return now.step === wanted && now.state === 'waiting';
  };
  await until(there, `order ${id} at ${wanted}`).catch(async (error) => {
    throw new Error(`${error.message}, but: ${JSON.stringify(await progress(id))}`);
  });
}

test('the carrier books, labels, collects and tracks an order, and voids the label of a voided order', async () => {
  away = 1;
  const id = await order('Courier');
  await step(id, 'pickup');
  await until(async () => (await bookings(id))[0]?.pickup_confirmation, 'the pickup');
  const [carton] = await cartonsOf(id);
  const [booked] = await bookings(id);
  expect(booked).toMatchObject({
    carton_id: carton.id,
    state: 'booked',
    tracking_number: `B-${carton.id}`,
    reference: `box B-${carton.id}`,
    cost: 7.4,
    cost_currency: 'EUR',
    details: { route: 'North' },
    plugin: 'courier',
    label_type: 'application/pdf',
    pickup_confirmation: 'V-1',
    pickup_from: '2026-04-23T16:00:00+00:00',
  });
  expect(carton).toMatchObject({ tracking_number: `B-${carton.id}`, carrier_id: carrierIds.get('Courier') });
  const boxes = requests.filter(({ path }) => path === '/boxes');
  expect(boxes.map(({ key }) => key)).toEqual([
    expect.stringMatching(`^conveyor/order/${id}/[0-9]{10}/ship/to-[0-9a-f]{12}/${carton.id}$`),
    boxes[0]?.key,
  ]);
  expect(boxes[0]?.body).toMatchObject({ box: '1', weight_g: 300, from: expect.any(String) });
  expect(requests.filter(({ path }) => path === '/visits')).toMatchObject([
    { body: { boxes: [`box B-${carton.id}`] } },
  ]);
  const label = await fetch(`${service.url}/carton/${carton.id}/label`, {
    headers: { authorization: `Basic ${btoa(`${service.adminKey}:`)}` },
  });
  expect(Buffer.from(await label.arrayBuffer()).equals(pdf)).toBe(true);

  await shop.done(`/carton/${carton.id}/track`);
  await until(async () => (await shop.get(`/carton/${carton.id}`)).tracked_at, 'tracking');
  expect(await shop.get(`/carton/${carton.id}`)).toMatchObject({ tracking_status: 'in_transit' });
  expect((await bookings(id))[0]).toMatchObject({
    tracking_detail: 'Now in Potsdam',
    tracking_events: [{ place: 'Potsdam' }],
  });

  await shop.done(`/salesorder/${id}/void`);
  await until(async () => (await bookings(id))[0]?.state === 'canceled', 'the void');
  expect((await bookings(id))[0]).toMatchObject({ refund: 7, refund_currency: 'EUR', problem: null });
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/boxes/B-${carton.id}`,
  ]);
  recordHistory('booked-and-collected', await historyOf(engine.orderOf(id)));

  const about = { cartons: [{ id: carton.id, number: '1' }], bookings: [booked.id] };
  const { results } = await activitiesOf(engine.orderOf(id));
  const key = String(boxes[0]?.key).slice(0, -`/${carton.id}`.length);
  expect(results.book).toEqual([{ sent: [{ key, ...about, tracking_numbers: [`B-${carton.id}`] }] }]);
  const pickup = expect.stringMatching(`^conveyor/order/${id}/[0-9]{10}/pickup/[0-9]+$`);
  expect(results.requestPickup).toEqual([{ done: 1, sent: [{ key: pickup, ...about }] }]);
  expect(await engine.temporal.workflow.getHandle(`carrier-request/${booked.id}/cancel`).result()).toEqual({
    ...{ done: 1, refused: null },
    sent: [{ key: expect.stringMatching(`^conveyor/booking/${booked.id}/[0-9]{10}/cancel$`), ...about }],
  });
  const { customer_id } = await shop.get(`/salesorder/${id}`);
  const found = `OrderId = "${id}" AND CustomerId = "${customer_id}" AND Carrier = "Courier"`;
  const requested = `WorkflowType = "carrierRequest" AND ${found}`;
  await until(async () => (await engine.temporal.workflow.count(requested)).count === 2, 'the list of both requests');
});

/** Returns the results of the activities of a workflow by name, and the details of failures, as Temporal's pages show them. */
async function activitiesOf(handle: WorkflowHandle) {
  const { events = [] } = await handle.fetchHistory();
  const json = (payloads: readonly { data?: Uint8Array | null }[] | null | undefined) =>
    payloads?.map(({ data }) => JSON.parse(Buffer.from(data!).toString('utf8')))[0];
  const results: Record<string, unknown[]> = {};
  for (const { activityTaskCompletedEventAttributes: end } of events ?? []) {
    const began = events?.find(({ eventId }) => String(eventId) === String(end?.scheduledEventId));
    const name = began?.activityTaskScheduledEventAttributes?.activityType?.name;
    if (end && name) results[name] = [...(results[name] ?? []), json(end.result?.payloads)];
  }
  const failures = (events ?? []).flatMap(({ activityTaskFailedEventAttributes: end }) =>
    end ? [json(end.failure?.applicationFailureInfo?.details?.payloads)] : [],
  );
  return { results, failures };
}

test('a hook that an author runs for an order sends what the engine has sent, with a key of its own, and stores nothing', async () => {
  const id = await order('Courier');
  await step(id, 'pickup');
  // The order reaches the pickup before the engine asks for it.
  await until(async () => (await bookings(id))[0]?.pickup_confirmation, 'the pickup');
  const before = await bookings(id);
  const sent = requests;
  requests = [];
  const run = (hook: RunnableHook) =>
    runPlugin(service.client, id, {
      file: join(folder, 'courier.mjs'),
      hook,
      live: true,
      with: service.file,
      startThread,
    });
  const results = [];
  for (const hook of ['book', 'label', 'schedulePickup', 'track'] as const) results.push(await run(hook));
  expect(results.map(({ outcome, carrier }) => `${outcome} ${carrier}`)).toEqual(Array(4).fill('returned Courier'));
  const [booked, , visited, tracked] = results;
  const withoutKeys = (all: readonly OfficeRequest[]) => all.map(({ method, path, body }) => ({ method, path, body }));
  expect(sent.map(({ path }) => path)).toEqual(['/boxes', expect.stringMatching(/^\/labels\//), '/visits']);
  expect(withoutKeys(requests.slice(0, 2))).toEqual(withoutKeys(sent.slice(0, 2)));
  expect(requests[0]?.key).toMatch(/^trial\//);
  expect(booked?.result).toMatchObject([
    { carton_id: before[0].carton_id, tracking_number: before[0].tracking_number },
  ]);
  // The booking has its pickup already, so that this hook gets a made-up one.
  expect(visited?.notes).toHaveLength(1);
  expect(tracked?.result).toMatchObject([{ booking_id: before[0].id, status: 'in_transit' }]);
  expect(await bookings(id)).toEqual(before);
});

/** An order whose steps people do, so that only an autowork calls its carrier. */
const byPeople = async (lines: Line[]) => {
  const { data } = await shop.get('/carrier?name=Courier');
  return shop.issued(lines, { carrier_id: data[0].id, priority: 5 });
};
const worked = async (id: number, body: object = {}) => {
  const { client } = service;
  return client.background.finished<Record<string, unknown>>(await client.salesorder.autowork(id, body));
};
const visits = () => requests.filter(({ path }) => path === '/visits').map(({ body }) => body!.boxes);

test('an autowork of all tasks books, and requests one pickup of the order', async () => {
  const id = await byPeople([{ part_id: await shop.part({ weight_g: 300 }, 5), qty: 1 }]);
  await step(id, 'pick');
  expect(await worked(id)).toMatchObject({ outcome: 'done' });
  expect(await shop.status(id)).toBe('Fulfilled');
  const [booked] = await bookings(id);
  expect(booked).toMatchObject({ state: 'booked', pickup_confirmation: 'V-1' });
  expect(requests.map(({ path }) => path).filter((path) => !path.startsWith('/labels'))).toEqual(['/boxes', '/visits']);
  expect(visits()).toEqual([[booked.reference]]);
});

test("the order's own workflow requests the pickup that an autowork leaves to it", async () => {
  const id = await byPeople([{ part_id: await shop.part({ weight_g: 300 }, 5), qty: 1 }]);
  expect(await worked(id, { task_ids: [1, 2, 3] })).toMatchObject({ outcome: 'done' });
  await until(async () => (await bookings(id))[0]?.pickup_confirmation, 'the pickup');
  expect(await worked(id)).toMatchObject({ outcome: 'done' });
  expect(visits()).toHaveLength(1);
});

test('no pickup is requested for cartons that are not ready', async () => {
  const id = await byPeople([{ part_id: await shop.part({ weight_g: 300 }, 5), qty: 3 }]);
  const [{ id: line }] = await shop.get(`/salesorder/${id}/line`);
  const some = (qty: number) => ({ line_details: [{ transactionline_id: line, qty }] });
  expect(await worked(id, { ...some(1), task_ids: [1, 2, 3] })).toMatchObject({ outcome: 'done' });
  expect(visits()).toEqual([]);
  await shop.through([id], 'pick', 'pack');
  // The second carton is on a ship together with another order's: it is booked, and cannot be shipped with this order alone.
  const other = await byPeople([{ part_id: await shop.part({ weight_g: 300 }, 5), qty: 1 }]);
  await shop.through([other], 'pick', 'pack');
  await shop.done('/shiplinebyorder', { order_id: [id, other] });
  const answer = await worked(id, { task_ids: [3, 4] }).catch((error) => error.members.autowork);
  expect(answer.tasks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'done']);
  const [first, second] = await bookings(id);
  expect([first.pickup_confirmation, second.state, second.pickup_confirmation]).toEqual(['V-1', 'booked', null]);
  expect(visits()).toEqual([[first.reference]]);
});

test('the worked example of the page for plugin writers, from its file to a booked carton', async () => {
  const id = await order('Bicycle Courier');
  await step(id, 'pickup');
  await until(async () => (await bookings(id))[0]?.pickup_confirmation, 'the pickup');
  const [carton] = await cartonsOf(id);
  const [shown] = await shop.get(`/pack/${carton.pack_id}/carton?embed=bookings`);
  expect(shown.tracking_number).toBe(`B-${carton.id}`);
  expect(shown.bookings).toMatchObject([
    { plugin: 'bicycle', cost: 7.4, pickup_confirmation: 'V-1', label_type: 'application/pdf', state: 'booked' },
  ]);
  await shop.done(`/salesorder/${id}/void`);
  await until(async () => (await bookings(id))[0]?.state === 'canceled', 'the void');
});

test("a label that the carrier does not void is shown as refused, with the carrier's reason", async () => {
  voids = 409;
  const id = await order('Courier');
  await step(id, 'pickup');
  await shop.done(`/salesorder/${id}/void`);
  await until(async () => (await bookings(id))[0]?.state === 'refused', 'the refusal');
  expect((await bookings(id))[0].problem).toBe('the box is on its way');
});

test.each([
  [
    'Throwing',
    /^Throwing: book of plugin courier, carton 1, threw TypeError: rates is not iterable \(courier\.mjs:8:\d+\)$/,
  ],
  ['Hanging', /^Hanging: book of plugin courier, carton 1, gave no answer within 3 s$/],
  ['Looping', /^Looping: book of plugin courier, carton 1, kept its thread busy for 1.5 s without an answer/],
  ['Nonsense', /^Nonsense: book of plugin courier, carton 1, gave .* that cannot be used/],
] as const)(
  '%s: the order is in attention with plugin, hook and carton, and another carrier’s order goes on',
  async (carrier, words) => {
    const id = await order(carrier);
    const other = await order('Courier');
    await step(other, 'pickup');
    await until(async () => (await progress(id)).state === 'attention', 'attention');
    const { step: at, waiting_for } = await progress(id);
    expect(at).toBe('ship');
    expect(waiting_for).toMatch(words);
    const line = logged.find((each) => each.carrier === carrier);
    expect(line?.msg).toMatch(words);
    if (carrier === 'Throwing') {
      const { failures } = await activitiesOf(engine.orderOf(id));
      const key = expect.stringMatching(`^conveyor/order/${id}/[0-9]{10}/ship/to-[0-9a-f]{12}$`);
      expect(failures.at(-1)).toMatchObject({ members: { key, cartons: [{ number: '1' }] } });
      expect(line?.stack).toMatch(
        /^TypeError: rates is not iterable\n {4}at [\w.]*book \(\/.*\/courier\.mjs:8:\d+\)\n {4}at runHook/,
      );
    }
    await shop.done(`/salesorder/${id}/void`);
  },
);

test('a carrier that is away puts the order in attention once, is tried on, and ends the attention when it books', async () => {
  away = 5;
  const id = await order('Courier', { priority: 5 });
  await shop.through([id], 'pick', 'pack');
  await until(async () => (await progress(id)).state === 'attention', 'attention');
  const { step: at, waiting_for } = await progress(id);
  expect(at).toBe('ship');
  expect(waiting_for).toMatch(/^Courier: .*503.* Conveyor has tried for .* and tries on\.$/);
  expect((await engine.orderOf(id).query(orderProgress)).attention).toMatchObject({ code: 'carrier.unavailable' });
  // The ship step by hand is not done: the booking alone ends the attention.
  await step(id, 'ship');
  const { rows } = await service.sql.query('select attention from salesorder where id = $1', [id]);
  expect(rows).toEqual([{ attention: null }]);
  expect((await bookings(id)).map(({ state }: { state: string }) => state)).toEqual(['booked']);
  const timeline = await shop.get(`/salesorder/${id}/timeline`);
  const attentions = timeline.filter(({ event }: { event: string }) => event === 'salesorder.attention');
  expect(attentions).toHaveLength(1);
  expect(requests.filter(({ path }) => path === '/boxes')).toHaveLength(6);
});
