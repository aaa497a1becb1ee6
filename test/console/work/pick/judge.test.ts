import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBarcode } from '../../../../barcodes/read.ts';
import type { ScannedPart } from '../../../../console/work/part-codes.ts';
import { judge, type Situation } from '../../../../console/work/pick/judge.ts';
import { type Line, nextStop, openUnits, type Place, stopsOf } from '../../../../console/work/pick/lines.ts';

const part = (number: string, more: Partial<ScannedPart> = {}): ScannedPart => ({
  ...{
    id: [...number].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
    number,
    name: '',
    upc: null,
    tracking: 'none',
  },
  ...{ isWhole: true, unit: 'each', aliases: [] },
  ...more,
});
const place = (id: number, name: string, barcode: string | null = null): Place => ({ id, name, barcode });
let lines = 0;
const line = (of: ScannedPart, at: Place | null, more: Partial<Line> = {}): Line => ({
  ...{
    id: ++lines,
    part: of,
    place: at,
    order: 'S-1',
    qty: 3,
    counted: 0,
    unsent: 0,
    isFinished: false,
    counts: [],
    serials: [],
  },
  take: at ? [{ locationId: at.id, lot: null, serial: null, qty: 3 }] : [],
  ...more,
});
const scan = (text: string, of: readonly Line[], more: Partial<Situation> = {}) =>
  judge(readBarcode(text, 2026), { lines: of, atPlace: null, pending: null, ...more });

const [a2, a10] = [place(1, 'A-2', 'LOC-1'), place(2, 'A-10')];

describe('stops', () => {
  test('are in walking order, A-2 before A-10, and lines without stock come last', () => {
    const of = [line(part('X'), null), line(part('B'), a10), line(part('C'), a2), line(part('A'), a2)];
    expect(stopsOf(of).map((stop) => [stop.place?.name, ...stop.lines.map((one) => one.part.number)])).toEqual([
      ['A-2', 'A', 'C'],
      ['A-10', 'B'],
      [undefined, 'X'],
    ]);
  });

  test('the next one is the place that was scanned, as long as something is open there', () => {
    const of = [line(part('A'), a2), line(part('B'), a10, { counted: 2 })];
    expect(nextStop(stopsOf(of), null)?.place).toEqual(a2);
    expect(nextStop(stopsOf(of), a10.id)?.place).toEqual(a10);
    expect(nextStop(stopsOf([of[0] as Line, line(part('B'), a10, { counted: 3 })]), a10.id)?.place).toEqual(a2);
  });
});

describe('a scan', () => {
  test('of the number, in any case, or of the article number in each of its forms counts one', () => {
    const of = [line(part('Mug', { upc: '036000291452' }), a2)];
    for (const code of ['MUG', '036000291452', '0036000291452', '(01)00036000291452']) {
      expect(scan(code, of), code).toMatchObject({
        kind: 'count',
        count: { lineId: of[0]?.id, qty: 1, locationId: a2.id },
      });
    }
  });

  test('of a case counts its units, and is wrong where fewer are missing', () => {
    const mug = part('MUG', { aliases: [{ number: 'MUG-12', upc: null, units: 12 }] });
    expect(scan('MUG-12', [line(mug, a2, { qty: 20 })])).toMatchObject({ kind: 'count', count: { qty: 12 } });
    expect(scan('MUG-12', [line(mug, a2, { qty: 20, counted: 10 })])).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'too-many', units: 12 },
    });
  });

  test('of a place goes there by name or barcode; one that is done is wrong', () => {
    const of = [line(part('A'), a2), line(part('B'), a10, { counted: 3 })];
    expect([scan('a-2', of), scan('LOC-1', of)]).toEqual([
      { kind: 'place', place: a2 },
      { kind: 'place', place: a2 },
    ]);
    expect(scan('A-10', of)).toEqual({ kind: 'wrong', wrong: { why: 'done-here', place: a10 } });
  });

  test('of nothing that is on the pick is unknown here', () => {
    expect(scan('B-200', [line(part('A'), a2)])).toEqual({ kind: 'unknown' });
  });

  test('of a part that is complete is wrong', () => {
    expect(scan('A', [line(part('A'), a2, { counted: 3 })])).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'all-counted' },
    });
  });

  test('fills the line of the place where the picker is first', () => {
    const of = [line(part('A'), a2), line(part('A'), a10)];
    expect(scan('A', of)).toMatchObject({ count: { lineId: of[0]?.id } });
    expect(scan('A', of, { atPlace: a10.id })).toMatchObject({ count: { lineId: of[1]?.id, locationId: a10.id } });
  });

  test('of a part sold by weight asks how much', () => {
    expect(scan('CABLE', [line(part('CABLE', { isWhole: false, unit: 'm' }), a2)])).toMatchObject({ kind: 'weigh' });
  });
});

describe('a part with lots', () => {
  const of = [
    line(part('L', { tracking: 'lot', upc: '4006381333931' }), a2, {
      take: [{ locationId: 1, lot: 'X1', serial: null, qty: 3 }],
    }),
  ];
  const pending = { lineId: of[0]?.id ?? 0, units: 1 };

  test('asks for the lot, which the next scan names', () => {
    expect(scan('L', of)).toMatchObject({ kind: 'ask', units: 1 });
    expect(scan('X1', of, { pending })).toMatchObject({ kind: 'count', count: { lot: 'X1', qty: 1 } });
    expect(scan('X2', of, { pending })).toMatchObject({ kind: 'wrong', wrong: { why: 'other-lot', lot: 'X2' } });
  });

  test('needs no second scan where the code has the lot', () => {
    expect(scan('(01)04006381333931(10)X1', of)).toMatchObject({ kind: 'count', count: { lot: 'X1' } });
    expect(scan('(01)04006381333931(10)X9', of)).toMatchObject({ kind: 'wrong', wrong: { why: 'other-lot' } });
  });

  test('whose code comes again is asked again', () => {
    expect(scan('L', of, { pending })).toMatchObject({ kind: 'ask' });
  });
});

describe('a part with serial numbers', () => {
  const of = [
    line(part('S', { tracking: 'serial' }), a2, {
      serials: ['N1'],
      counted: 1,
      take: ['N1', 'N2', 'N3'].map((serial) => ({ locationId: 1, lot: null, serial, qty: 1 })),
    }),
  ];
  const pending = { lineId: of[0]?.id ?? 0, units: 1 };

  test('counts each number once', () => {
    expect(scan('N2', of, { pending })).toMatchObject({ kind: 'count', count: { serial: 'N2', qty: 1 } });
    expect(scan('N1', of, { pending })).toMatchObject({ kind: 'wrong', wrong: { why: 'serial-twice', serial: 'N1' } });
  });

  test('counts another number of the part: the service exchanges the units', () => {
    expect(scan('N9', of, { pending })).toMatchObject({ kind: 'count', count: { serial: 'N9' } });
  });
});

test('however codes are scanned, no line is ever counted beyond its quantity, and the last count is said', () => {
  const codes = ['A', 'B', 'B-3', 'A-2', 'A-10', 'C', 'NOTHING'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...codes), { maxLength: 60 }), (scans) => {
      const b = part('B', { aliases: [{ number: 'B-3', upc: null, units: 3 }] });
      let of = [line(part('A'), a2), line(b, a2, { qty: 4 }), line(b, a10, { qty: 5 }), line(part('C'), null)];
      let atPlace: number | null = null;
      for (const code of scans) {
        const verdict = scan(code, of, { atPlace });
        if (verdict.kind === 'place') atPlace = verdict.place.id;
        if (verdict.kind !== 'count') continue;
        const { lineId, qty } = verdict.count;
        of = of.map((one) => (one.id === lineId ? { ...one, counted: one.counted + qty } : one));
        const open = of.reduce((sum, one) => sum + openUnits(one), 0);
        expect(verdict.isLast).toBe(open === 0);
      }
      for (const one of of) expect(one.counted).toBeLessThanOrEqual(one.qty);
    }),
  );
});
