import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartonize } from '../../../lib/cartonization/cartonize.ts';
import type { CartonizeInput } from '../../../lib/cartonization/input.ts';
import type { Item } from '../../../lib/cartonization/item.ts';
import { verifyPlacements } from '../../../lib/cartonization/verify-placements.ts';
import { cartonType } from './examples.ts';

const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 10, max: 160 }));

const items: fc.Arbitrary<Item[]> = fc
  .array(
    fc.record({
      qty: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) },
      ),
      width_mm: side,
      length_mm: side,
      depth_mm: fc.option(side, { freq: 15 }),
      weight_g: fc.integer({ min: 0, max: 900 }),
      keep_flat: fc.boolean(),
      fragile: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      group: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant('other') }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, key: `item ${at}` })));

const cartonTypes = fc
  .array(
    fc.record({
      sides: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 20, max: 200 }))),
      max_gross_weight_g: fc.integer({ min: 300, max: 9000 }),
      supply: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
    }),
    { minLength: 0, maxLength: 4 },
  )
  .map((rows) => rows.map(({ sides, ...more }, at) => cartonType(at + 1, sides as [number, number, number], more)));

const input: fc.Arbitrary<CartonizeInput> = fc.record({
  items,
  cartonTypes,
  limits: fc.record({ steps: fc.constantFrom(0, 2_000, 100_000) }),
});

describe('cartonize', () => {
  test('keeps every rule, and places or leaves out every unit once, with any number of steps', () => {
    fc.assert(
      fc.property(input, (sample) => {
        expect(verifyPlacements(cartonize(sample), sample)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same answer for any order of items and carton types', () => {
    const shuffled = input.chain((sample) =>
      fc.record({
        sample: fc.constant(sample),
        items: fc.shuffledSubarray([...sample.items], { minLength: sample.items.length }),
        cartonTypes: fc.shuffledSubarray([...sample.cartonTypes], { minLength: sample.cartonTypes.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ sample, ...other }) => {
        expect(cartonize({ ...sample, ...other })).toEqual(cartonize(sample));
      }),
      { numRuns: 200 },
    );
  });

  test('gives the same answer if the sides of an item are exchanged', () => {
    fc.assert(
      fc.property(input, (sample) => {
        const turned = sample.items.map((item) => ({
          ...item,
          width_mm: item.length_mm,
          length_mm: item.keep_flat ? item.width_mm : item.depth_mm,
          depth_mm: item.keep_flat ? item.depth_mm : item.width_mm,
        }));
        const withoutWhy = ({ cartons, left_out }: ReturnType<typeof cartonize>) => ({
          cartons,
          left_out: left_out.map(({ key, qty }) => ({ key, qty })),
        });
        expect(withoutWhy(cartonize({ ...sample, items: turned }))).toEqual(withoutWhy(cartonize(sample)));
      }),
      { numRuns: 100 },
    );
  });

  test('leaves out no unit that fits a carton alone if the supply is unlimited', () => {
    fc.assert(
      fc.property(input, (sample) => {
        const endless = { ...sample, cartonTypes: sample.cartonTypes.map((type) => ({ ...type, supply: null })) };
        for (const { key, why } of cartonize(endless).left_out) {
          expect(why).toMatch(/^no size known|^there is no carton type|^too (large|heavy) for every carton type/);
          const item = endless.items.find((one) => one.key === key)!;
          const alone = { ...endless, items: [{ ...item, qty: 1 }] };
          expect(cartonize(alone).cartons).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('never uses more cartons than units, and puts a unit alone into the smallest carton that holds it', () => {
    fc.assert(
      fc.property(input, (sample) => {
        const { cartons } = cartonize(sample);
        const units = cartons.reduce((sum, { placements }) => sum + placements.length, 0);
        expect(cartons.length).toBeLessThanOrEqual(units);
        for (const { refused_smaller, placements } of cartons) {
          // The search cannot miss a place for a single unit.
          if (placements.length === 1) {
            for (const { why } of refused_smaller) expect(why).not.toMatch(/^no arrangement/);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
