import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import multiCarrier from '../../../../plugins/carriers/multi-carrier.ts';
import type { BookedCarton, BookedOrder, BookedShipment, ShipFrom } from '../../../../plugins/contract.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from '../../../../plugins/errors.ts';
import { HookCaller } from '../../../../plugins/sandbox/hook-caller.ts';
import { faultsOf } from '../../../config/load-text.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { LabelApi } from '../../../support/label-api.ts';
import { bookWith } from '../../book-with.ts';
import { bookedOrder, bookedShipment } from '../../booked.ts';

const site: ShipFrom = {
  id: 1,
  name: 'Main',
  contact_name: 'Shipping dock',
  email: null,
  phone: '555-0100',
  address_1: '1 Dock St',
  address_2: null,
  city: 'Oakland',
  region: 'CA',
  postal_code: '94607',
  country: 'US',
};

const order = (values: Partial<BookedOrder> = {}) =>
  bookedOrder({
    ship_to_name: 'Rattlesnake Canyon Grocery',
    ship_address_1: '2817 Milton Dr.',
    ship_city: 'Albuquerque',
    ship_region: 'NM',
    ship_postal_code: '87110',
    ship_country: 'US',
    site,
    ...values,
  });

const carton = (id: number, values: Partial<BookedCarton> = {}): BookedCarton => ({
  id,
  number: String(id - 40),
  weight_g: 500,
  ...values,
});

let api: LabelApi;
beforeEach(async () => {
  api = await new LabelApi().start();
});
afterEach(() => api.stop());

const configured = (values: object = {}) =>
  carrier('Broker', multiCarrier, { url: api.url, api_key: api.key, carriers: ['USPS', 'UPS'], ...values });

interface Attempt {
  readonly order?: BookedOrder;
  readonly cartons?: readonly BookedCarton[];
  readonly options?: object;
}

function book({ order: of = order(), cartons = [carton(41)], options = {} }: Attempt = {}) {
  const signal = new AbortController().signal;
  return bookWith(configured(options), { order: of, cartons, idempotencyKey: 'conveyor/order/1012/ship', signal });
}

const calls = () => api.requests.map(({ method, path }) => `${method} ${path.replace('/v2/shipments', '')}`);

describe('booking', () => {
  test('requests rates, buys the one that the rule chooses, and reports its cost', async () => {
    const [booking] = await book();
    expect(booking).toEqual({
      carton_id: 41,
      tracking_number: '94000001',
      label_url: expect.stringMatching(/\/label\/94000001\.pdf$/),
      reference: 'shp_1',
      service: 'USPS GroundAdvantage',
      cost: { amount: '8.00', currency: 'USD' },
      details: { carrier: 'USPS', delivery_days: 5 },
    });
    expect(calls()).toEqual(['GET /conveyor-conveyor-order-1012-ship-41', 'POST ', 'POST /shp_1/buy']);
  });

  test('sends company, phone, e-mail and the residential flag of the order, and else what the customer has', async () => {
    const consignee = { ship_company: 'Canyon Ltd', ship_phone: '1', ship_residential: true };
    const customer = { name: 'Canyon', type: 'Company', phone: '2', email: 'canyon@example.com' };
    await book({ order: order({ ...consignee, customer }) });
    expect(api.requests[1]?.body.shipment).toMatchObject({
      to_address: { company: 'Canyon Ltd', phone: '1', email: 'canyon@example.com', residential: true },
    });
  });

  test('sends addresses, and weight and size in ounces and inches, rounded up', async () => {
    await book({ cartons: [carton(41, { weight_g: 454, length_mm: 254, width_mm: 200, depth_mm: 100 })] });
    expect(api.requests[1]?.body.shipment).toEqual({
      reference: 'conveyor-conveyor-order-1012-ship-41',
      to_address: {
        name: 'Rattlesnake Canyon Grocery',
        company: null,
        street1: '2817 Milton Dr.',
        street2: null,
        city: 'Albuquerque',
        state: 'NM',
        zip: '87110',
        country: 'US',
        phone: null,
        email: null,
      },
      from_address: expect.objectContaining({
        name: 'Shipping dock',
        company: 'Main',
        zip: '94607',
        phone: '555-0100',
      }),
      parcel: { weight: 16.1, length: 10, width: 7.9, height: 4 },
      options: { label_format: 'PDF', print_custom_1: 'SO-1012/1' },
    });
  });

  test.each([
    ['the fastest', { choose: 'fastest' }, null, 'USPS Express'],
    [
      'what the service level asks for',
      { service_levels: { 'Two Days': { within_days: 2 } } },
      'two days',
      'USPS Priority',
    ],
    ['the service that the order names', {}, 'Ground', 'UPS Ground'],
  ] as const)('takes %s', async (_name, options, level, expected) => {
    const named = order({ carrierservicelevel: level === null ? null : { name: level } });
    expect((await book({ options, order: named }))[0]?.service).toBe(expected);
  });

  test('buys one service for all cartons of an order', async () => {
    const cartons = [carton(41), carton(42, { weight_g: 9000 }), carton(43)];
    const bookings = await book({ cartons, options: { within_days: 4 } });
    expect(new Set(bookings.map(({ service }) => service))).toEqual(new Set(['UPS Ground']));
    expect(new Set(bookings.map(({ tracking_number }) => tracking_number)).size).toBe(3);
  });

  test('a second attempt finds the labels of the first, and pays for none twice', async () => {
    const cartons = [carton(41), carton(42)];
    const first = await book({ cartons });
    expect(await book({ cartons })).toEqual(first);
    expect(api.purchases).toHaveLength(2);
  });

  test('the label is fetched byte by byte', async () => {
    const [booking] = await book();
    const booked = bookedShipment({ label_url: booking?.label_url ?? null });
    const label = await callHook('label', { booking: booked });
    expect(label).toEqual({
      media_type: 'application/pdf',
      content: new Uint8Array(Buffer.from('%PDF /label/94000001.pdf')),
    });
  });
});

describe('a fault for a person is refused with the message of the service', () => {
  test.each([
    [
      'an unknown address',
      { order: { ship_postal_code: '00001' } },
      /^Broker: carton 1: the label service answered 422: Unable to verify address\. \(address: Address not found\)$/,
    ],
    [
      'an address that lacks something',
      { order: { ship_address_1: null } },
      /answered 422: Unable to create shipment.*\(to_address\.street1: cannot be blank\)$/,
    ],
    [
      'a place where no carrier goes',
      { order: { ship_postal_code: '00002' } },
      /^Broker: no carrier takes it\. The carriers say: USPS: Invalid destination\.$/,
    ],
    [
      'a carrier that refuses at the purchase',
      { order: { ship_postal_code: '00003' } },
      /carton 1: .* answered 422: The carrier does not deliver to this address\.$/,
    ],
    [
      'rates that do not fit',
      { options: { at_most: 1 } },
      /^Broker: none of 7 rates fits: .*; one is DHLExpress ExpressWorldwide for 2\.00 EUR in 3 days$/,
    ],
    [
      'a wrong key',
      { options: { api_key: 'other' } },
      /answered 401: You need to provide a valid API key\.; check api_key/,
    ],
    ['a carton without weight', { cartons: [carton(41, { weight_g: null })] }, /carton 1: it has no weight/],
    ['a site without address', { order: { site: null } }, /carton 1: the sender has no address/],
  ] as [string, { order?: object; options?: object; cartons?: BookedCarton[] }, RegExp][])(
    '%s',
    async (_name, values, expected) => {
      const booking = book({ ...values, order: order(values.order) });
      await expect(booking).rejects.toThrow(CarrierRefused);
      await expect(booking).rejects.toThrow(expected);
      expect(api.purchases).toEqual([]);
    },
  );

  test('after a correction of an address, the shipment with the old address is not bought', async () => {
    await book({ order: order({ ship_postal_code: '00003' }) }).catch(() => undefined);
    const [booking] = await book();
    expect(booking?.reference).toBe('shp_2');
    expect(api.purchases).toEqual(['conveyor-conveyor-order-1012-ship-41-2']);
  });

  test('a label of another buyer with the same reference stays unchanged', async () => {
    await book({ order: order({ ship_postal_code: '10001' }) });
    expect((await book())[0]?.reference).toBe('shp_2');
  });
});

describe('a temporary fault is retried', () => {
  test('an order of many cartons waits after too many requests in a second, and is booked', async () => {
    api.perSecond = 10;
    const cartons = Array.from({ length: 12 }, (_, index) => carton(41 + index));
    expect(await book({ cartons })).toHaveLength(12);
    expect(api.purchases).toHaveLength(12);
    expect(api.refused).toBeGreaterThan(0);
  });

  test('too many requests, until the time that the service names', async () => {
    const headers = { 'retry-after': new Date(Date.now() + 90_000).toUTCString() };
    api.mishap = () => ({ answer: { status: 429, headers, body: {} } });
    const error = await book().catch((caught) => caught);
    expect(error.retryAfterSeconds).toBeGreaterThan(80);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(90);
  });

  test.each([500, 503])('an answer of %s', async (status) => {
    api.mishap = (_request, nth) =>
      nth === 1 ? { answer: { status, body: { error: { message: 'down' } } } } : undefined;
    await expect(book()).rejects.toThrow(CarrierUnavailable);
  });

  test('a purchase whose answer was lost returns its label, and buys no second one', async () => {
    api.mishap = ({ path }, nth) => (path.endsWith('/buy') && nth === 1 ? { after: 'cut' } : undefined);
    await expect(book()).rejects.toThrow(CarrierUnavailable);
    expect((await book())[0]?.tracking_number).toBe('94000001');
    expect(api.purchases).toHaveLength(1);
  });

  test('a shipment whose answer was lost is used, and no second one is created', async () => {
    api.mishap = ({ path }, nth) => (path.endsWith('/shipments') && nth === 1 ? { after: 'cut' } : undefined);
    await expect(book()).rejects.toThrow(CarrierUnavailable);
    await book();
    expect(api.shipments).toHaveLength(1);
  });

  test('the next attempt waits for a purchase that continues after the timeout', async () => {
    api.purchaseMs = 600;
    const caller = new HookCaller({ limits: { book: 300 } });
    const input = {
      carrier: 'Broker',
      order: order(),
      cartons: [carton(41)],
      idempotencyKey: 'conveyor/order/1012/ship',
    };
    const late = caller.call(configured(), 'book', input, new AbortController().signal);
    await expect(late).rejects.toThrow(PluginDefect);
    const meanwhile = await book().catch((caught) => caught);
    expect(meanwhile).toBeInstanceOf(CarrierUnavailable);
    expect(meanwhile.retryAfterSeconds).toBe(10);
    await new Promise((done) => setTimeout(done, 500));
    expect((await book())[0]?.tracking_number).toBe('94000001');
    expect(api.purchases).toHaveLength(1);
    await caller.close();
  });

  test('an answer that takes its time is waited for', async () => {
    api.mishap = () => ({ delayMs: 200 });
    expect((await book())[0]?.tracking_number).toBe('94000001');
  });

  test('two attempts at the same shipments at once buy every label once', async () => {
    const cartons = [carton(41), carton(42), carton(43)];
    api.mishap = ({ path }, nth) => (path.endsWith('/buy') && nth === 1 ? { answer: { status: 503 } } : undefined);
    await expect(book({ cartons })).rejects.toThrow(CarrierUnavailable);
    api.purchaseMs = 50;
    await Promise.allSettled([book({ cartons }), book({ cartons })]);
    await book({ cartons });
    expect([...api.purchases].sort()).toEqual([41, 42, 43].map((id) => `conveyor-conveyor-order-1012-ship-${id}`));
  });
});

describe('a second attempt', () => {
  test('keeps the shipment of the first one, and takes its new rates', async () => {
    await expect(book({ options: { at_most: 1 } })).rejects.toThrow(CarrierRefused);
    const [booking] = await book();
    expect(booking).toMatchObject({ reference: 'shp_1', service: 'USPS GroundAdvantage' });
    expect(calls().slice(-3)).toEqual([
      'GET /conveyor-conveyor-order-1012-ship-41-2',
      'POST /shp_1/rerate',
      'POST /shp_1/buy',
    ]);
  });

  test('does not repeat the reason of a carrier that has a rate by now', async () => {
    api.busy = ['USPS'];
    await expect(book()).rejects.toThrow(CarrierUnavailable);
    api.busy = [];
    await expect(book({ options: { at_most: 1 } })).rejects.toThrow(/ in \d days$/);
  });
});

describe('a carrier that is too busy for a rate', () => {
  test('is asked again, and the dearer one is not bought meanwhile', async () => {
    api.busy = ['USPS'];
    const error = await book().catch((caught) => caught);
    expect(error).toBeInstanceOf(CarrierUnavailable);
    expect(error.message).toBe('Broker: USPS was too busy for a rate: Too Many Requests');
    await expect(book()).rejects.toThrow(CarrierUnavailable);
    expect(api.purchases).toEqual([]);
    api.busy = [];
    expect((await book())[0]).toMatchObject({ reference: 'shp_1', service: 'USPS GroundAdvantage' });
  });

  test('is waited for when no other one fits, and nobody is asked', async () => {
    api.busy = ['USPS', 'UPS'];
    await expect(book()).rejects.toThrow(CarrierUnavailable);
  });

  test('does not matter where the rule does not allow it', async () => {
    api.busy = ['UPS'];
    expect((await book({ options: { carriers: ['usps'] } }))[0]?.service).toBe('USPS GroundAdvantage');
  });

  test('does not matter for the rest of an order whose first label is bought', async () => {
    const cartons = [carton(41), carton(42)];
    api.mishap = ({ path }) => (path.endsWith('/shp_2/buy') ? { answer: { status: 503, body: {} } } : undefined);
    await expect(book({ cartons })).rejects.toThrow(CarrierUnavailable);
    api.mishap = () => undefined;
    api.busy = ['UPS'];
    expect(await book({ cartons })).toHaveLength(2);
  });
});

test('a label of the test mode of the service is marked as one', async () => {
  api.mode = 'test';
  expect((await book())[0]).toMatchObject({ tracking_number: '94000001', test: true });
});

describe('if only some of the cartons are bought', () => {
  const cartons = [carton(41), carton(42), carton(43)];
  const buying = (path: string, id: number) =>
    api.shipments.some((made) => path.endsWith(`/${made.id}/buy`) && made.reference.endsWith(`-${id}`));

  test('the next attempt keeps them, and buys the rest of the same service', async () => {
    api.mishap = ({ path }, nth) => (buying(path, 42) && nth === 1 ? { answer: { status: 503, body: {} } } : undefined);
    await expect(book({ cartons })).rejects.toThrow(/^Broker: carton 2: /);
    expect(api.purchases).toHaveLength(2);
    const bookings = await book({ cartons, options: { choose: 'fastest' } });
    expect(bookings.map(({ service }) => service)).toEqual(Array(3).fill('USPS GroundAdvantage'));
    expect(api.purchases).toHaveLength(3);
  });

  test('the refusal of one names the cartons that are bought', async () => {
    const answer = { status: 422, body: { error: { code: 'SHIPMENT.POSTAGE.FAILURE', message: 'Too long.' } } };
    api.mishap = ({ path }) => (buying(path, 43) ? { answer } : undefined);
    await expect(book({ cartons })).rejects.toThrow(
      /^Broker: carton 3: .* answered 422: Too long\.\. Labels of cartons 1, 2 are bought and remain valid$/,
    );
  });

  test('a refusal for the first carton stops the purchases for the others', async () => {
    await book({ cartons, order: order({ ship_postal_code: '00003' }) }).catch(() => undefined);
    expect(calls().filter((call) => call.endsWith('/buy'))).toHaveLength(1);
  });
});

async function callHook<Hook extends 'label' | 'track' | 'cancel'>(hook: Hook, input: object) {
  const caller = new HookCaller();
  const values = { carrier: 'Broker', idempotencyKey: 'key', ...input };
  return caller.call(configured(), hook, values, new AbortController().signal).finally(() => caller.close());
}

async function bookedNow(options: object = {}): Promise<BookedShipment> {
  const [booking] = await book({ options });
  return bookedShipment({ booking_id: 7, reference: booking?.reference ?? null });
}

describe('the label of a return', () => {
  const returned = (values: object = {}, options: object = {}) => {
    const caller = new HookCaller();
    const input = {
      carrier: 'Broker',
      idempotencyKey: 'conveyor/returnorder/7/label',
      order: order({ carrierservicelevel: { name: 'Ground' } }),
      returnorder: { id: 7, number: 'R-7', reason: 'Too small' },
      site,
      contents: [{ part_number: 'TEA', qty: '1' }],
      weight_g: 454,
      ...values,
    };
    const signal = new AbortController().signal;
    return caller.call(configured(options), 'bookReturn', input, signal).finally(() => caller.close());
  };

  test('is bought with the addresses of the way out, which the service exchanges', async () => {
    expect(await returned()).toEqual({
      tracking_number: '94000001',
      label_url: expect.stringMatching(/\/label\/94000001\.pdf$/),
      reference: 'shp_1',
      service: 'USPS GroundAdvantage',
      cost: { amount: '8.00', currency: 'USD' },
      details: { carrier: 'USPS', delivery_days: 5 },
    });
    expect(calls()).toEqual(['GET /conveyor-conveyor-returnorder-7-label', 'POST ', 'POST /shp_1/buy']);
    expect(api.requests[1]?.body.shipment).toMatchObject({
      is_return: true,
      to_address: { name: 'Rattlesnake Canyon Grocery', zip: '87110' },
      from_address: { company: 'Main', zip: '94607' },
      parcel: { weight: 16.1 },
      options: { print_custom_1: 'R-7' },
    });
  });

  test('follows the rule of returns, and not the service level of the order', async () => {
    const returns = { choose: 'fastest', carriers: ['USPS'] };
    expect((await returned({}, { returns })).service).toBe('USPS Express');
  });

  test.each([true, false])('is bought once, if answers have the addresses exchanged: %s', async (exchanges) => {
    api.exchanges = exchanges;
    await expect(returned({}, { at_most: 1 })).rejects.toThrow(CarrierRefused);
    api.mishap = ({ path }, nth) => (path.endsWith('/buy') && nth === 1 ? { after: 'cut' } : undefined);
    await expect(returned()).rejects.toThrow(CarrierUnavailable);
    expect(await returned()).toMatchObject({ tracking_number: '94000001', reference: 'shp_1' });
    expect([api.shipments.length, api.purchases.length]).toEqual([1, 1]);
  });

  test('is another one after a refund, and for another address', async () => {
    const first = await returned();
    await callHook('cancel', { bookings: [bookedShipment({ reference: first.reference ?? null })] });
    expect((await returned()).reference).toBe('shp_2');
    const moved = { order: order({ ship_postal_code: '10001' }) };
    expect((await returned(moved)).reference).toBe('shp_3');
  });

  test('is refused with the number of the return', async () => {
    await expect(returned({ weight_g: null })).rejects.toThrow(/^Broker: return R-7: it has no weight/);
    const unknown = { order: order({ ship_postal_code: '00003' }) };
    await expect(returned(unknown)).rejects.toThrow(/^Broker: return R-7: .* does not deliver to this address\.$/);
  });
});

describe('tracking', () => {
  test('returns the tracking events of the carrier, the oldest first', async () => {
    const bookings = [await bookedNow()];
    const reference = 'conveyor-conveyor-order-1012-ship-41';
    expect(await callHook('track', { bookings })).toEqual([{ booking_id: 7, status: 'pre_transit', events: [] }]);
    api.scan(
      reference,
      {
        datetime: '2026-11-25T09:00:00-07:00',
        status: 'in_transit',
        message: 'Arrived',
        tracking_location: { city: 'Reno', state: 'NV', country: null },
      },
      { datetime: '2026-11-24T09:00:00Z', status: 'in_transit', message: 'Accepted', tracking_location: null },
    );
    expect(await callHook('track', { bookings })).toEqual([
      {
        booking_id: 7,
        status: 'in_transit',
        detail: 'Arrived',
        estimated_delivery_at: '2026-11-27T00:00:00.000Z',
        events: [
          { at: '2026-11-24T09:00:00.000Z', status: 'in_transit', detail: 'Accepted' },
          { at: '2026-11-25T16:00:00.000Z', status: 'in_transit', detail: 'Arrived', place: 'Reno, NV' },
        ],
      },
    ]);
  });

  test('has a state for a tracker that fails, with the words of the service', async () => {
    const bookings = [await bookedNow()];
    const details = { datetime: '2026-11-25T09:00:00Z', status: 'error', message: 'The number is not valid.' };
    api.scan('conveyor-conveyor-order-1012-ship-41', details);
    expect(await callHook('track', { bookings })).toMatchObject([
      { status: 'error', detail: 'The number is not valid.' },
    ]);
  });

  test('leaves out shipments that the service does not know', async () => {
    expect(await callHook('track', { bookings: [bookedShipment({ reference: 'shp_99' })] })).toEqual([]);
  });
});

describe('a refund', () => {
  const cancel = async (booked: BookedShipment) => (await callHook('cancel', { bookings: [booked] }))[0];

  test('is requested once', async () => {
    const booked = await bookedNow();
    const refund = { amount: '8.00', currency: 'USD' };
    expect(await cancel(booked)).toEqual({ booking_id: 7, canceled: true, refund });
    expect(await cancel(booked)).toEqual({ booking_id: 7, canceled: true, refund });
    expect(calls().filter((call) => call.endsWith('/refund'))).toHaveLength(1);
  });

  test('of a carrier that bills scanned labels costs nothing and refunds nothing', async () => {
    expect(await cancel(await bookedNow({ carriers: ['UPS'] }))).toEqual({ booking_id: 7, canceled: true });
  });

  test.each([
    [
      'after its thirty days',
      () => {
        api.daysAhead = 31;
      },
    ],
    ['that is on its way', () => api.scan('conveyor-conveyor-order-1012-ship-41', { status: 'in_transit' })],
  ] as const)('%s is a matter for a person', async (_name, happens) => {
    const booked = await bookedNow();
    happens();
    expect(await cancel(booked)).toEqual({
      booking_id: 7,
      canceled: false,
      why: 'the carrier does not refund the label',
    });
  });

  test('of a label that the service does not know is complete', async () => {
    expect(await cancel(bookedShipment({ booking_id: 7, reference: 'shp_99' }))).toEqual({
      booking_id: 7,
      canceled: true,
    });
  });

  test('and booking again buys a new one', async () => {
    await cancel(await bookedNow());
    expect((await book())[0]?.reference).toBe('shp_2');
    expect((await book())[0]?.reference).toBe('shp_2');
  });
});

describe('faults of its options name their place', () => {
  const file = (options: string) =>
    `carriers:\n  Broker:\n    plugin: multi-carrier\n    url: https://labels.test/v2\n    api_key: k\n${options}`;

  test.each([
    ['nothing wrong', '', []],
    [
      'a slip in a service level',
      '    service_levels:\n      Fast: { withn_days: 2 }\n',
      [/^f\.yaml:7:15 unknown key "withn_days"; did you mean "within_days"\?/],
    ],
    [
      'another choice',
      '    choose: cheap\n',
      [/^f\.yaml:6:13 expected one of "cheapest", "fastest", found "cheap"; did you mean "cheapest"\?/],
    ],
    [
      'a currency in small letters',
      '    currency: usd\n',
      [/^f\.yaml:6:15 expected a currency such as "USD", found "usd"/],
    ],
    ['no carriers', '    carriers: []\n', [/^f\.yaml:6:15 expected at least 1 in the list, found an empty list/]],
    ['a sender with a slip', '    from: { stret1: 1 Dock St }\n', [/unknown key "stret1"; did you mean "street1"\?/]],
  ] as [string, string, RegExp[]][])('%s', async (_name, options, expected) => {
    const faults = await faultsOf(file(options));
    expect(faults).toEqual(expected.map((fault) => expect.stringMatching(fault)));
  });
});
