import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { startThread } from '../../plugins/sandbox/start-thread.ts';
import { untilEnd } from '../../support/until-end.ts';
import { currentDetails, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** Labels of returns on a whole engine, with a plugin from a file in its own thread and the office of a carrier on a socket. */

const courier = `
export default ({ carrierPlugin, z }) =>
  carrierPlugin({
    name: 'courier',
    options: z.strictObject({ office: z.url() }),
    async bookReturn({ order, returnorder, site, contents, weight_g, options, http, idempotencyKey, signal }) {
      const body = { from: order.ship_city, to: site.name, of: returnorder.number, parts: contents.length, weight_g };
      const headers = { 'idempotency-key': idempotencyKey };
      const { number } = await http.json(options.office + '/returns', { method: 'POST', headers, body, signal });
      return { tracking_number: number, reference: 'box ' + number, cost: { amount: '4.10', currency: 'EUR' } };
    },
    label: ({ booking, options, http, signal }) => http.document(options.office + '/labels/' + booking.returnorder.number, { signal }),
    track: async ({ bookings }) => bookings.map(({ booking_id, carton }) => ({ booking_id, status: 'in_transit', detail: carton.number })),
    async cancel({ bookings, options, http, signal }) {
      return Promise.all(bookings.map(async ({ booking_id, tracking_number }) => {
        await http.request(options.office + '/boxes/' + tracking_number, { method: 'DELETE', signal });
        return { booking_id, canceled: true };
      }));
    },
  });
`;

interface OfficeRequest {
  readonly method: string;
  readonly path: string;
  readonly key: unknown;
  readonly body: Record<string, unknown> | null;
}
let requests: OfficeRequest[] = [];
/** Labels by their key: the office books each once. */
const booked = new Map<unknown, string>();
/** Answers a request in another way. @returns whether it did */
let mishap: (request: OfficeRequest, response: ServerResponse) => boolean = () => false;
beforeEach(() => {
  requests = [];
  mishap = () => false;
});

const office = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url: path = '' } = request;
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null');
    const key = request.headers['idempotency-key'];
    const got = { method, path, key, body };
    requests.push(got);
    if (mishap(got, response)) return;
    if (method === 'DELETE') return response.writeHead(204).end();
    if (path.startsWith('/labels/')) return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    const number = booked.get(key) ?? `B-${booked.size + 1}`;
    booked.set(key, number);
    response.writeHead(201).end(JSON.stringify({ number }));
  });
});
await new Promise<void>((done) => office.listen(0, '127.0.0.1', done));
const url = JSON.stringify(`http://127.0.0.1:${(office.address() as AddressInfo).port}`);
const folder = mkdtempSync(join(tmpdir(), 'conveyor-return-labels-'));
writeFileSync(join(folder, 'courier.mjs'), courier);
const plugin = JSON.stringify(join(folder, 'courier.mjs'));
const config = `
carriers:
  Courier: { plugin: ${plugin}, office: ${url}, rate: 50 per second }
  Other Courier: { plugin: ${plugin}, office: ${url} }
returns:
  location: Dock
  label: automatic
  rules:
    - { name: Impatience, condition: [late], then: { wait: 2s } }
`;
const engine = await untilEnd(wholeEngine({ config, worker: { hooks: { startThread } } }));
afterAll(() => {
  office.closeAllConnections();
  office.close();
  rmSync(folder, { recursive: true });
});
const { shop, temporal } = engine;
await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false });
const part_id = await shop.part({ weight_g: 300 }, 100);
const carrier_id = await shop.carrier('Courier');

async function authorised(condition = 'used') {
  const order = await shop.issued([{ part_id, qty: 2 }], { carrier_id, ship_city: 'Kiel' });
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const lines = [{ line_id: line.id, qty: 2, condition }];
  const { id, number } = await shop.done('/returnorder', { salesorder_id: order, lines });
  await shop.done(`/returnorder/${id}/authorise`);
  return { id: id as number, number: number as string, workflow: temporal.workflow.getHandle(`return/${id}`) };
}
const on = (id: number, verb: string, body: object = {}) => shop.done(`/returnorder/${id}/${verb}`, body);
const see = (id: number) => shop.get(`/returnorder/${id}?embed=bookings`);
/** Waits for a state of a return. @returns the return then */
async function once(id: number, holds: (one: Awaited<ReturnType<typeof see>>) => unknown, what: string) {
  await until(async () => Boolean(holds(await see(id))), what);
  return see(id);
}
const labelled = (id: number) => once(id, ({ bookings }) => bookings[0]?.label_type, 'a label');
const sent = (method: string) => requests.filter((request) => request.method === method);

test('the carrier of the order books the label after the authorisation, on its own queue', async () => {
  const { id, number, workflow } = await authorised();
  const one = await labelled(id);
  expect(one).toMatchObject({ label_due: false, label_problem: null, carrier_name: 'Courier' });
  expect(one.bookings).toMatchObject([
    {
      returnorder_id: id,
      tracking_number: one.tracking_number,
      weight_g: 600,
      label_type: 'application/pdf',
      cost: 4.1,
    },
  ]);
  expect(sent('POST')).toMatchObject([
    {
      key: expect.stringMatching(/^conveyor\/returnorder\/\d+\/\d+\/label\/from-[0-9a-f]{12}$/),
      body: { from: 'Kiel', of: number, parts: 1, weight_g: 600 },
    },
  ]);
  await until(
    async () => (await currentDetails(workflow)).includes(`Label: ${one.tracking_number} of Courier`),
    'details',
  );
  await on(id, 'track');
  await until(async () => (await see(id)).bookings[0].tracking_detail === number, 'the tracking');
  await on(id, 'cancel');
  expect(await workflow.result()).toEqual({ outcome: 'canceled' });
  await until(async () => (await see(id)).bookings[0].state === 'canceled', 'a voided label');
  expect(sent('DELETE').map(({ path }) => path)).toEqual([`/boxes/${one.tracking_number}`]);
  const history = await historyOf(workflow);
  // The queue of the carrier has its rate.
  expect(history).toContain('"carrier/Courier"');
  recordHistory('return-labelled', history);
});

test('a refusal is on the return, which waits for its goods, and a person asks again', async () => {
  mishap = (_, response) => Boolean(response.writeHead(422).end('{"message": "the street is unknown"}'));
  const { id, workflow } = await authorised();
  const { label_problem } = await once(id, ({ label_problem }) => label_problem, 'a refusal');
  expect(label_problem).toMatch(/^Courier: .*the street is unknown/);
  await until(async () => /No label yet\. Courier: .*unknown/.test(await currentDetails(workflow)), 'the refusal');
  expect(await currentDetails(workflow)).toContain('**receive**: waiting for the goods');
  mishap = () => false;
  await on(id, 'fetchlabel', { carrier: 'Other Courier' });
  expect(await labelled(id)).toMatchObject({ label_problem: null, carrier_name: 'Other Courier' });
  await on(id, 'receive', { lines: [{ part_id, qty: 2 }] });
  const { units } = await shop.get(`/returnorder/${id}?embed=units`);
  await on(id, 'inspect', { units: [{ unit_id: units[0].id, outcome: 'sendback' }] });
  await on(id, 'close');
  expect(await workflow.result()).toEqual({ outcome: 'closed' });
  recordHistory('return-label-refused', await historyOf(workflow));
});

test('a carrier that is away is asked until it answers, and the return says so meanwhile', {
  timeout: 60_000,
}, async () => {
  mishap = (_, response) => Boolean(response.writeHead(503).end());
  const { id, workflow } = await authorised();
  const waiting = await once(id, ({ label_problem }) => label_problem, 'a report');
  expect(waiting).toMatchObject({ label_due: true, label_problem: expect.stringMatching(/503.*Conveyor tries on\.$/) });
  await until(async () => (await currentDetails(workflow)).includes('Conveyor tries on.'), 'details');
  mishap = () => false;
  expect(await labelled(id)).toMatchObject({ label_problem: null, label_due: false });
});

test('a return that is canceled ends the booking, and a late label of it is voided', async () => {
  const { id, workflow } = await authorised('late');
  await labelled(id);
  expect(await workflow.result()).toEqual({ outcome: 'canceled' });
  await until(async () => (await see(id)).bookings[0].state === 'canceled', 'a voided label');
  mishap = (request) => request.method === 'POST';
  const hanging = await authorised();
  await until(async () => sent('POST').some(({ body }) => body?.of === hanging.number), 'the request');
  await on(hanging.id, 'cancel');
  expect(await hanging.workflow.result()).toEqual({ outcome: 'canceled' });
});

test('a worker that is killed after the carrier booked finds the label, and buys no second one', {
  timeout: 60_000,
}, async () => {
  let lost = 0;
  mishap = (request, response) => {
    if (request.method !== 'POST' || lost > 0) return false;
    lost += 1;
    booked.set(request.key, `B-${booked.size + 1}`);
    response.destroy();
    return true;
  };
  const { id } = await authorised();
  const one = await labelled(id);
  expect(one.bookings).toHaveLength(1);
  const keys = sent('POST').map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(one.tracking_number).toBe(booked.get(keys[0]));
});

test('a label that a person voids is booked anew on request, under another key', async () => {
  const { id } = await authorised();
  const { bookings } = await labelled(id);
  await shop.done(`/booking/${bookings[0].id}/cancel`);
  await until(async () => (await see(id)).bookings[0].state === 'canceled', 'a voided label');
  await on(id, 'fetchlabel');
  const { tracking_number } = await once(id, ({ tracking_number: number }) => number, 'another label');
  expect(tracking_number).not.toBe(bookings[0].tracking_number);
  const keys = sent('POST').map(({ key }) => key);
  expect(keys[1]).toBe(`${keys[0]}/1`);
  expect(await engine.testService.verify()).toEqual([]);
});
