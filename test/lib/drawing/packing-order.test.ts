import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cameraOf } from '../../../lib/drawing/camera.ts';
import type { Placement } from '../../../lib/drawing/carton.ts';
import { hidersOf } from '../../../lib/drawing/hiding.ts';
import { packingOrder, restsOn } from '../../../lib/drawing/packing-order.ts';
import { anyCarton, largeCarton, leastMs, mostMs, type Packed, shopOrderCartons } from './examples.ts';

const box = (x_mm: number, y_mm: number, z_mm: number, [width_mm, length_mm, depth_mm] = [50, 50, 50]) =>
  ({ part_id: 1, x_mm, y_mm, z_mm, width_mm, length_mm, depth_mm }) as Placement;
const camera = cameraOf('iso', { inner_width_mm: 1, inner_length_mm: 1, inner_depth_mm: 1 }, 1);

/** Returns the faults of an order: units drawn before a support, or under a unit that was drawn before them. */
function faults(units: readonly Placement[]): { early: number; covered: number } {
  const order = packingOrder(units);
  const place = new Map(order.map((index, at) => [index, at]));
  const isBefore = (one: number, other: number) => place.get(one)! < place.get(other)!;
  const hiders = hidersOf(units, camera);
  let [early, covered] = [0, 0];
  hiders.forEach((inFront, index) => {
    for (const other of inFront) if (isBefore(other, index)) covered += 1;
  });
  for (const [upper, one] of units.entries()) {
    for (const [lower, other] of units.entries()) if (restsOn(one, other) && isBefore(upper, lower)) early += 1;
  }
  return { early, covered };
}

describe('the packing order', () => {
  test('has each unit once, and none before one that it rests on', () => {
    fc.assert(
      fc.property(anyCarton, ({ placements }) => {
        const order = packingOrder(placements);
        expect([...order].sort((one, other) => one - other)).toEqual(placements.map((_, index) => index));
        expect(faults(placements).early).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('of units in this order is the same order', () => {
    fc.assert(
      fc.property(anyCarton, ({ placements }) => {
        const ordered = packingOrder(placements).map((index) => placements[index]!);
        expect(packingOrder(ordered)).toEqual(ordered.map((_, index) => index));
      }),
      { numRuns: 200 },
    );
  });

  test('covers each unit only by later ones, and begins at the bottom', () => {
    const units = [box(50, 50, 0), box(0, 0, 50), box(0, 0, 0), box(50, 0, 0)];
    expect(packingOrder(units)).toEqual([2, 3, 0, 1]);
    expect(faults(units)).toEqual({ early: 0, covered: 0 });
  });

  test('puts a stack at the back in before a tall unit that stands in front of it', () => {
    const tall = box(0, 50, 0, [50, 50, 100]);
    expect(packingOrder([tall, box(0, 0, 50), box(0, 0, 0)])).toEqual([2, 1, 0]);
  });

  test('of three units that each stand in front of the next begins with the lowest one', () => {
    const ring = [box(0, 20, 0, [40, 20, 20]), box(40, 0, 10, [20, 60, 20]), box(20, 0, 20, [20, 30, 40])];
    const order = packingOrder(ring);
    expect([...order].sort()).toEqual([0, 1, 2]);
    expect(faults(ring).early).toBe(0);
  });

  test('of 200 units takes 10 ms at most', () => {
    const { placements } = largeCarton();
    expect(placements).toHaveLength(200);
    expect(leastMs(() => packingOrder(placements))).toBeLessThan(mostMs);
  });

  test('of the cartons of 2,150 orders of a shop has every support first, and seldom has units in a ring', () => {
    const all = shopOrderCartons().map(({ placements }: Packed) => faults(placements));
    expect(all.length).toBeGreaterThan(2_000);
    expect(all.filter(({ early }) => early > 0)).toEqual([]);
    // If units cover each other in a ring, every order covers some unit too early: 8 of 2,289 cartons.
    expect(all.filter(({ covered }) => covered > 0).length).toBeLessThanOrEqual(8);
  });
});
