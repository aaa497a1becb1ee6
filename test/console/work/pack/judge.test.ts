import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBarcode } from '../../../../barcodes/read.ts';
import { judge, type Situation } from '../../../../console/work/pack/judge.ts';
import {
  type CheckedUnits,
  checkKey,
  type PackedCarton,
  type PackedLine,
  uncheckedUnits,
} from '../../../../console/work/pack/units.ts';
import type { ScannedPart } from '../../../../console/work/part-codes.ts';

const part = (id: number, number: string, more: Partial<ScannedPart> = {}): ScannedPart => ({
  ...{ id, number, name: '', upc: null, tracking: 'none', isWhole: true, unit: 'each', aliases: [] },
  ...more,
});
const mug = part(1, 'MUG', { aliases: [{ number: 'MUG-4', upc: null, units: 4 }] });
const phone = part(2, 'PHONE', { tracking: 'serial' });
const line = (of: ScannedPart, loose: number, more: Partial<PackedLine> = {}): PackedLine => ({
  ...{ part: of, orderId: 7, order: 'S-7', qty: loose, loose },
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
      pendingPart: null,
      types: [],
    },
    ...more,
  });

describe('a scan on a pack', () => {
  test('moves a unit into the open carton, of an order that is in it already', () => {
    const lines = [line(mug, 2), line(mug, 2, { orderId: 8, order: 'S-8' })];
    expect(scan('mug', { lines })).toMatchObject({ kind: 'move', move: { cartonId: 1, orderId: 7, qty: 1 } });
    const cartons = [carton(1, { contents: [{ partId: 1, orderId: 8, qty: 1 }] })];
    expect(scan('mug', { lines, cartons })).toMatchObject({ kind: 'move', move: { orderId: 8 }, isLast: false });
  });

  test('of a case moves its units, and is wrong where fewer are loose', () => {
    expect(scan('MUG-4', { lines: [line(mug, 5)] })).toMatchObject({ kind: 'move', move: { qty: 4 } });
    expect(scan('MUG-4', { lines: [line(mug, 3)] })).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'too-many', loose: 3 },
    });
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
    expect(scan('PHONE', { lines })).toMatchObject({ kind: 'ask-serial' });
    expect(scan('SN-5', { lines, pendingPart: 2 })).toMatchObject({ kind: 'move', move: { serial: 'SN-5', qty: 1 } });
  });

  test('moves a unit out of another carton, as long as somebody moves, and is wrong where it has none', () => {
    const cartons = [carton(1, { contents: [{ partId: 1, orderId: 7, qty: 2 }] }), carton(2)];
    const moving = { lines: [line(mug, 0, { qty: 2 })], cartons, cartonId: 2, fromCartonId: 1 };
    expect(scan('MUG', moving)).toMatchObject({ kind: 'move', move: { cartonId: 2, fromCartonId: 1, qty: 1 } });
    expect(scan('MUG-4', moving)).toMatchObject({ wrong: { why: 'too-many', loose: 2 } });
    const others = { ...moving, lines: [...moving.lines, line(phone, 1)] };
    expect(scan('PHONE', others)).toMatchObject({ wrong: { why: 'not-in-carton' } });
    // The carton that units leave cannot get them.
    expect(scan('MUG', { ...moving, cartonId: 1 })).toMatchObject({ kind: 'check' });
  });

  test('of a part that is in cartons already checks it, in the carton at hand first, and each unit once', () => {
    const contents = [{ partId: 1, orderId: 7, qty: 1 }];
    const cartons = [carton(1, { contents }), carton(2, { contents })];
    const lines = [line(mug, 0, { qty: 2 })];
    expect(scan('MUG', { lines, cartons, cartonId: 2 })).toMatchObject({ kind: 'check', cartonId: 2, units: 1 });
    const one: CheckedUnits = new Map([[checkKey(2, 1), 1]]);
    expect(scan('MUG', { lines, cartons, cartonId: 2, checked: one })).toMatchObject({ kind: 'check', cartonId: 1 });
    const both: CheckedUnits = new Map([...one, [checkKey(1, 1), 1]]);
    expect(uncheckedUnits(cartons, both)).toBe(0);
    expect(scan('MUG', { lines, cartons, checked: both })).toMatchObject({ wrong: { why: 'all-packed' } });
  });
});

test('however codes are scanned, no more units are packed than are loose, nor checked than are in cartons', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('MUG', 'MUG-4', 'K-1-1', 'K-1-2', 'NO'), { maxLength: 60 }), (codes) => {
      let loose = 9;
      let cartonId = 1;
      const inCartons = new Map([
        [1, 0],
        [2, 0],
      ]);
      const checked = new Map<string, number>();
      for (const code of codes) {
        const cartons = [1, 2].map((id) =>
          carton(id, { contents: [{ partId: 1, orderId: 7, qty: inCartons.get(id) ?? 0 }] }),
        );
        const verdict = scan(code, { lines: [line(mug, loose, { qty: 9 })], cartons, cartonId, checked });
        if (verdict.kind === 'carton') cartonId = verdict.carton.id;
        if (verdict.kind === 'move') {
          loose -= verdict.move.qty;
          inCartons.set(verdict.move.cartonId, (inCartons.get(verdict.move.cartonId) ?? 0) + verdict.move.qty);
        }
        if (verdict.kind === 'check') {
          const key = checkKey(verdict.cartonId, 1);
          checked.set(key, (checked.get(key) ?? 0) + verdict.units);
          expect(checked.get(key)).toBeLessThanOrEqual(inCartons.get(verdict.cartonId) ?? 0);
        }
        expect(loose).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
