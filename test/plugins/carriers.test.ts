import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import freight from '../../plugins/carriers/freight.ts';
import parcel from '../../plugins/carriers/parcel.ts';
import plain from '../../plugins/carriers/plain.ts';
import willCall from '../../plugins/carriers/will-call.ts';
import type { BookedCarton, BookedOrder } from '../../plugins/contract.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from '../../plugins/errors.ts';
import { publicMessage } from '../../plugins/fault-place.ts';
import { pluginHttp } from '../../plugins/http.ts';
import { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import autoCreatePick from '../../plugins/settings/auto-create-pick-by-order.ts';
import startInCarton from '../../plugins/settings/start-in-carton.ts';
import { sampleBookings, testCarrier } from '../../plugins/testing.ts';
import { orderFacts } from '../config/planning/facts.ts';
import { carrier } from '../config/planning/rule-set.ts';
import { bookWith } from './book-with.ts';

const order: BookedOrder = {
  id: 1012,
  number: 'SO-1012',
  ship_to_name: 'Alfreds Futterkiste',
  ship_address_1: 'Obere Str. 57',
  ship_city: 'Berlin',
  ship_postal_code: '12209',
  ship_country: 'DE',
  carrier: { name: 'Speedy Express' },
  carrierservicelevel: null,
};

const cartons: BookedCarton[] = [
  { id: 1, number: 'C-1', weight_g: 1200, contents: [{ part_number: 'P-1', qty: '2' }] },
  { id: 2, number: 'C-2', weight_g: 300 },
];

const bookedSite = {
  ...{ id: 1, name: 'Main', contact_name: null, email: null, phone: null },
  ...{ address_1: 'Am Speicher 1', address_2: null, city: 'Berlin', region: null, postal_code: '10115', country: 'DE' },
};

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

let server: Server;
let url: string;
let received: Received[];
let answer: (request: Received) => Answer | undefined;

/** A label service that records its requests. */
beforeEach(async () => {
  received = [];
  answer = ({ body }) => ({
    status: 201,
    body: { tracking_number: `T-${body.reference}`, label_url: 'http://label.test/1' },
  });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
      const got = { method: request.method, path: request.url, headers: request.headers, body };
      received.push(got);
      const reply = answer(got);
      if (!reply) return;
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function book(options: object = {}, plugin = parcel, signal = new AbortController().signal) {
  const configured = carrier('Speedy Express', plugin, { url, ...options });
  return bookWith(configured, { order, cartons, idempotencyKey: 'order/1012/ship', signal });
}

describe('will-call', () => {
  test('skips pack and ship', () => {
    const directives = willCall.plan(orderFacts(), { pack: false });
    expect(directives.map((one) => [one.does, 'value' in one && one.value, 'step' in one && one.step])).toEqual([
      ['required', false, 'ship'],
      ['required', false, 'pack'],
    ]);
  });

  test('keeps the pack step with the option', () => {
    expect(willCall.plan(orderFacts(), { pack: true })).toEqual([
      { does: 'required', step: 'ship', value: false, why: 'the customer collects it' },
    ]);
  });

  test('books nothing', () => {
    expect(willCall.bookAt({ pack: false })).toBeNull();
  });
});

test('plain decides nothing and books nothing', () => {
  expect(plain.plan(orderFacts(), {})).toEqual([]);
  expect(plain.bookAt({})).toBeNull();
});

test.each([
  [autoCreatePick, 'create_pick'],
  [startInCarton, 'start_in_carton'],
] as const)('the setting %o decides both ways', (plugin, does) => {
  expect(plugin.plan(orderFacts(), true)).toMatchObject([{ does, value: true }]);
  expect(plugin.plan(orderFacts(), false)).toMatchObject([{ does, value: false }]);
});

describe('parcel', () => {
  test('buys one label for every carton', async () => {
    expect(await book()).toEqual([
      { carton_id: 1, tracking_number: 'T-SO-1012/C-1', label_url: 'http://label.test/1' },
      { carton_id: 2, tracking_number: 'T-SO-1012/C-2', label_url: 'http://label.test/1' },
    ]);
    expect(received.map(({ path }) => path)).toEqual(['/labels', '/labels']);
    expect(received.find(({ body }) => body.reference === 'SO-1012/C-1')?.body).toEqual({
      reference: 'SO-1012/C-1',
      carrier: 'Speedy Express',
      service: 'Standard',
      weight_g: 1200,
      ship_to: {
        name: 'Alfreds Futterkiste',
        address: 'Obere Str. 57',
        city: 'Berlin',
        postal_code: '12209',
        country: 'DE',
      },
      contents: [{ part_number: 'P-1', qty: '2' }],
    });
  });

  test('buys the label of a return from the customer to the site', async () => {
    const site = { ...bookedSite, contact_name: 'Dock', phone: '030 1' };
    const input = {
      ...{ carrier: 'Speedy Express', idempotencyKey: 'conveyor/returnorder/7/label', order, site },
      ...{ returnorder: { id: 7, number: 'R-7', reason: null }, contents: [{ part_number: 'P-1', qty: '1' }] },
      weight_g: 600,
    };
    const speedy = carrier('Speedy Express', parcel, { url });
    const caller = new HookCaller();
    expect(await caller.call(speedy, 'bookReturn', input, new AbortController().signal)).toEqual({
      tracking_number: 'T-R-7',
      label_url: 'http://label.test/1',
    });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/returns',
        headers: { 'idempotency-key': 'conveyor/returnorder/7/label' },
        body: {
          reference: 'R-7',
          weight_g: 600,
          ship_from: { name: 'Alfreds Futterkiste', address: 'Obere Str. 57', postal_code: '12209' },
          ship_to: { name: 'Dock', company: 'Main', address: 'Am Speicher 1', phone: '030 1' },
          contents: [{ part_number: 'P-1', qty: '1' }],
        },
      },
    ]);
    await caller.close();
  });

  test('sends all lines of an address', async () => {
    const address = { ship_address_2: 'Hinterhaus', ship_region: 'BE' };
    const configured = carrier('Speedy Express', parcel, { url });
    const { signal } = new AbortController();
    await bookWith(configured, { order: { ...order, ...address }, cartons, idempotencyKey: 'order/1012/ship', signal });
    expect(received[0]?.body.ship_to).toMatchObject({ address_2: 'Hinterhaus', region: 'BE' });
  });

  test.each([
    [204, { booking_id: 7, canceled: true }],
    [404, { booking_id: 7, canceled: true }],
    [409, { booking_id: 7, canceled: false, why: expect.stringMatching(/answered 409 to the request to void it$/) }],
  ])('a service that answers %i to a request to void a label', async (status, expected) => {
    answer = () => ({ status });
    const file = new URL('../../plugins/carriers/parcel.ts', import.meta.url);
    const speedy = await testCarrier(file, { url, api_key: 'secret' });
    const booking = { ...sampleBookings[0]!, booking_id: 7, tracking_number: 'T 1/2' };
    expect(await speedy.cancel([booking])).toEqual([expected]);
    const [request] = received;
    expect([request?.method, request?.path, request?.headers.authorization]).toEqual([
      'DELETE',
      '/labels/T%201%2F2',
      'Bearer secret',
    ]);
  });

  test('sends a key that is the same for every attempt and different for every carton', async () => {
    await book();
    await book();
    const keys = received.map(({ headers }) => headers['idempotency-key']).sort();
    expect(keys).toEqual(['order/1012/ship/1', 'order/1012/ship/1', 'order/1012/ship/2', 'order/1012/ship/2']);
  });

  test('sends the API key if the configuration has one', async () => {
    await book({ api_key: 'secret' });
    expect(received[0]?.headers.authorization).toBe('Bearer secret');
  });

  test('a refusal has the message of the carrier and is not retried', async () => {
    answer = () => ({ status: 422, body: { detail: 'no service to 12209' } });
    const booking = book();
    await expect(booking).rejects.toThrow(CarrierRefused);
    await expect(booking).rejects.toThrow(/^Speedy Express: carton C-[12]: .* answered 422: no service to 12209$/);
  });

  test.each([
    ['an answer of 500', { status: 500, body: 'down' }, undefined],
    ['an answer of 429, with the time to wait', { status: 429, headers: { 'retry-after': '7' } }, 7],
  ])('%s may be tried again', async (_name, reply, retryAfterSeconds) => {
    answer = () => reply;
    const error = await book().catch((caught) => caught);
    expect(error).toBeInstanceOf(CarrierUnavailable);
    expect(error.retryAfterSeconds).toBe(retryAfterSeconds);
  });

  test('a redirect is not followed', async () => {
    answer = () => ({ status: 302, headers: { location: `${url}/elsewhere` } });
    await expect(book()).rejects.toThrow(/answered 302/);
    expect(received.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  test('an answer without a tracking number is a defect', async () => {
    answer = () => ({ status: 201, body: {} });
    await expect(book()).rejects.toThrow(PluginDefect);
  });

  test('an endless answer is cut off', async () => {
    answer = () => ({ status: 201, body: 'x'.repeat(2 * 1024 * 1024) });
    await expect(book()).rejects.toThrow(/more than 1048576 bytes/);
  });

  test('an unreachable service is retried', async () => {
    await expect(book({ url: 'http://127.0.0.1:1' })).rejects.toThrow(CarrierUnavailable);
  });

  test('an aborted attempt ends with the reason of the abort', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const booking = book({}, parcel, controller.signal);
    setTimeout(() => controller.abort(new Error('canceled by the operator')), 50);
    await expect(booking).rejects.toThrow('canceled by the operator');
  });
});

test.each([
  ['another protocol', 'file:///etc/passwd'],
  ['no address', 'labels'],
  ['credentials in the address', 'http://me:secret@carrier.test/'],
])('requests of plugins refuse %s', async (_name, address) => {
  const sending = pluginHttp.request(address, { signal: new AbortController().signal });
  await expect(sending).rejects.toThrow(PluginDefect);
  await expect(sending).rejects.toThrow('asked for an address that is not http or https, or that has credentials');
});

describe('what everybody reads about a request to a carrier names no host, and the log has its address', () => {
  const refused = /^Speedy Express: carton C-\d: the carrier answered 422: no service to 12209$/;
  const fails = /^Speedy Express: carton C-\d: the carrier cannot be reached: /;

  test.each<[string, () => Answer | undefined | 'cut', RegExp, RegExp]>([
    ['a refusal', () => ({ status: 422, body: { detail: 'no service to 12209' } }), refused, /answered 422$/],
    ['a fault', () => ({ status: 503, body: 'down' }), /: the carrier answered 503: down$/, /answered 503$/],
    [
      'a page',
      () => ({ status: 200, body: '<p>Hi</p>' }),
      /: the carrier did not answer in JSON$/,
      /not answer in JSON$/,
    ],
    ['no answer', () => 'cut', fails, /has no answer: 127\.0\.0\.1:\d+ ended the connection before it had answered$/],
  ])('%s', async (_name, reply, message, logged) => {
    answer = () => {
      const next = reply();
      if (next === 'cut') server.closeAllConnections();
      return next === 'cut' ? undefined : next;
    };
    const lines: string[] = [];
    const caller = new HookCaller({ say: (name, line) => lines.push(`${name}: ${line.message}`) });
    const input = { carrier: 'Speedy Express', order, cartons, idempotencyKey: 'key' };
    const configured = carrier('Speedy Express', parcel, { url: `${url}/v2` });
    const error: Error = await caller.call(configured, 'book', input, new AbortController().signal).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/127\.0\.0\.1|localhost/);
    expect(lines).toEqual([expect.stringMatching(logged)]);
    expect(lines[0]).toContain(`Speedy Express: POST ${url}/v2/labels `);
  });

  test('no connection', async () => {
    const error: Error = await book({ url: 'http://127.0.0.1:1' }).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error.message).toMatch(/the carrier cannot be reached: nobody takes connections at it$/);
  });

  test('an error of a plugin that sends by other ways', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:443'), { address: '10.1.2.3', port: 443 });
    expect(publicMessage(error)).toBe('connect ECONNREFUSED its host');
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND labels.test'), { hostname: 'labels.test' });
    expect(publicMessage(unknown)).toBe('getaddrinfo ENOTFOUND its host');
  });
});

describe('freight', () => {
  test('puts cartons onto pallets', () => {
    expect(freight.plan(orderFacts(), freight.options.parse({ cartons_per_pallet: 6 }))).toMatchObject([
      { does: 'cartons_per_pallet', value: 6 },
    ]);
  });

  test('books only if an address is configured', () => {
    expect(freight.bookAt(freight.options.parse({}))).toBeNull();
    expect(freight.bookAt(freight.options.parse({ url }))).toBe('ship');
  });

  test('fetches one bill of lading number for all cartons, with their weight together', async () => {
    const bookings = await book({}, freight);
    expect(bookings.map(({ tracking_number }) => tracking_number)).toEqual(['T-SO-1012', 'T-SO-1012']);
    expect(received).toHaveLength(1);
    expect(received[0]?.body.weight_g).toBe(1500);
  });
});

describe('the result of a plugin', () => {
  const giving = (bookings: unknown) => ({ ...parcel, name: 'odd', book: async () => bookings as never });

  test.each([
    ['no list', { tracking_number: 'T' }],
    ['a carton too few', [{ carton_id: 1, tracking_number: 'T' }]],
    [
      'an empty tracking number',
      [
        { carton_id: 1, tracking_number: 'T' },
        { carton_id: 2, tracking_number: '' },
      ],
    ],
  ])('%s is a defect that names the plugin', async (_name, bookings) => {
    const booking = book({}, giving(bookings));
    await expect(booking).rejects.toThrow(PluginDefect);
    await expect(booking).rejects.toThrow(/Speedy Express: .*odd/);
  });
});
