import { expect, test } from 'vitest';
import { Sightings } from '../../../console/scanner/camera/sightings.ts';

test('a code counts when it comes into sight, and again only after it was out of sight for 300 ms', () => {
  const sightings = new Sightings();
  expect(sightings.appeared(['A', 'A', ''], 0)).toEqual(['A']);
  for (let at = 100; at <= 5_000; at += 100) expect(sightings.appeared(['A'], at)).toEqual([]);
  expect(sightings.appeared(['B'], 5_100)).toEqual(['B']);
  expect(sightings.appeared(['A'], 5_300)).toEqual([]);
  expect(sightings.appeared(['A', 'B'], 5_601)).toEqual(['A', 'B']);
});
