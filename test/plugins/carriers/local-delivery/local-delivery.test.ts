import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import localDelivery, { noteNumber } from '../../../../plugins/carriers/local-delivery.ts';
import type { Booking } from '../../../../plugins/contract.ts';
import { CarrierRefused } from '../../../../plugins/errors.ts';
import { faultsOf } from '../../../config/load-text.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { bookWith } from '../../book-with.ts';
import { bookedOrder, bookedShipment, hookContext } from '../../booked.ts';

const routes = {
  North: { stops: ['10115', ['10117', '10119-10179'], '13*'], days: ['tue', 'fri'] },
  'Süd-Ring': { stops: ['12*'] },
};

const ownVan = (values: object = {}) =>
  carrier('Own Van', localDelivery, { country: 'DE', time_zone: 'Europe/Berlin', cut_off: '11:00', routes, ...values });

function book(order = bookedOrder(), values: object = {}) {
  const cartons = [
    { id: 41, number: '1', weight_g: 1200 },
    { id: 42, number: '2', weight_g: null },
  ];
  return bookWith(ownVan(values), {
    order,
    cartons,
    idempotencyKey: 'order/1012/ship',
    signal: new AbortController().signal,
  });
}

const noteOf = (booking?: Booking) => new TextDecoder().decode(booking?.label?.content as Uint8Array);

beforeEach(() => {
  // A Tuesday, 09:00 in Berlin.
  vi.useFakeTimers({ now: new Date('2026-11-24T08:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

describe('booking', () => {
  test('gives route, stop and day, and a delivery note of its own to every carton', async () => {
    const bookings = await book(bookedOrder({ ship_postal_code: '10119' }));
    expect(bookings).toMatchObject([
      { carton_id: 41, tracking_number: 'NORTH-41', service: 'North' },
      { carton_id: 42, tracking_number: 'NORTH-42', service: 'North' },
    ]);
    expect(bookings[0]?.details).toEqual({ route: 'North', stop: 2, delivery_day: '2026-11-24' });
    const note = noteOf(bookings[0]);
    for (const shown of [
      'North',
      'Stop 2',
      '2026-11-24',
      'Alfreds Futterkiste',
      '10119 Berlin',
      'NORTH-41',
      '1.20 kg',
    ]) {
      expect(note).toContain(shown);
    }
  });

  test('again gives the same numbers, on a later day too', async () => {
    const first = await book();
    vi.setSystemTime(new Date('2026-11-25T20:00:00Z'));
    const second = await book();
    const numbers = (bookings: typeof first) => bookings.map(({ tracking_number }) => tracking_number);
    expect(numbers(second)).toEqual(numbers(first));
    expect(second[0]?.details?.delivery_day).toBe('2026-11-26');
  });

  test.each([
    ['another country', { ship_country: 'AT' }, 'Own Van: the routes are in DE, and the order goes to AT'],
    ['no postal code', { ship_postal_code: null }, 'Own Van: the address has no postal code, and so no route'],
    [
      'a place where no van goes',
      { ship_postal_code: '99084', ship_city: 'Erfurt' },
      'Own Van: no route goes to 99084 Erfurt: none of North, Süd-Ring has its area',
    ],
  ])('refuses %s, for a person to mend', async (_name, address, message) => {
    const booking = book(bookedOrder(address));
    await expect(booking).rejects.toThrow(CarrierRefused);
    await expect(booking).rejects.toThrow(message);
  });

  test('a name with letters of its own makes a number that every scanner reads', () => {
    expect(noteNumber('Süd-Ring', 7)).toBe('SUDRING-7');
    expect(noteNumber('北', 7)).toBe('DN-7');
  });

  test('every character of an address is printed as text on the note', async () => {
    const [first] = await book(bookedOrder({ ship_to_name: 'A & B <script>' }));
    expect(noteOf(first)).toContain('A &amp; B &lt;script&gt;');
  });
});

test('a booking that is not needed any more is canceled', async () => {
  const bookings = [bookedShipment({ booking_id: 5 })];
  expect(await localDelivery.cancel?.({ ...hookContext(ownVan()), bookings })).toEqual([
    { booking_id: 5, canceled: true },
  ]);
});

describe('faults of its options name their place', () => {
  const file = (options: string) => `carriers:\n  Own Van:\n    plugin: local-delivery\n${options}`;
  const good = '    country: DE\n    routes:\n      North:\n        stops: ["10115"]\n';

  test.each([
    ['nothing wrong', good, []],
    [
      'a code without quotes',
      good.replace('"10115"', '10115'),
      [/^f\.yaml:7:17 expected text; put it in quotes, found 10115/],
    ],
    [
      'no code',
      good.replace('10115', '10115-'),
      [/^f\.yaml:7:17 expected a postal code such as "10115".*found "10115-"/],
    ],
    [
      'an area that is covered already',
      good.replace('["10115"]', '["10*", ["12*", "10115"]]'),
      [/^f\.yaml:7:32 "10\*" above covers all of this, found "10115"/],
    ],
    [
      'another time zone',
      `${good}    time_zone: Berlin\n`,
      [/^f\.yaml:8:16 expected a time zone such as Europe\/Berlin, found "Berlin"/],
    ],
    [
      'another cut-off',
      `${good}    cut_off: 11 o'clock\n`,
      [/^f\.yaml:8:14 expected a time of the day such as "09:30"/],
    ],
    [
      'a day that there is not',
      `${good}    closed: [2026-02-30]\n`,
      [/^f\.yaml:8:14 expected a day such as 2026-12-25/],
    ],
    ['a slip in a route', good.replace('stops', 'stop'), [/unknown key "stop"; did you mean "stops"\?/]],
    ['no route', '    country: DE\n    routes: {}\n', [/^f\.yaml:5:13 expected at least one route/]],
  ] as [string, string, RegExp[]][])('%s', async (_name, options, expected) => {
    const faults = await faultsOf(file(options));
    if (expected.length === 0) expect(faults).toEqual([]);
    for (const fault of expected) expect(faults).toContainEqual(expect.stringMatching(fault));
  });
});
