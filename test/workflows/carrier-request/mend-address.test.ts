import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { startThread } from '../../plugins/sandbox/start-thread.ts';
import { type HoldingProxy, openHoldingProxy } from '../../support/proxies/holding-proxy.ts';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** The hooks of the carriers of the test besides `book`. */
const hooks = {
  courier: 'cancel: ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, canceled: true })),',
  keeper: '',
  refuser:
    'cancel: ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, canceled: false, why: "it is on the road" })),',
};

/** A carrier whose office answers over a socket, when the test lets it. */
const carrierCode = (name: keyof typeof hooks) => `
export default ({ carrierPlugin, CarrierRefused, z }) =>
  carrierPlugin({
    name: '${name}',
    options: z.strictObject({ office: z.url() }),
    async book({ cartons, order, options, http, idempotencyKey, signal }) {
      const code = order.ship_postal_code;
      if (code === '00000') throw new CarrierRefused('nobody lives in 00000');
      return Promise.all(cartons.map(async (carton) => {
        const headers = { 'idempotency-key': idempotencyKey + '/' + carton.id };
        const { number } = await http.json(options.office + '/to/' + code, { method: 'POST', headers, body: {}, signal });
        return { carton_id: carton.id, tracking_number: number };
      }));
    },
    ${hooks[name]}
  });
`;

const configWith = (
  folder: string,
  office: string,
) => `defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
carriers:
  Vans: { plugin: local-delivery, country: DE, routes: { North: { stops: ["13*"] } } }
  Own Van: { plugin: plain }
  Early: { plugin: ${JSON.stringify(join(folder, 'early.mjs'))}, office: ${JSON.stringify(office)} }
  Caller: { plugin: ${JSON.stringify(join(folder, 'courier.mjs'))}, office: ${JSON.stringify(office)}, needs: [phone] }
${Object.keys(hooks)
  .map(
    (name) =>
      `  ${name}: { plugin: ${JSON.stringify(join(folder, `${name}.mjs`))}, office: ${JSON.stringify(office)} }`,
  )
  .join('\n')}
rules:
  - { name: People ship these, when: priority = 1, then: { ship: by hand, pickup: by hand } }
  - { name: Unpacked, when: priority = 4, then: { skip: pack } }
  - { name: Counter, when: priority = 5, then: { skip: [pack, ship] } }
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-mend-address-'));
let engine: WholeEngine;
let answers: HoldingProxy;
let office: Server;
/** The postal codes of the labels that the office was to book. */
const codes: string[] = [];
/** Answers that wait for the test; null where the office answers at once. */
let waiting: (() => void)[] | null = null;

beforeAll(async () => {
  office = createServer((request, response: ServerResponse) => {
    const code = String(request.url).split('/').at(-1) ?? '';
    codes.push(code);
    const number = `${code}-${codes.length}`;
    const answer = () => response.writeHead(201).end(JSON.stringify({ number }));
    if (waiting) waiting.push(answer);
    else answer();
  });
  await new Promise<void>((done) => office.listen(0, '127.0.0.1', done));
  for (const name of Object.keys(hooks) as (keyof typeof hooks)[]) {
    writeFileSync(join(folder, `${name}.mjs`), carrierCode(name));
  }
  const early = carrierCode('courier').replace("name: 'courier',", "name: 'early', bookAt: () => 'pack',");
  writeFileSync(join(folder, 'early.mjs'), early);
  const url = `http://127.0.0.1:${(office.address() as AddressInfo).port}`;
  const config = configWith(folder, url);
  const between = async (service: string) => {
    answers = await openHoldingProxy(service);
    return answers.url;
  };
  engine = await wholeEngine({ config, between, worker: { hooks: { startThread } } });
});
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
  await engine.stop();
  await answers.close();
  office.closeAllConnections();
  office.close();
  rmSync(folder, { recursive: true });
});

/** Issues an order whose address the carrier refuses, and waits for its attention. */
async function refused(values: object = {}): Promise<number> {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], {
    carrier_id: await shop.carrier('Vans'),
    ...values,
  });
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
  return id;
}

const tracking = async (id: number): Promise<(string | null)[]> =>
  (await engine.shop.see(id, 'packs.cartons')).packs.flatMap(
    (pack: { cartons: { tracking_number: string | null }[] }) => pack.cartons.map((carton) => carton.tracking_number),
  );

test('after a refused address, the calls are a retry, other carriers, the address, and a hold, in this order', async () => {
  const { shop } = engine;
  const id = await refused();
  const { next, waiting_for } = await shop.progress(id);
  const ownVan = await shop.carrier('Own Van');
  const paths = next.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
  const order = `/salesorder/${id}`;
  expect(new Set(paths.slice(1, -2))).toEqual(new Set([`POST ${order}/carrier`]));
  expect([paths[0], ...paths.slice(-2)]).toEqual([`POST ${order}/retry`, `PUT ${order}`, `POST ${order}/hold`]);
  expect(next.find(({ why }: { why: string }) => why === 'Sends it with Own Van').body).toEqual({ carrier_id: ownVan });
  expect(next.at(-2).body).toMatchObject({ ship_postal_code: '12209', ship_city: 'Berlin' });
  expect(next.at(-1).body).toEqual({ reason: waiting_for });
});

test('the address of an order that is packed can be mended, and its label is booked without a retry', async () => {
  const { shop } = engine;
  const id = await refused();
  const { method, path, body } = (await shop.progress(id)).next.at(-2);
  await shop.done(path, { ...body, ship_postal_code: '13355' }, method);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await tracking(id)).toEqual([expect.any(String)]);
});

test('an order that people ship leaves its attention with the label, after another address without a retry', async () => {
  const { shop } = engine;
  const id = await refused({ priority: 1 });
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13355' }, 'PUT');
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  expect(await tracking(id)).toEqual([expect.any(String)]);
  expect(await shop.see(id)).toMatchObject({ state: 'waiting', attention: null });
});

test('another address that the carrier refuses in the same words puts the order in attention again', async () => {
  const { shop } = engine;
  const id = await refused();
  await shop.done(`/salesorder/${id}`, { ship_address_2: 'Back door' }, 'PUT');
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
});

const bookingsOf = async (
  id: number,
): Promise<{ id: number; state: string; tracking_number: string; problem: string | null }[]> =>
  (await engine.shop.get(`/booking?order_id=${id}&sort=id`)).data;

async function issuedFor(carrier: string): Promise<number> {
  const { shop } = engine;
  const values = { carrier_id: await shop.carrier(carrier), ship_postal_code: '13355', priority: 1 };
  return shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], values);
}

/** Issues an order that is booked and waits for its ship step by hand. */
async function booked(carrier = 'Vans'): Promise<number> {
  const id = await issuedFor(carrier);
  await until(async () => (await tracking(id).catch(() => [])).some((number) => number !== null), 'the label');
  return id;
}

test('another address of a booked order voids its label, and the carrier books anew', async () => {
  const { shop } = engine;
  const id = await booked();
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  const states = async () => (await bookingsOf(id)).map(({ state }) => state);
  await until(async () => `${await states()}` === 'canceled,booked', 'the second label');
  expect(await tracking(id)).toEqual([(await bookingsOf(id))[1]!.tracking_number]);
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await states()).toEqual(['canceled', 'booked']);
});

test('while no worker runs, an order with another address has no label, and shipping it asks', async () => {
  const { shop } = engine;
  const id = await booked();
  const startAgain = await engine.stopWorkers();
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  expect(await shop.progress(id)).toMatchObject({
    state: 'working',
    waiting_for: expect.stringMatching(/^The address has changed/),
    relabel: true,
  });
  expect((await shop.post('/task/3/perform', { order_id: [id] })).status).toBe(428);
  await startAgain();
  await until(async () => !(await shop.progress(id)).relabel, 'the second label');
  expect((await bookingsOf(id)).filter(({ state }) => state === 'booked')).toHaveLength(1);
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('an address that changes while the carrier books voids the label that comes, and the order is booked once more', async () => {
  const { shop } = engine;
  waiting = [];
  const id = await issuedFor('courier');
  await until(async () => waiting?.length === 1, 'the request to the office');
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  const [answer] = waiting;
  waiting = null;
  answer?.();
  const both = async () => (await bookingsOf(id)).map((one) => [one.state, one.tracking_number.slice(0, 5)]);
  await until(async () => `${await both()}` === 'canceled,13355,booked,13357', 'the second label');
  expect(await tracking(id)).toEqual([expect.stringMatching(/^13357-/)]);
});

test('an address that changes after the label is stored, and before the engine knows that, is booked anew', async () => {
  const { shop } = engine;
  const stored = answers.holdNext(/^POST \/engine\/carton\/\d+\/booking /);
  const id = await issuedFor('courier');
  const release = await stored;
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  const events = async () => (await engine.orderOf(id).fetchHistory()).events ?? [];
  const signaled = async () => (await events()).some((event) => event.workflowExecutionSignaledEventAttributes);
  await until(signaled, 'the signal of the change');
  release();
  const both = async () => (await bookingsOf(id)).map((one) => [one.state, one.tracking_number.slice(0, 5)]);
  await until(async () => `${await both()}` === 'canceled,13355,booked,13357', 'the second label');
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  recordHistory('address-changed-during-the-booking', await historyOf(engine.orderOf(id)));
});

test('a person who ships while the carrier books waits for the label', async () => {
  const { shop } = engine;
  waiting = [];
  const id = await issuedFor('courier');
  await until(async () => waiting?.length === 1, 'the request to the office');
  const shipped = shop.post('/task/3/perform', { order_id: [id] });
  setTimeout(() => {
    const [answer] = waiting ?? [];
    waiting = null;
    answer?.();
  }, 400);
  expect((await shipped).status).toBe(200);
  expect(await tracking(id)).toEqual([expect.stringMatching(/^13355-/)]);
  expect((await bookingsOf(id)).map(({ state }) => state)).toEqual(['booked']);
});

test('a person who ships while the carrier does not answer is asked', async () => {
  const { shop } = engine;
  waiting = [];
  const id = await issuedFor('courier');
  await until(async () => waiting?.length === 1, 'the request to the office');
  const { status, body } = await shop.post('/task/3/perform', { order_id: [id] });
  expect([status, body.warnings]).toEqual([
    428,
    [
      expect.objectContaining({
        message: expect.stringMatching(/has no label: the engine is still booking with courier/),
      }),
    ],
  ]);
  const [answer] = waiting;
  waiting = null;
  answer?.();
  await until(async () => (await tracking(id)).every((number) => number !== null), 'the label');
});

test('a carrier that refuses the new address has the order in attention, and the next address is booked', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '00000' }, 'PUT');
  await until(async () => (await shop.progress(id)).state === 'attention', 'the refusal');
  expect((await shop.progress(id)).waiting_for).toContain('nobody lives in 00000');
  expect((await shop.post('/task/3/perform', { order_id: [id] })).status).toBe(428);
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13359' }, 'PUT');
  await until(async () => `${(await bookingsOf(id)).map(({ state }) => state)}` === 'canceled,booked', 'the label');
  expect(await tracking(id)).toEqual([expect.stringMatching(/^13359-/)]);
});

test('a label for another address that comes when nothing is booked any more does not keep the engine busy', async () => {
  const { shop } = engine;
  const values = { carrier_id: await shop.carrier('Own Van'), priority: 1 };
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], values);
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  await shop.done('/task/3/perform', { order_id: [id] });
  const [carton] = (await shop.see(id, 'packs.cartons')).packs[0].cartons;
  const label = { order_id: id, carrier_name: 'courier', plugin: 'courier', tracking_number: `LATE-${id}` };
  await shop.done(`/engine/carton/${carton.id}/booking`, { ...label, ship_to: { ship_postal_code: '99999' } });
  expect(await shop.progress(id)).toMatchObject({ waiting_for: 'pickup by hand', relabel: false });
  const length = async () => (await engine.orderOf(id).describe()).historyLength;
  await new Promise((done) => setTimeout(done, 500));
  const before = await length();
  await new Promise((done) => setTimeout(done, 1_500));
  expect(await length()).toBe(before);
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test.each([
  ['keeper', /cannot|cancel/],
  ['refuser', /it is on the road/],
])(
  'a label that the carrier %s does not take back stays on record with its reason, and the order has a new one',
  async (carrier, why) => {
    const { shop } = engine;
    const id = await booked(carrier);
    await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
    const states = async () => (await bookingsOf(id)).map(({ state }) => state);
    await until(async () => `${await states()}` === 'refused,booked', 'the second label');
    const [first, second] = await bookingsOf(id);
    expect([first!.problem, second!.problem]).toEqual([expect.stringMatching(why), null]);
    expect(await tracking(id)).toEqual([second!.tracking_number]);
    await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
    await shop.done('/task/3/perform', { order_id: [id] });
    await shop.done('/task/4/perform', { order_id: [id] });
    expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  },
);

test('the address of a shipped order is refused until its ship is deleted', async () => {
  const { shop } = engine;
  const id = await booked();
  await shop.done('/task/3/perform', { order_id: [id] });
  const { status, body } = await engine.testService.call('PUT', `/salesorder/${id}`, { ship_postal_code: '13359' });
  expect([status, body.code]).toEqual([409, 'order.shipped']);
  expect(body.detail).toMatch(/delete the ship/);
  expect((await bookingsOf(id)).map(({ state }) => state)).toEqual(['booked']);
  const [ship] = (await shop.see(id, 'ships')).ships;
  await shop.done(`/ship/${ship.id}`, undefined, 'DELETE');
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  // The engine may have read the former address before the change, and then books once more.
  await until(async () => /canceled,booked$/.test(await statesOf(id)), 'the label');
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  const late = await engine.testService.call('PUT', `/salesorder/${id}`, { ship_postal_code: '13359' });
  expect([late.status, late.body.code]).toEqual([409, 'order.state']);
  expect(late.body.detail).toMatch(/is Fulfilled: ship_postal_code can be changed until the order is fulfilled\.$/);
});

test('another carrier of the calls takes the order', async () => {
  const { shop } = engine;
  const id = await refused();
  const call = (await shop.progress(id)).next.find(({ why }: { why: string }) => why === 'Sends it with Own Van');
  await shop.done(call.path, call.body, call.method);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('a person who ships an order by hand whose carrier refused is asked first', async () => {
  const { shop } = engine;
  const id = await refused();
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await shop.post(path, body);
    return [status, answer.warnings?.map(({ code, pointer }: Record<string, string>) => [code, pointer])];
  };
  const refusal = [428, [['carrier.not-booked', '/order_id/0']]];
  expect(await ask('/task/3/perform', { order_id: [id] })).toEqual(refusal);
  expect(await ask('/shiplinebyorder', { order_id: [id] })).toEqual(refusal);
  expect((await shop.progress(id)).state).toBe('attention');
  await shop.done('/task/3/perform', { order_id: [id], ignore_warnings: 1 });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

/** The carton of an order, with the address of its record. */
async function cartonOf(id: number): Promise<{ id: number; path: string; tracking_number: string | null }> {
  const [pack] = (await engine.shop.see(id, 'packs.cartons')).packs;
  return { ...pack.cartons[0], path: `/pack/${pack.id}/carton/${pack.cartons[0].id}` };
}

const statesOf = async (id: number) => `${(await bookingsOf(id)).map(({ state }) => state)}`;

test('a canceled label is booked again before the ship step by hand', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const [first] = await bookingsOf(id);
  await shop.done(`/booking/${first!.id}/cancel`);
  await until(async () => (await statesOf(id)) === 'canceled,booked', 'the second label');
  expect(await tracking(id)).toEqual([(await bookingsOf(id))[1]!.tracking_number]);
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the ship step');
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('a wait for the new label of a canceled one names the carton, and shipping it asks with the same words', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const startAgain = await engine.stopWorkers();
  await shop.done(`/booking/${(await bookingsOf(id))[0]!.id}/cancel`);
  const why = 'The label of carton 1 was canceled, and the carrier books it anew';
  expect(await shop.progress(id)).toMatchObject({ state: 'working', waiting_for: why, relabel: true });
  const { status, body } = await shop.post('/task/3/perform', { order_id: [id] });
  expect([status, body.warnings[0].message]).toEqual([428, expect.stringContaining(why)]);
  await startAgain();
  await until(async () => (await shop.progress(id)).waiting_for === 'ship by hand', 'the second label');
});

test('a label that is canceled after its ship step is booked again before the pickup', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  await shop.done('/task/3/perform', { order_id: [id] });
  await until(async () => (await shop.progress(id)).waiting_for === 'pickup by hand', 'the pickup');
  await shop.done(`/booking/${(await bookingsOf(id))[0]!.id}/cancel`);
  await until(async () => (await statesOf(id)) === 'canceled,booked', 'the second label');
  await until(async () => (await shop.progress(id)).waiting_for === 'pickup by hand', 'the pickup');
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('while its label is due again, a shipped order is not picked up without a question', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  await shop.done('/task/3/perform', { order_id: [id] });
  const startAgain = await engine.stopWorkers();
  await shop.done(`/booking/${(await bookingsOf(id))[0]!.id}/cancel`);
  expect((await shop.post('/task/4/perform', { order_id: [id] })).status).toBe(428);
  await startAgain();
  await until(async () => (await statesOf(id)) === 'canceled,booked', 'the second label');
  await shop.done('/task/4/perform', { order_id: [id] });
});

test('a tracking number that is taken off withdraws the label, and the carrier books anew', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const { path } = await cartonOf(id);
  const carton = await shop.done(path, { tracking_number: null }, 'PUT');
  expect(carton).toMatchObject({ tracking_number: null, label_url: null });
  await until(async () => (await statesOf(id)) === 'canceled,booked', 'the second label');
});

test('a tracking number of a person withdraws the label that it replaces, and nothing is booked anew', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const { path, tracking_number } = await cartonOf(id);
  await shop.done(path, { tracking_number: ` ${tracking_number} ` }, 'PUT');
  expect(await statesOf(id)).toBe('booked');
  await shop.done(path, { tracking_number: 'MINE-1' }, 'PUT');
  await until(async () => (await statesOf(id)) === 'canceled', 'the label');
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting', waiting_for: 'ship by hand', relabel: false });
});

test('a number that a ship step sets on a booked carton withdraws its label', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  await shop.done('/task/3/perform', { order_id: [id], tracking_number: 'MINE-2' });
  await until(async () => (await statesOf(id)) === 'canceled', 'the label');
  expect(await tracking(id)).toEqual(['MINE-2']);
});

test('a number that a person gives a carton while its label is due again ends the wait', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const startAgain = await engine.stopWorkers();
  await shop.done(`/booking/${(await bookingsOf(id))[0]!.id}/cancel`);
  await shop.done((await cartonOf(id)).path, { tracking_number: 'MINE-3' }, 'PUT');
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting', waiting_for: 'ship by hand', relabel: false });
  await startAgain();
  await shop.done('/task/3/perform', { order_id: [id] });
  expect(await tracking(id)).toEqual(['MINE-3']);
});

test('a label that the carrier reports as canceled is taken off its carton, and booked again', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  await shop.done(`/engine/booking/${(await bookingsOf(id))[0]!.id}`, { canceled: { done: true } }, 'PUT');
  await until(async () => (await statesOf(id)) === 'canceled,booked', 'the second label');
});

test('a carton that a person gives to another carrier is not booked by that of the order, and waits for no label', async () => {
  const { shop } = engine;
  const id = await booked('courier');
  const ownVan = await shop.carrier('Own Van');
  await shop.done((await cartonOf(id)).path, { carrier_id: ownVan }, 'PUT');
  await until(async () => (await statesOf(id)) === 'canceled', 'the label');
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting', waiting_for: 'ship by hand' });
  await shop.done('/task/3/perform', { order_id: [id] });
  await shop.done('/task/4/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await statesOf(id)).toBe('canceled');
});

test('an order that is shipped without a pack step warns at its issue, and waits for a person instead of leaving without a label', async () => {
  const { shop } = engine;
  const values = { carrier_id: await shop.carrier('courier'), priority: 4 };
  const lines = [{ part_id: await shop.part({}, 5), qty: 2 }];
  const id = await shop.order(lines, values);
  const { status, body } = await shop.post(`/salesorder/${id}/issue`);
  expect([status, body.warnings]).toEqual([
    428,
    [
      expect.objectContaining({
        code: 'plan.warning',
        message: expect.stringMatching(
          /^courier books a label for each carton, .* skipped by rule "Unpacked" \(.*:\d+\): the order has no label/,
        ),
      }),
    ],
  ]);
  await shop.done(`/salesorder/${id}/issue?ignore_warnings=1`);
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
  const { waiting_for } = await shop.progress(id);
  expect(waiting_for).toMatch(/nothing of order .* is in cartons, because its pack step is skipped/);
  const question = await shop.post('/task/3/perform', { order_id: [id] });
  expect([question.status, question.body.warnings[0].message]).toEqual([428, expect.stringContaining(waiting_for)]);
  await shop.done('/task/3/perform', { order_id: [id], ignore_warnings: true });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('an order that is neither packed nor shipped needs no label', async () => {
  const { shop } = engine;
  const values = { carrier_id: await shop.carrier('courier'), priority: 5 };
  const id = await shop.order([{ part_id: await shop.part({}, 5), qty: 2 }], values);
  await shop.done(`/salesorder/${id}/issue`);
  await until(async () => (await shop.progress(id)).status === 'Fulfilled', 'the end');
});

test('an order that lacks what its carrier needs warns at its issue, and is refused before a label is bought', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 5);
  const values = { carrier_id: await shop.carrier('Caller'), ship_postal_code: '13355', priority: 1 };
  const id = await shop.order([{ part_id: part, qty: 2 }], values);
  const { status, body } = await engine.testService.call('POST', `/salesorder/${id}/issue`);
  expect([status, body.warnings]).toEqual([
    428,
    [expect.objectContaining({ code: 'plan.warning', message: 'Caller needs a telephone number of the customer.' })],
  ]);
  const before = codes.length;
  await shop.done(`/salesorder/${id}/issue?ignore_warnings=1`);
  await until(async () => (await shop.progress(id)).state === 'attention', 'the refusal');
  const { number, customer_id } = await shop.get(`/salesorder/${id}`);
  expect((await shop.progress(id)).waiting_for).toContain(
    `Caller: it needs a telephone number of the customer, and order ${number} does not have that`,
  );
  expect(codes.length).toBe(before);
  await shop.done(`/customer/${customer_id}/phone`, { phone_number: '+49 30 5550107', phonetype_id: 1 });
  await shop.done(`/salesorder/${id}/retry`);
  await until(async () => (await tracking(id)).some((tracked) => tracked !== null), 'the label');
  expect(codes.length).toBe(before + 1);
});

test('an order whose carrier books before anything is in cartons warns at its issue, and waits with this reason', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 5);
  const values = { carrier_id: await shop.carrier('Early'), ship_postal_code: '13355', priority: 1 };
  const id = await shop.order([{ part_id: part, qty: 2 }], values);
  const { body } = await engine.testService.call('POST', `/salesorder/${id}/issue`);
  expect(body.warnings).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^Early books a label for each carton before the pack step, when nothing/),
    }),
  ]);
  await shop.done(`/salesorder/${id}/issue?ignore_warnings=1`);
  await until(async () => (await shop.progress(id)).state === 'attention', 'the refusal');
  expect(await shop.see(id)).toMatchObject({ attention: { code: 'carrier.no-cartons', step: 'pack' } });
  const packed = await shop.post('/task/2/perform', { order_id: [id] });
  expect([packed.status, packed.body.warnings[0].code]).toEqual([428, 'carrier.not-booked']);
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('courier') });
  await until(async () => (await tracking(id)).some((tracked) => tracked !== null), 'the label');
});
