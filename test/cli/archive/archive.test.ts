import { expect, test } from 'vitest';
import { cutoff } from '../../../cli/archive/cutoff.ts';
import { selectedParts } from '../../../cli/verify/in-parts.ts';

const before = (text: string, now: string) => cutoff(text, new Date(now)).toISOString().slice(0, 10);

test('the time of --older-than is counted in days, months or years', () => {
  expect(before('90d', '2026-11-25T00:00:00Z')).toBe('2026-08-27');
  expect(before('18mo', '2026-11-25T00:00:00Z')).toBe('2025-05-25');
  expect(before('2y', '2024-02-29T00:00:00Z')).toBe('2022-02-28');
  // A month without that day ends earlier.
  expect(before('18mo', '2026-08-31T00:00:00Z')).toBe('2025-02-28');
  for (const text of ['18', '3w', '0d', '-1y', 'mo', '1.5y'])
    expect(() => before(text, '2026-11-25')).toThrow('is no time');
});

test('closed months are checked once, an interrupted part goes on, and the others begin again', () => {
  const part = (name: string, finished: boolean) => ({
    part: name,
    orders: 1,
    violations: [],
    finished_at: finished ? '2026-11-25T00:00:00+00:00' : null,
  });
  const parts = [part('2026-05', true), part('2026-06', false), part('recent', true), part('open', false)];
  const chosen = (selection: object) => selectedParts(parts, selection).map((one) => [one.part, one.restart]);
  expect(chosen({})).toEqual([
    ['2026-06', false],
    ['recent', true],
    ['open', false],
  ]);
  expect(chosen({ since: '2026-05-20' })).toEqual([
    ['2026-05', true],
    ['2026-06', true],
    ['recent', true],
    ['open', false],
  ]);
  expect(chosen({ month: '2026-05' })).toEqual([['2026-05', true]]);
});
