import { expect, test } from 'vitest';
import { Sightings } from '../../../console/scanner/camera/sightings.ts';

test('a code counts when it comes into sight, and again only after it was out of sight for 300 ms', () => {
  const sightings = new Sightings();
  expect(sightings.appeared(['A', 'A', ''], 0)).toEqual(['A']);
  for (let at = 100; at <= 5_000; at += 100) expect(sightings.appeared(['A'], at)).toEqual([]);
  expect(sightings.appeared(['B'], 5_100)).toEqual(['B']);
  expect(sightings.appeared(['A'], 5_300)).toEqual([]);
  for (let at = 5_400; at <= 5_600; at += 100) expect(sightings.appeared([], at)).toEqual([]);
  expect(sightings.appeared(['A', 'B'], 5_701)).toEqual(['A', 'B']);
});

test('a code that stays in sight counts once, also where each picture takes long, and some are blurred', () => {
  const sightings = new Sightings();
  const seen = Array.from({ length: 40 }, (_, picture) => {
    const isBlurred = picture % 3 !== 0;
    return sightings.appeared(isBlurred ? [] : ['A'], picture * 450);
  });
  expect(seen.flat()).toEqual(['A']);
});
