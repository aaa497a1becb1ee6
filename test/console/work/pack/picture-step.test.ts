import { expect, test } from 'vitest';
import { litInRows, pictureStep } from '../../../../console/work/pack/picture-step.ts';
import type { Placement } from '../../../../lib/drawing/carton.ts';

/** A unit of 100 mm at a height. */
const unit = (part_id: number, height: number): Placement => ({
  ...{ part_id, x_mm: 0, y_mm: 0, z_mm: height, width_mm: 100, length_mm: 100, depth_mm: 100 },
});
// A tower: part 1, part 2, part 1 from the bottom up.
const tower = [unit(1, 0), unit(2, 100), unit(1, 200)];

test('a carton that nobody has checked is empty, and one that is checked is full', () => {
  expect(pictureStep(tower, new Map(), null)).toEqual({ upto: 0 });
  expect(
    pictureStep(
      tower,
      new Map([
        [1, 2],
        [2, 1],
      ]),
      1,
    ),
  ).toEqual({ upto: 3, lit: 3 });
});

test('a unit is drawn once all are in that come before it; until then its outline shows where it goes', () => {
  expect(pictureStep(tower, new Map([[2, 1]]), 2)).toEqual({ upto: 0, lit: 2 });
  expect(
    pictureStep(
      tower,
      new Map([
        [1, 1],
        [2, 1],
      ]),
      1,
    ),
  ).toEqual({ upto: 2, lit: 1 });
});

test('a part that is not in the carton lights nothing', () => {
  expect(pictureStep(tower, new Map([[1, 1]]), 9)).toEqual({ upto: 1 });
});

test('in a drawing of rows the last unit of the part is lit, also where the part is in several rows', () => {
  const rows = [
    { part_id: 1, qty: 1 },
    { part_id: 2, qty: 2 },
    { part_id: 1, qty: 1 },
  ];
  expect([litInRows(rows, 1), litInRows(rows, 2)]).toEqual([2, 4]);
  expect([litInRows(rows, 9), litInRows(rows, null)]).toEqual([undefined, undefined]);
  expect(litInRows([{ part_id: 1, qty: 2.5 }], 1)).toBe(1);
});
