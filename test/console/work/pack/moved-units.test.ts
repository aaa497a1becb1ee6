import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitsOf, withoutUnits } from '../../../../console/work/pack/moved-units.ts';

const id = fc.integer({ min: 1, max: 3 });
const row = fc.record({ part_id: id, order_id: id, qty: fc.integer({ min: 1, max: 5 }) });

test('units leave the rows of their part and order, and no others', () => {
  fc.assert(
    fc.property(fc.array(row), row, (rows, moved) => {
      const isMoved = (one: typeof moved) => one.part_id === moved.part_id && one.order_id === moved.order_id;
      const sum = (of: readonly (typeof moved)[]) => of.filter(isMoved).reduce((all, { qty }) => all + qty, 0);
      const left = withoutUnits(rows, moved);
      expect(sum(left)).toBe(Math.max(0, sum(rows) - moved.qty));
      expect(left.filter((one) => !isMoved(one))).toEqual(rows.filter((one) => !isMoved(one)));
      expect(left.every(({ qty }) => qty > 0)).toBe(true);
    }),
  );
});

test('the body of a move may have its numbers as texts', () => {
  expect(unitsOf({ part_id: '7', order_id: 8, qty: '2.5' })).toEqual({ part_id: 7, order_id: 8, qty: 2.5 });
});
