import fc from 'fast-check';
import type { CartonType } from '../../../lib/cartonization/carton-type.ts';
import { cartonize } from '../../../lib/cartonization/cartonize.ts';
import type { CartonizeInput } from '../../../lib/cartonization/input.ts';
import type { CartonSize, Placement } from '../../../lib/drawing/carton.ts';
import { cartonType } from '../cartonization/examples.ts';
import { shopCartons, shopOrders } from '../cartonization/shop-orders.ts';

/** A carton that cartonization filled, as the drawing gets it. */
export interface Packed {
  readonly size: CartonSize;
  readonly placements: readonly Placement[];
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the cartons that cartonization fills. The ids of the parts are the positions of the items, from 1. */
export function packed(input: CartonizeInput): Packed[] {
  const ids = new Map(input.items.map(({ key }, index) => [key, index + 1]));
  const names = new Map(input.items.map(({ key }, index) => [index + 1, key]));
  const types = new Map<number, CartonType>(input.cartonTypes.map((type) => [type.id, type]));
  return cartonize(input).cartons.map(({ cartontype_id, placements }) => ({
    size: types.get(cartontype_id)!,
    placements: placements.map(({ key, ...place }) => ({ part_id: ids.get(key)!, ...place })),
    names,
  }));
}

const side = fc.oneof(fc.integer({ min: 4, max: 30 }), fc.integer({ min: 10, max: 120 }));

/** Random cartons, with the units in random order. */
export const anyCarton: fc.Arbitrary<Packed> = fc
  .record({
    items: fc
      .array(
        fc.record({
          qty: fc.integer({ min: 1, max: 12 }),
          ...{ width_mm: side, length_mm: side, depth_mm: side },
          weight_g: fc.integer({ min: 0, max: 900 }),
          keep_flat: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((rows) => rows.map((row, at) => ({ ...row, key: `item ${at}` }))),
    sides: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 60, max: 200 }))),
  })
  .map(({ items, sides }) =>
    packed({ items, cartonTypes: [cartonType(1, sides as [number, number, number])], limits: { steps: 20_000 } }),
  )
  .filter((cartons) => cartons.length > 0)
  .chain((cartons) => fc.constantFrom(...cartons))
  .chain((carton) =>
    fc
      .shuffledSubarray([...carton.placements], { minLength: carton.placements.length })
      .map((placements) => ({ ...carton, placements })),
  );

/** A carton with 200 units of several sizes. */
export function largeCarton(): Packed {
  const items = [
    { key: 'Tea, 100 g', qty: 60, width_mm: 60, length_mm: 60, depth_mm: 90 },
    { key: 'Tea, 250 g', qty: 40, width_mm: 80, length_mm: 60, depth_mm: 120 },
    { key: 'Mug', qty: 40, width_mm: 90, length_mm: 90, depth_mm: 100 },
    { key: 'Spoon', qty: 60, width_mm: 30, length_mm: 20, depth_mm: 140 },
  ].map((row) => ({ ...row, weight_g: 10 }));
  const [carton] = packed({ items, cartonTypes: [cartonType(1, [600, 400, 500])] });
  return carton!;
}

/** The cartons of 2,150 orders of a shop. */
export function shopOrderCartons(): Packed[] {
  return shopOrders(2_150).flatMap(({ items }) => packed({ items, cartonTypes: shopCartons }));
}

/** Returns the shortest of some times in ms: during the others, the processor had more to do. */
export function leastMs(run: () => unknown): number {
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** The time that a drawing of 200 units may take; more where other tests run beside this one. */
export const mostMs = process.env.CONVEYOR_STRICT_TIMES ? 10 : 60;
