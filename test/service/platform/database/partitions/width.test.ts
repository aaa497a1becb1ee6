import { expect, test } from 'vitest';
import { nextLower, partitionWidth } from '../../../../../service/platform/database/partitions/width.ts';

const day = 86_400;
const filled = (ids: number, seconds: number) => ({
  first: { id: 1_001, at: new Date(0) },
  last: { id: 1_001 + ids, at: new Date(seconds * 1000) },
});

test.each([
  ['a new installation', null, 1_000_000],
  ['a million ids in ten days', filled(1_000_000, 10 * day), 3_000_000],
  ['the same pace, measured over an hour', filled(4_167, 3_600), 3_100_000],
  ['few ids', filled(100, 30 * day), 1_000_000],
  ['one row, or rows of one moment', filled(0, 0), 1_000_000],
  ['rows whose times run back', filled(5_000_000, -5), 1_000_000],
])('the next partition holds about a month: %s', (_, extent, width) => {
  expect(partitionWidth(extent, 30 * day, 1_000_000)).toBe(width);
});

test('it begins where the newest one ends, or beyond the ids that were given without a partition', () => {
  expect(nextLower(1_000_000, 600_000)).toBe(1_000_000);
  expect(nextLower(1_000_000, 1_000_000)).toBe(1_200_000);
  expect(nextLower(1_000_000, 7_654_321)).toBe(7_800_000);
});
