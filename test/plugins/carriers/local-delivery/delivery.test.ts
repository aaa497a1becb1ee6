import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysAfter, nextDay, wallClock, weekdayOf } from '../../../../plugins/carriers/calendar.ts';
import { deliveryTo, type Route, stopOf } from '../../../../plugins/carriers/local-delivery/delivery.ts';
import { type PostalArea, postalArea } from '../../../../plugins/carriers/local-delivery/postal-codes.ts';
import { weekdays } from '../../../../plugins/weekdays.ts';

function round(values: Partial<Route> & { areas?: string[][] } = {}): Route {
  const { areas = [['10*']], ...rest } = values;
  return {
    name: 'North',
    stops: areas.map((stop) => stop.map((text) => postalArea(text) as PostalArea)),
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    cutOff: '11:00',
    leadDays: 0,
    closed: [],
    ...rest,
  };
}

const berlin = 'Europe/Berlin';

describe('the day of delivery', () => {
  test.each([
    // 2026-11-24 is a Tuesday; Berlin is an hour ahead of UTC in winter, two in summer.
    ['at the cut-off it goes the same day', '2026-11-24T10:00:00Z', {}, '2026-11-24'],
    ['a minute later the next day', '2026-11-24T10:01:00Z', {}, '2026-11-25'],
    ['the wall clock moves with summer time', '2026-07-07T09:01:00Z', {}, '2026-07-08'],
    ['after midnight over there it is the next day already', '2026-11-23T23:30:00Z', {}, '2026-11-24'],
    ['a Friday evening waits for Monday', '2026-11-27T18:00:00Z', {}, '2026-11-30'],
    ['only on the days of the round', '2026-11-24T08:00:00Z', { days: ['mon', 'fri'] }, '2026-11-27'],
    ['never on a closed day', '2026-12-25T08:00:00Z', { closed: ['2026-12-25'] }, '2026-12-28'],
    ['a lead of two days counts days, not rounds', '2026-11-27T08:00:00Z', { leadDays: 2 }, '2026-11-30'],
    ['a lead and a cut-off add up', '2026-11-24T12:00:00Z', { leadDays: 1 }, '2026-11-26'],
  ] as const)('%s', (_name, at, values, expected) => {
    expect(nextDay(round(values), new Date(at), berlin)).toBe(expected);
  });

  test('is undefined if no round follows within a year', () => {
    const closed = Array.from({ length: 400 }, (_, ahead) => daysAfter('2026-11-24', ahead));
    expect(nextDay(round({ closed }), new Date('2026-11-24T08:00:00Z'), berlin)).toBeUndefined();
  });

  test('is never before the booking, never on a day without a round, and never earlier for a later booking', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 });
    fc.assert(
      fc.property(moment, moment, days, fc.integer({ min: 0, max: 5 }), (one, other, driven, leadDays) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const route = round({ days: driven, leadDays });
        const first = nextDay(route, earlier, berlin)!;
        expect(first >= daysAfter(wallClock(earlier, berlin).day, leadDays)).toBe(true);
        expect(driven).toContain(weekdayOf(first));
        expect(first <= nextDay(route, later, berlin)!).toBe(true);
      }),
    );
  });
});

describe('the round', () => {
  const at = new Date('2026-11-24T08:00:00Z');

  test('is the one with the earliest day', () => {
    const routes = [round({ name: 'North', days: ['fri'] }), round({ name: 'Centre', days: ['wed'] })];
    expect(deliveryTo(['10115'], at, berlin, routes)).toMatchObject({ route: { name: 'Centre' }, day: '2026-11-25' });
  });

  test('is the first one of the table if two have the same day', () => {
    const routes = [round({ name: 'North' }), round({ name: 'Centre' })];
    expect(deliveryTo(['10115'], at, berlin, routes)?.route.name).toBe('North');
  });

  test('is undefined if no area covers the code', () => {
    expect(deliveryTo(['99999'], at, berlin, [round()])).toBeUndefined();
  });

  test('has its stops in the order of the table, several areas to a stop', () => {
    const route = round({ areas: [['10115'], ['10117', '10119-10121'], ['10*']] });
    expect(['10115', '10117', '10120', '10999', '20000'].map((code) => stopOf(route, [code]))).toEqual([1, 2, 2, 3, 0]);
  });
});
