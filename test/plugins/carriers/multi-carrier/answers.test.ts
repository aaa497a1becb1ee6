import { describe, expect, test } from 'vitest';
import multiCarrier from '../../../../plugins/carriers/multi-carrier.ts';
import { CarrierRefused, CarrierUnavailable } from '../../../../plugins/errors.ts';
import { HookCaller } from '../../../../plugins/sandbox/hook-caller.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { bookedOrder, bookedShipment } from '../../booked.ts';
import { answering, type Json } from './recorded.ts';

const service = await untilEnd(answering(200, {}));

const configured = () => carrier('Broker', multiCarrier, { url: service.url, api_key: 'key', from });
const from = { street1: '1 Dock', city: 'Reno', state: 'NV', zip: '89501', country: 'US' };

/** Calls a hook while the service gives one answer to every request. Returns the result, or the error. */
async function called(hook: 'book' | 'track' | 'cancel', status: number, body: unknown): Promise<unknown> {
  service.next(status, body);
  const caller = new HookCaller();
  const order = bookedOrder({ ship_to_name: 'Ana', ship_address_1: '1 Mill Lane', ship_postal_code: '12209' });
  const input = {
    carrier: 'Broker',
    idempotencyKey: 'key',
    ...(hook === 'book'
      ? { order, cartons: [{ id: 41, number: '1', weight_g: 500 }] }
      : { bookings: [bookedShipment({ reference: 'shp_1' })] }),
  };
  return caller
    .call(configured(), hook, input, new AbortController().signal)
    .catch((error: unknown) => error)
    .finally(() => caller.close());
}

describe('an error is refused in a sentence, in each form that label services use', () => {
  test.each([
    [{ error: { code: 'A.B', message: 'Bad.', errors: [] } }, 'Bad.'],
    [{ error: { code: 'A.B', message: 'Bad.', errors: ['Too heavy', 'Too long'] } }, 'Bad. (Too heavy; Too long)'],
    [
      { error: { message: 'Bad.', errors: [{ field: 'zip', message: 'is wrong', suggestion: null }] } },
      'Bad. (zip: is wrong)',
    ],
    [{ error: { message: 'Bad.', errors: [{ code: 'X', field: null, message: 'No house' }] } }, 'Bad. (No house)'],
    [{ error: { message: 'Bad.', errors: { zip: ['is wrong', 'is short'] } } }, 'Bad. (zip: is wrong; is short)'],
    [{ error: { message: 'Bad.', errors: 'All of it' } }, 'Bad. (All of it)'],
    [{ error: { code: null, message: ['Bad', 'Worse'], errors: null } }, 'Bad; Worse'],
    [{ error: { message: { errors: ['Bad street', 'Bad zip'] } } }, 'Bad street; Bad zip'],
    [{ error: { message: { errors: { message: ['Bad', { base: 'Worse' }] } } } }, 'Bad; base: Worse'],
    [{ error: { code: 'RATE.ERROR' } }, 'RATE.ERROR'],
    [{ error: 'Bad request' }, 'Bad request'],
    [{ error: null, message: 'Not allowed' }, 'Not allowed'],
    [{ message: 'Not allowed' }, 'Not allowed'],
    [{}, 'It gives no reason.'],
    [[], 'It gives no reason.'],
    ['<html>gateway</html>', 'It gives no reason.'],
  ])('%j', async (body, sentence) => {
    for (const hook of ['book', 'track'] as const) {
      const error = (await called(hook, 422, body)) as Error;
      expect(error).toBeInstanceOf(CarrierRefused);
      expect(error.message.replace('carton 1: ', '')).toBe(`Broker: the label service answered 422: ${sentence}`);
    }
  });
});

const rate = {
  ...{ id: 'rate_1', object: 'Rate', carrier: 'USPS', service: 'Ground', rate: '7.40', currency: 'USD' },
  ...{ delivery_days: 2, carrier_account_id: 'ca_1', list_rate: 7.4 },
};
const shipment = {
  ...{
    id: 'shp_1',
    object: 'Shipment',
    mode: 'test',
    reference: 'key',
    tracking_code: '94001',
    refund_status: 'submitted',
  },
  to_address: { id: 'adr_1', name: 'Ana', street1: '1 Mill Lane', zip: '12209', country: 'DE', verifications: {} },
  from_address: { id: 'adr_2', name: null, street1: '1 Dock', zip: '89501', country: 'US' },
  parcel: { id: 'prcl_1', weight: 17.7, length: null },
  rates: [rate],
  messages: [{ carrier: 'UPS', carrier_account_id: 'ca_2', type: 'rate_error', message: 'Invalid number' }],
  selected_rate: rate,
  postage_label: { id: 'pl_1', label_url: 'https://labels.example/1.png', label_pdf_url: null },
  tracker: {
    ...{ id: 'trk_1', status: 'delivered', est_delivery_date: '2026-11-24T09:00:00Z' },
    tracking_details: [
      {
        ...{ object: 'TrackingDetail', message: 'Left', status: 'delivered', datetime: '2026-11-24T09:00:00Z' },
        tracking_location: { city: 'Reno', state: 'NV', country: null, zip: null },
      },
    ],
  },
};

/** Returns the answer again and again, each time with another member that is missing or has another value. */
function* changed(value: unknown, put: (changed: unknown) => unknown): Generator<unknown> {
  const others = [null, [], {}, 7, '', 'a\nb', 'y'.repeat(3000), [null], ['text'], [{}]];
  for (const other of others) yield put(other);
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      yield* changed(one, (next) => put(value.map((old, at) => (at === index ? next : old))));
    }
    return;
  }
  for (const [name, one] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Json;
    yield put(rest);
    yield* changed(one, (next) => put({ ...value, [name]: next }));
  }
}

describe('no answer is a defect of the plugin', () => {
  const sold = shipment;
  const open = {
    ...shipment,
    selected_rate: null,
    postage_label: null,
    tracking_code: null,
    refund_status: null,
    tracker: null,
  };

  test.each([
    ['of a label', sold],
    ['of a label without a refund', { ...sold, refund_status: null }],
    ['without a label', open],
  ])(
    'a shipment %s with any member missing or of another type',
    async (_, answer) => {
      let count = 0;
      for (const body of changed(answer, (next) => next)) {
        for (const hook of ['book', 'track', 'cancel'] as const) {
          const result = await called(hook, 200, body);
          count += 1;
          if (!(result instanceof Error)) continue;
          const isOfContract = result instanceof CarrierRefused || result instanceof CarrierUnavailable;
          expect(isOfContract, `${hook} of ${JSON.stringify(body).slice(0, 2000)}: ${result.message}`).toBe(true);
        }
      }
      expect(count).toBeGreaterThan(1000);
    },
    120_000,
  );

  test.each(['Batch', 'ScanForm', 'Pickup', 'Refund', 'Tracker'])('a %s in place of a shipment', async (object) => {
    const error = (await called('track', 200, { id: 'x_1', object, status: 'created', rates: [] })) as Error;
    expect(error).toBeInstanceOf(CarrierRefused);
    expect(error.message).toMatch(/^Broker: the label service answered 200 with something that is not a shipment/);
  });

  test('a rate with a number for its amount is bought, and its price is kept', async () => {
    const [booking] = (await called('book', 200, {
      ...sold,
      refund_status: null,
      selected_rate: { ...rate, rate: 7.4 },
    })) as Json[];
    expect(booking).toMatchObject({ tracking_number: '94001', cost: { amount: '7.4', currency: 'USD' } });
  });

  test.each(['rejected', 'unknown', null])('a refund in state %s leaves the label to a person', async (state) => {
    const [result] = (await called('cancel', 200, { ...sold, refund_status: state })) as Json[];
    expect(result).toMatchObject({ canceled: false, why: expect.stringMatching(/refund/) });
  });
});
