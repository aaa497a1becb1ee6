import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Move } from '../../../../console/work/pack/judge.ts';
import { movedBy, withoutUnits } from '../../../../console/work/pack/moved-units.ts';
import { sendingOf } from '../../../../console/work/pack/sending.ts';
import type { PackedCarton } from '../../../../console/work/pack/units.ts';

type Body = Parameters<typeof movedBy>[0]['body'];

const id = fc.integer({ min: 1, max: 3 });
const row = fc.record({
  part_id: id,
  order_id: id,
  qty: fc.integer({ min: 1, max: 5 }),
  lot: fc.constant(null),
  serial: fc.constant(null),
});

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

test('a unit with a serial number and units of a lot leave their own row, whichever order the page supposed', () => {
  const serials = ['SN-1', 'SN-2'].map((serial, at) => ({ part_id: 1, order_id: 7 + at, qty: 1, lot: null, serial }));
  expect(withoutUnits(serials, { part_id: 1, order_id: 7, qty: 1, lot: null, serial: 'SN-2' })).toEqual(
    serials.slice(0, 1),
  );
  const lots = ['L1', 'L2'].map((lot, at) => ({ part_id: 2, order_id: 7 + at, qty: 3, lot, serial: null }));
  const left = withoutUnits(lots, { part_id: 2, order_id: 7, qty: 1, lot: 'L2', serial: null });
  expect(left.map(({ lot, qty }) => [lot, qty])).toEqual([
    ['L1', 3],
    ['L2', 2],
  ]);
});

test('the body of a move may have its numbers as texts', () => {
  const body = { add_carton_id: 3, part_id: '7', order_id: 8, qty: '2.5' } as unknown as Body;
  expect(movedBy({ pack_id: 1, body })).toEqual({
    ...{ part_id: 7, order_id: 8, qty: 2.5, lot: null, serial: null, cartonId: 3 },
    ...{ fromLocationId: null, isScanned: false },
  });
});

test('a move of lots and serial numbers leaves the order to the service, and the page keeps the one it supposes', () => {
  const from: PackedCarton = { id: 1, name: 'K-1', codes: [], isOpen: true, locationId: 101, contents: [] };
  const move: Move = {
    ...{ cartonId: 2, fromCartonId: 1, partId: 5, orderId: 7, qty: 2 },
    ...{ lot: null, serial: null },
  };
  const bodyOf = (more: Partial<Move>) => sendingOf(9, { ...move, ...more }, [from], true).body;
  const units = { add_carton_id: 2, part_id: 5, qty: 2, subtract_location_id: 101 };
  expect(bodyOf({})).toEqual({ ...units, order_id: 7 });
  expect(bodyOf({ lot: 'L1' })).toEqual({ ...units, tracking: [{ lot: 'L1', qty: 2 }] });
  expect(bodyOf({ serial: 'SN-1', qty: 1 })).toEqual({ ...units, qty: 1, tracking: [{ serial: 'SN-1' }] });
  expect(movedBy(sendingOf(9, { ...move, lot: 'L1' }, [from], true))).toMatchObject({
    ...{ order_id: 7, lot: 'L1', fromLocationId: 101, isScanned: true },
  });
});
