import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inZone, momentOf, wallTime } from '../../../console/schedules/zone.ts';

/** Times of a schedule in its zone. */

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];

test('the moment of a time that clocks have shown shows that time again, whatever the clocks did', () => {
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const wall = wallTime(minute * 60_000, zone);
      const moment = momentOf(wall, zone);
      expect(wallTime(moment ?? '', zone)).toBe(wall);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['2026-03-29T06:00', 'Europe/Berlin', '2026-03-29T04:00:00Z'],
  ['2026-03-28T06:00', 'Europe/Berlin', '2026-03-28T05:00:00Z'],
  ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00Z'],
  ['2026-07-01T00:00', 'Nowhere/Else', '2026-07-01T00:00:00Z'],
  ['', 'UTC', undefined],
])('%s in %s is %s', (wall, zone, moment) => expect(momentOf(wall, zone)).toBe(moment));

test('words have the day of the week and the language', () => {
  const at = '2026-03-29T06:00:00+02:00';
  expect(inZone(at, 'Europe/Berlin', 'en')).toMatch(/^Sun, Mar 29, 2026, 06:00.AM$/);
  expect(inZone(at, 'Europe/Berlin', 'de')).toBe('So., 29. März 2026, 06:00');
});
