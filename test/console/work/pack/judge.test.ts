import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, type Move, type Situation } from '../../../../console/work/pack/judge.ts';
import {
  type CheckedUnits,
  type Content,
  checkedAfter,
  checkKey,
  nextToCheck,
  type PackedCarton,
  type PackedLine,
  uncheckedUnits,
} from '../../../../console/work/pack/units.ts';
import type { ScannedPart } from '../../../../console/work/part-codes.ts';
import { readBarcode } from '../../../../lib/barcodes/read.ts';

const part = (id: number, number: string, more: Partial<ScannedPart> = {}): ScannedPart => ({
  ...{ id, number, name: '', upc: null, tracking: 'none', isWhole: true, unit: 'each', aliases: [] },
  ...more,
});
const mug = part(1, 'MUG', { aliases: [{ number: 'MUG-4', upc: null, units: 4 }] });
const oil = part(3, 'OIL', {
  tracking: 'lot',
  upc: '4006381333931',
  aliases: [{ number: 'OIL-6', upc: null, units: 6 }],
});
const phone = part(2, 'PHONE', { tracking: 'serial' });
const line = (of: ScannedPart, loose: number, more: Partial<PackedLine> = {}): PackedLine => ({
  ...{ part: of, orderId: 7, order: 'S-7', qty: loose, loose, unsent: 0 },
  ...more,
});
const content = (partId: number, qty: number, more: Partial<Content> = {}): Content => ({
  ...{ partId, orderId: 7, qty, lot: null, serial: null, isUnsent: false },
  ...more,
});
const carton = (id: number, more: Partial<PackedCarton> = {}): PackedCarton => ({
  ...{ id, name: `K-1-${id}`, codes: [`K-1-${id}`], isOpen: true, locationId: 100 + id, contents: [] },
  ...more,
});
const scan = (text: string, more: Partial<Situation>) =>
  judge(readBarcode(text, 2026), {
    ...{
      lines: [],
      cartons: [carton(1)],
      cartonId: 1,
      fromCartonId: null,
      checked: new Map(),
      pending: null,
      types: [],
      isOneParcel: () => true,
    },
    ...more,
  });

describe('a scan on a pack', () => {
  test('moves a unit into the open carton, of an order that is in it already', () => {
    const lines = [line(mug, 2), line(mug, 2, { orderId: 8, order: 'S-8' })];
    expect(scan('mug', { lines })).toMatchObject({ kind: 'move', moves: [{ cartonId: 1, orderId: 7, qty: 1 }] });
    const cartons = [carton(1, { contents: [content(1, 1, { orderId: 8 })] })];
    expect(scan('mug', { lines, cartons })).toMatchObject({ kind: 'move', moves: [{ orderId: 8 }] });
  });

  test('of a case moves its units, and is wrong where fewer are loose', () => {
    expect(scan('MUG-4', { lines: [line(mug, 5)] })).toMatchObject({ kind: 'move', moves: [{ qty: 4 }] });
    expect(scan('MUG-4', { lines: [line(mug, 3)] })).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'too-many', loose: 3 },
    });
  });

  test('of a case over two orders moves units of both, and of one order if that has all', () => {
    const lines = [line(mug, 3), line(mug, 3, { orderId: 8 }), line(mug, 1, { orderId: 9 })];
    const cartons = [carton(1, { contents: [content(1, 1, { orderId: 8 })] })];
    expect(scan('MUG-4', { lines, cartons })).toMatchObject({
      moves: [
        { orderId: 8, qty: 3 },
        { orderId: 7, qty: 1 },
      ],
    });
    expect(scan('MUG-4', { lines: [...lines, line(mug, 5, { orderId: 10 })], cartons })).toMatchObject({
      moves: [{ orderId: 10, qty: 4 }],
    });
    expect(scan('MUG-4', { lines: lines.slice(1, 2) })).toMatchObject({ wrong: { why: 'too-many', loose: 3 } });
  });

  test('needs an open carton', () => {
    const closed = [carton(1, { isOpen: false })];
    expect(scan('MUG', { lines: [line(mug, 1)], cartons: closed })).toMatchObject({ wrong: { why: 'no-carton' } });
    expect(scan('K-1-1', { cartons: closed })).toMatchObject({ wrong: { why: 'closed-carton' } });
  });

  test('chooses a carton, takes a new one by its type, and is unknown otherwise', () => {
    expect(scan('k-1-2', { cartons: [carton(1), carton(2)] })).toMatchObject({ kind: 'carton', carton: { id: 2 } });
    expect(scan('Box L', { types: [{ id: 9, name: 'Box L' }] })).toEqual({ kind: 'new-carton', typeId: 9 });
    expect(scan('B-200', { lines: [line(mug, 1)] })).toEqual({ kind: 'unknown' });
  });

  test('of a part with serial numbers asks for the number, which the next scan names', () => {
    const lines = [line(phone, 2)];
    expect(scan('PHONE', { lines })).toMatchObject({ kind: 'ask' });
    const pending = { partId: 2, units: 1 };
    expect(scan('SN-5', { lines, pending })).toMatchObject({ kind: 'move', moves: [{ serial: 'SN-5', qty: 1 }] });
    const cartons = [carton(1, { contents: [content(2, 1, { serial: 'SN-5' })] })];
    expect(scan('SN-5', { lines, cartons, pending })).toMatchObject({ wrong: { why: 'serial-twice', serial: 'SN-5' } });
  });

  test('of a part with lots asks for the lot, of all units of a case at once', () => {
    const lines = [line(oil, 6)];
    expect(scan('OIL-6', { lines })).toMatchObject({ kind: 'ask', units: 6 });
    expect(scan('L1', { lines, pending: { partId: 3, units: 6 } })).toMatchObject({ moves: [{ lot: 'L1', qty: 6 }] });
    expect(scan('(01)04006381333931(10)L2', { lines })).toMatchObject({ moves: [{ lot: 'L2', qty: 1 }] });
  });

  test('moves the unit with the serial number or of the lot out of a carton, whichever order it is of', () => {
    const contents = [
      content(2, 1, { serial: 'SN-1' }),
      content(2, 1, { serial: 'SN-2', orderId: 8 }),
      content(3, 2, { lot: 'L1' }),
      content(3, 2, { lot: 'L2', orderId: 8 }),
    ];
    const lines = [line(phone, 0, { qty: 2 }), line(oil, 0, { qty: 4 })];
    const moving = { lines, cartons: [carton(1, { contents }), carton(2)], cartonId: 2, fromCartonId: 1 };
    const named = (partId: number) => ({ ...moving, pending: { partId, units: 1 } });
    expect(scan('SN-2', named(2))).toMatchObject({ moves: [{ orderId: 8, serial: 'SN-2', fromCartonId: 1 }] });
    expect(scan('SN-3', named(2))).toMatchObject({ wrong: { why: 'not-in-carton', unit: 'SN-3' } });
    expect(scan('OIL', moving)).toMatchObject({ kind: 'ask' });
    expect(scan('L2', named(3))).toMatchObject({ moves: [{ orderId: 8, lot: 'L2' }] });
    const oneLot = [carton(1, { contents: contents.slice(0, 3) }), carton(2)];
    expect(scan('OIL', { ...moving, cartons: oneLot })).toMatchObject({ moves: [{ orderId: 7, lot: 'L1' }] });
  });

  test('moves a unit out of another carton, as long as somebody moves, and is wrong where it has none', () => {
    const cartons = [carton(1, { contents: [content(1, 1), content(1, 1)] }), carton(2)];
    const moving = { lines: [line(mug, 0, { qty: 2 })], cartons, cartonId: 2, fromCartonId: 1 };
    expect(scan('MUG', moving)).toMatchObject({ moves: [{ cartonId: 2, fromCartonId: 1, qty: 1 }] });
    expect(scan('MUG-4', moving)).toMatchObject({ wrong: { why: 'too-many', loose: 2 } });
    const others = { ...moving, lines: [...moving.lines, line(phone, 1)] };
    expect(scan('PHONE', others)).toMatchObject({ wrong: { why: 'not-in-carton' } });
    // The carton that units leave cannot get them, nor others before it is clear where those go.
    expect(scan('MUG', { ...moving, cartonId: 1 })).toMatchObject({ wrong: { why: 'choose-target' } });
    expect(scan('PHONE', { ...others, cartonId: 1 })).toMatchObject({ wrong: { why: 'choose-target' } });
  });

  test('of a case moves units that were packed one by one, and those of two orders', () => {
    const contents = [content(1, 1), content(1, 1), content(1, 3, { orderId: 8 })];
    const cartons = [carton(1, { contents }), carton(2)];
    expect(scan('MUG-4', { lines: [line(mug, 0, { qty: 5 })], cartons, cartonId: 2, fromCartonId: 1 })).toMatchObject({
      moves: [
        { orderId: 7, qty: 2 },
        { orderId: 8, qty: 2 },
      ],
    });
  });

  test('of a part that is in cartons already checks it, in the carton at hand first, and each unit once', () => {
    const contents = [content(1, 1)];
    const cartons = [carton(1, { contents }), carton(2, { contents })];
    const lines = [line(mug, 0, { qty: 2 })];
    expect(scan('MUG', { lines, cartons, cartonId: 2 })).toMatchObject({ kind: 'check', cartonId: 2, units: 1 });
    const one: CheckedUnits = new Map([[checkKey(2, 1), 1]]);
    expect(scan('MUG', { lines, cartons, cartonId: 2, checked: one })).toMatchObject({ kind: 'check', cartonId: 1 });
    const both: CheckedUnits = new Map([...one, [checkKey(1, 1), 1]]);
    expect(uncheckedUnits(cartons, both)).toBe(0);
    expect(scan('MUG', { lines, cartons, checked: both })).toMatchObject({ wrong: { why: 'all-packed' } });
    expect(scan('MUG-4', { lines, cartons })).toMatchObject({ wrong: { why: 'too-many-to-check', most: 1 } });
  });
});

test('what is checked leaves its carton with the units, and comes into the other one only by a scan', () => {
  const cartons = [carton(1, { contents: [content(1, 2)] }), carton(2, { contents: [content(1, 1)] })];
  const before: CheckedUnits = new Map([[checkKey(1, 1), 1]]);
  const move = { cartonId: 2, fromCartonId: 1, partId: 1, qty: 1 };
  const unchecked = (isScanned: boolean) => uncheckedUnits(cartons, checkedAfter(before, { ...move, isScanned }));
  // The unit that has left may be the one that was checked.
  expect([unchecked(true), unchecked(false)]).toEqual([2, 3]);
  expect(nextToCheck(cartons, before)).toMatchObject({ carton: { id: 1 }, partId: 1 });
  expect(nextToCheck(cartons, new Map([[checkKey(1, 1), 2]]))).toMatchObject({ carton: { id: 2 } });
});

test('however codes are scanned, no order gets more units than it lacks, and no more are checked than are in cartons', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('MUG', 'MUG-4', 'K-1-1', 'K-1-2', 'NO'), { maxLength: 60 }), (codes) => {
      const loose = new Map([
        [7, 6],
        [8, 5],
      ]);
      let cartonId = 1;
      const done: Move[] = [];
      const checked = new Map<string, number>();
      for (const code of codes) {
        const inside = (id: number) => done.filter((move) => move.cartonId === id);
        const cartons = [1, 2].map((id) =>
          carton(id, { contents: inside(id).map(({ orderId, qty }) => content(1, qty, { orderId })) }),
        );
        const lines = [...loose].map(([orderId, units]) => line(mug, units, { orderId }));
        const verdict = scan(code, { lines, cartons, cartonId, checked });
        if (verdict.kind === 'carton') cartonId = verdict.carton.id;
        if (verdict.kind === 'move') {
          expect(verdict.moves.reduce((sum, { qty }) => sum + qty, 0)).toBe(code === 'MUG-4' ? 4 : 1);
          for (const move of verdict.moves) {
            loose.set(move.orderId, (loose.get(move.orderId) ?? 0) - move.qty);
            done.push(move);
          }
        }
        if (verdict.kind === 'check') {
          const key = checkKey(verdict.cartonId, 1);
          checked.set(key, (checked.get(key) ?? 0) + verdict.units);
          const units = inside(verdict.cartonId).reduce((sum, { qty }) => sum + qty, 0);
          expect(checked.get(key)).toBeLessThanOrEqual(units);
        }
        for (const units of loose.values()) expect(units).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

describe('a scan of goods of another parcel', () => {
  const isOneParcel = (one: number, other: number) => (one === 8) === (other === 8);
  const lines = [line(mug, 1), line(mug, 1, { orderId: 8, order: 'S-8' })];
  const full = carton(1, { contents: [content(1, 1)] });

  test('goes into the carton at hand as long as it has units of that one', () => {
    expect(scan('mug', { lines, isOneParcel, cartons: [full] })).toMatchObject({
      kind: 'move',
      moves: [{ orderId: 7 }],
    });
  });

  test('names the carton of its own parcel before an empty one', () => {
    const other = carton(3, { contents: [content(1, 1, { orderId: 8 })] });
    const left = [line(mug, 0), line(mug, 1, { orderId: 8, order: 'S-8' })];
    const expected = { kind: 'wrong', wrong: { why: 'other-parcel', order: 'S-8', carton: { id: 3 } } };
    expect(scan('mug', { lines: left, isOneParcel, cartons: [full, carton(2), other] })).toMatchObject(expected);
    const empty = { kind: 'wrong', wrong: { why: 'other-parcel', carton: { id: 2 } } };
    expect(scan('mug', { lines: left, isOneParcel, cartons: [full, carton(2)] })).toMatchObject(empty);
    const none = { kind: 'wrong', wrong: { why: 'other-parcel', carton: undefined } };
    expect(scan('mug', { lines: left, isOneParcel, cartons: [full] })).toMatchObject(none);
  });

  test('of a case is of one parcel alone', () => {
    const many = [line(mug, 2), line(mug, 2, { orderId: 8, order: 'S-8' })];
    expect(scan('mug-4', { lines: many, isOneParcel })).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'too-many', loose: 2 },
    });
  });

  test('does not leave its carton for one of another parcel', () => {
    const from = carton(2, { contents: [content(1, 1, { orderId: 8 })] });
    const verdict = scan('mug', { lines, isOneParcel, cartons: [full, from], fromCartonId: 2 });
    expect(verdict).toMatchObject({ kind: 'wrong', wrong: { why: 'other-parcel', order: 'S-8', carton: undefined } });
  });
});
