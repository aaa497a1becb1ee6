import { describe, expect, test } from 'vitest';
import { LabelService, type Shipment } from '../../../../plugins/carriers/multi-carrier/label-service.ts';
import { buyAll } from '../../../../plugins/carriers/multi-carrier/purchase.ts';
import { isBought } from '../../../../plugins/carriers/multi-carrier/shipments.ts';
import multiCarrier from '../../../../plugins/carriers/multi-carrier.ts';
import type { BookedShipment, HookContext } from '../../../../plugins/contract.ts';
import { CarrierRefused } from '../../../../plugins/errors.ts';
import { pluginHttp } from '../../../../plugins/http.ts';
import { HookCaller } from '../../../../plugins/sandbox/hook-caller.ts';
import { trackingStatuses } from '../../../../plugins/shipment.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { LabelApi } from '../../../support/label-api.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { bookWith } from '../../book-with.ts';
import { bookedOrder, bookedShipment } from '../../booked.ts';
import { answering, type Exchange, hasRecordings, type Json, objectsOf, recordings } from './recorded.ts';

/**
 * Compares the plugin and its double with answers that a real label service gave. They are not part of the
 * repository: the folder `shared/data/easypost` beside it has them.
 */
const described = hasRecordings ? describe : describe.skip;

const service = await untilEnd(answering(200, {}));
const all = hasRecordings ? recordings() : [];

const signal = () => new AbortController().signal;
const labelService = () => {
  const options = { url: service.url, api_key: 'key' };
  const log = { info() {}, warn() {} };
  const context: HookContext<typeof options> = {
    ...{ carrier: 'Broker', options, http: pluginHttp, idempotencyKey: 'key' },
    ...{ signal: signal(), log },
  };
  return new LabelService(context);
};

/** The exchanges of a call that the plugin makes, and their successful answers. */
const calls = {
  make: (one: Exchange) => one.method === 'POST' && /^\/v2\/shipments$/.test(one.path) && one.status < 300,
  find: (one: Exchange) => one.method === 'GET' && /^\/v2\/shipments\/shp_\w+$/.test(one.path),
  rateAgain: ({ path }: Exchange) => path.endsWith('/rerate'),
  buy: (one: Exchange) => /^\/v2\/shipments\/shp_\w+\/buy$/.test(one.path),
  refund: (one: Exchange) => /^\/v2\/shipments\/shp_\w+\/refund$/.test(one.path),
};

const recorded = (call: keyof typeof calls) => all.filter(calls[call]);
const content = { to_address: {}, from_address: {}, parcel: {}, options: {} } as never;

/** Calls the service, which gives a recorded answer. */
async function called(call: keyof typeof calls, { status, response }: Pick<Exchange, 'status' | 'response'>) {
  service.next(status, response);
  const former = { id: 'shp_1', rates: [], messages: [] } as unknown as Shipment;
  const of = labelService();
  if (call === 'make') return of.make('reference', content);
  if (call === 'find') return of.find('shp_1');
  if (call === 'rateAgain') return of.rateAgain(former);
  return call === 'buy' ? of.buy(former, 'rate_1') : of.refund('shp_1');
}

const configured = () => carrier('Broker', multiCarrier, { url: service.url, api_key: 'key' });

async function hook(name: 'track' | 'cancel', bookings: BookedShipment[]) {
  const caller = new HookCaller();
  const input = { carrier: 'Broker', idempotencyKey: 'key', bookings };
  return caller.call(configured(), name, input, signal()).finally(() => caller.close());
}

described('every recorded answer that the plugin can meet is read', () => {
  test.each([
    ['make', 100],
    ['find', 3],
    ['rateAgain', 3],
    ['buy', 20],
    ['refund', 3],
  ] as const)('%s, at least %i times', async (call, least) => {
    const answers = recorded(call);
    expect(answers.length).toBeGreaterThanOrEqual(least);
    for (const answer of answers) {
      const expected = { rates: (answer.response as Json).rates ?? [] };
      const shipment = (await called(call, answer)) as Shipment;
      expect(shipment.id, answer.path).toMatch(/^shp_/);
      expect(shipment.rates?.map(({ id }) => id)).toEqual((expected.rates as Json[]).map(({ id }) => id));
    }
  });

  test('a shipment in any other answer, with its tracking and its refund', async () => {
    const shipments = objectsOf('Shipment', all).filter(({ rates }) => Array.isArray(rates));
    expect(shipments.length).toBeGreaterThan(270);
    for (const shipment of shipments) {
      const found = (await called('find', { status: 200, response: shipment })) as Shipment;
      expect(found.mode).toBe('test');
      const trackings = await hook('track', [bookedShipment({ reference: found.id })]);
      expect(trackings).toHaveLength(shipment.tracker ? 1 : 0);
      expect(await hook('cancel', [bookedShipment({ reference: found.id })])).toHaveLength(1);
    }
  });

  test('every state of a tracker, and of its scans, is one of ours', async () => {
    const trackers = objectsOf('Tracker', all);
    expect(trackers.length).toBeGreaterThan(300);
    const seen = new Set<string>();
    for (const tracker of trackers) {
      service.next(200, { id: 'shp_1', tracker });
      const [tracking] = (await hook('track', [bookedShipment({ reference: 'shp_1' })])) as { status: string }[];
      expect(tracking?.status).toBe(tracker.status);
      for (const { status } of tracker.tracking_details as Json[]) expect(trackingStatuses).toContain(status);
      seen.add(String(tracker.status));
    }
    expect([...seen].sort()).toEqual([
      'delivered',
      'error',
      'in_transit',
      'out_for_delivery',
      'pre_transit',
      'unknown',
    ]);
  });

  test('a booking of each new shipment and its purchase keeps the contract, and is marked as a test', async () => {
    const bought = recorded('buy').map(({ response }) => response as Json);
    for (const shipment of bought) {
      service.next(200, shipment);
      const { to_address: to, from_address: from, parcel } = shipment as Record<string, Record<string, string>>;
      const order = bookedOrder({
        ...{ ship_to_name: to!.name, ship_address_1: to!.street1, ship_city: to!.city, ship_region: to!.state },
        ...{ ship_postal_code: to!.zip, ship_country: to!.country },
        ...{
          site: { id: 1, name: 'Main', contact_name: null, email: null, phone: null, region: from!.state } as never,
        },
      });
      Object.assign(order.site!, {
        address_1: from!.street1,
        address_2: null,
        city: from!.city,
        country: from!.country,
      });
      // The weight in ounces of the request.
      const weight_g = Math.floor(Number(parcel!.weight) * 28.349_523_125);
      const cartons = [{ id: 41, number: '1', weight_g }];
      const request = { order, cartons, idempotencyKey: 'key', signal: signal() };
      const [booking] = await bookWith(configured(), request);
      expect(booking).toMatchObject({ tracking_number: shipment.tracking_code, reference: shipment.id, test: true });
    }
  });
});

described('every recorded new shipment', () => {
  test('gets to its purchase, because no reason of a carrier in it ends by itself', async () => {
    const made = recorded('make').map(({ response }) => response as Shipment & Json);
    const open = made.filter((shipment) => !isBought(shipment));
    expect(open.length).toBeGreaterThan(50);
    service.next(422, { error: { code: 'SHIPMENT.POSTAGE.FAILURE', message: 'Not today.' } });
    for (const shipment of open) {
      const parcels = [{ sent: { kind: 'carton', number: '1' } as const, shipment }];
      const buying = buyAll(labelService(), parcels, { choose: 'cheapest', currency: 'USD' });
      await expect(buying, JSON.stringify(shipment.messages)).rejects.toThrow(
        /^carton 1: .* answered 422: Not today\.$/,
      );
    }
  });
});

described('every recorded error is refused in a sentence', () => {
  test.each(['make', 'find', 'rateAgain', 'buy', 'refund'] as const)('%s', async (call) => {
    const errors = all.filter(({ status }) => status >= 400);
    expect(errors.length).toBeGreaterThanOrEqual(19);
    for (const error of errors) {
      const result = await called(call, error).catch((caught: unknown) => caught);
      if (error.status === 404 && (call === 'find' || call === 'refund')) expect(result).toBeUndefined();
      else if (error.status === 422 && call === 'refund') expect(result).toMatch(/ answered 422: [A-Z].*[.)]$/);
      else {
        expect(result).toBeInstanceOf(CarrierRefused);
        expect((result as Error).message).toMatch(new RegExp(` answered ${error.status}: [A-Z].*[a-z.)]$`));
      }
    }
  });
});

described('the double answers as the real service does', () => {
  /** The members that all recorded objects have, and the members that at least one has. */
  function membersOf(objects: readonly Json[]) {
    const lists = objects.map((one) => Object.keys(one));
    const some = new Set(lists.flat());
    return { all: [...some].filter((member) => lists.every((list) => list.includes(member))), some };
  }

  /** Expects that an answer of the double has what all recorded ones have, and nothing that none of them has. */
  function compare(name: string, ours: readonly Json[], theirs: readonly Json[]) {
    expect(theirs.length, `recorded ${name}`).toBeGreaterThan(0);
    expect(ours.length, `answered ${name}`).toBeGreaterThan(0);
    const { all: always, some } = membersOf(theirs);
    for (const one of ours) {
      expect(Object.keys(one), name).toEqual(expect.arrayContaining(always));
      expect([...some], name).toEqual(expect.arrayContaining(Object.keys(one)));
    }
  }

  const parts = [
    'Shipment',
    'Address',
    'Parcel',
    'Rate',
    'PostageLabel',
    'Tracker',
    'TrackingDetail',
    'TrackingLocation',
  ];

  test('to each call of the plugin, with status and members', async () => {
    const api = await new LabelApi().start();
    api.busy = ['UPS'];
    const ask = async (method: string, path: string, body?: object) => {
      const authorization = `Basic ${Buffer.from(`${api.key}:`).toString('base64')}`;
      const init = { method, headers: { authorization }, ...(body ? { body: JSON.stringify(body) } : {}) };
      const answer = await fetch(`${api.url}/shipments${path}`, init);
      return { status: answer.status, response: (await answer.json()) as Json };
    };
    const address = { name: 'A', street1: '1 Mill Lane', city: 'Reno', state: 'NV', zip: '89501', country: 'US' };
    const shipment = { reference: 'r', to_address: address, from_address: address, parcel: { weight: 10 } };
    const made = await ask('POST', '', { shipment });
    const again = await ask('POST', '/r/rerate', {});
    const rate = { id: (again.response.rates as Json[])[0]!.id };
    const bought = await ask('POST', '/r/buy', { rate });
    api.scan('r', { status: 'delivered', message: 'Left', datetime: '2026-11-24T09:00:00Z' });
    const found = await ask('GET', '/r');
    const refunded = await ask('POST', '/r/refund', {});
    const refused = await ask('POST', '', { shipment: {} });
    await api.stop();

    for (const [call, { status, response }] of Object.entries({
      make: made,
      find: found,
      rateAgain: again,
      buy: bought,
      refund: refunded,
    })) {
      const answers = recorded(call as keyof typeof calls);
      expect(
        answers.map((one) => one.status),
        call,
      ).toContain(status);
      compare(
        call,
        [response],
        answers.map((one) => one.response as Json),
      );
    }
    for (const part of parts)
      compare(
        part,
        objectsOf(part, [made, again, bought, found]),
        objectsOf(
          part,
          all.filter(({ path }) => /shipments|trackers/.test(path)),
        ),
      );
    const messages = (shipments: unknown) =>
      objectsOf('Shipment', shipments).flatMap(({ messages: list }) => (list as Json[] | undefined) ?? []);
    compare(
      'messages',
      messages([made]),
      messages(all).filter((one) => typeof one === 'object'),
    );
    const errors = all.filter(({ status, path }) => status === 422 && path === '/v2/shipments');
    compare(
      'error',
      [refused.response.error as Json],
      errors.map(({ response }) => (response as { error: Json }).error),
    );
  });
});
