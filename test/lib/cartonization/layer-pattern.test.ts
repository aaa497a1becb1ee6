import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layerPattern } from '../../../lib/cartonization/filling/layer-pattern.ts';

test.each([
  ['straight rows', [200, 200, 50, 50], 16],
  ['two blocks, one turned', [70, 60, 30, 20], 7],
  ['a pinwheel around a hole', [50, 50, 30, 20], 4],
  ['no rectangle if one side is too long', [50, 50, 60, 10], 0],
  ['thousands of small ones', [1000, 1000, 10, 9], 11_111],
] as const)('%s', (_, [width, length, a, b], count) => {
  expect(layerPattern(width, length, a, b).count).toBe(count);
  expect(layerPattern(width, length, a, b).rectangles).toHaveLength(count);
});

test('rectangles of a pattern lie inside and do not overlap', () => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, side, side, (width, length, a, b) => {
      const rectangles = layerPattern(width, length, a, b).rectangles.map(({ x, y, turned }) => ({
        x,
        y,
        w: turned ? b : a,
        l: turned ? a : b,
      }));
      for (const [at, one] of rectangles.slice(0, 60).entries()) {
        expect(one.x >= 0 && one.y >= 0 && one.x + one.w <= width && one.y + one.l <= length).toBe(true);
        for (const other of rectangles.slice(at + 1)) {
          const apart =
            one.x + one.w <= other.x ||
            other.x + other.w <= one.x ||
            one.y + one.l <= other.y ||
            other.y + other.l <= one.y;
          expect(apart).toBe(true);
        }
      }
    }),
    { numRuns: 200 },
  );
});
