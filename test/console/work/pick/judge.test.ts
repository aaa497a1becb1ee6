import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScannedPart } from '../../../../console/work/part-codes.ts';
import { judge, judgeUndo, type Situation } from '../../../../console/work/pick/judge.ts';
import { type Line, nextStop, openUnits, type Place, stopsOf, takenAt } from '../../../../console/work/pick/lines.ts';
import { readBarcode } from '../../../../lib/barcodes/read.ts';

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
    home: at,
    order: 'S-1',
    qty: 3,
    counted: 0,
    unsent: 0,
    isWaiting: false,
    isFinished: false,
    counts: [],
    serials: [],
  },
  take: at ? [{ locationId: at.id, lot: null, serial: null, qty: 3 }] : [],
  ...more,
});
const scan = (text: string, of: readonly Line[], more: Partial<Situation> = {}) =>
  judge(readBarcode(text, 2026), { lines: of, atPlace: null, isSure: false, pending: null, ...more });

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
        counts: [{ lineId: of[0]?.id, qty: 1, locationId: a2.id }],
      });
    }
  });

  test('of a case counts its units, and is wrong where fewer are missing', () => {
    const mug = part('MUG', { aliases: [{ number: 'MUG-12', upc: null, units: 12 }] });
    expect(scan('MUG-12', [line(mug, a2, { qty: 20 })])).toMatchObject({ kind: 'count', counts: [{ qty: 12 }] });
    expect(scan('MUG-12', [line(mug, a2, { qty: 20, counted: 10 })])).toMatchObject({
      kind: 'wrong',
      wrong: { why: 'too-many', units: 12, open: 10 },
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
    expect(scan('A', of)).toMatchObject({ counts: [{ lineId: of[0]?.id }] });
    expect(scan('A', of, { atPlace: a10.id })).toMatchObject({ counts: [{ lineId: of[1]?.id, locationId: a10.id }] });
  });

  test('of a case counts for several orders, at one place', () => {
    const mug = part('MUG', { aliases: [{ number: 'MUG-12', upc: null, units: 12 }] });
    const wave = [line(mug, a2, { qty: 6 }), line(mug, a2, { qty: 7, counted: 1 }), line(mug, a10, { qty: 9 })];
    expect(scan('MUG-12', wave)).toMatchObject({
      counts: [
        { lineId: wave[0]?.id, qty: 6, locationId: a2.id },
        { lineId: wave[1]?.id, qty: 6, locationId: a2.id },
      ],
    });
    expect(scan('MUG-12', [line(mug, a2, { qty: 6 }), line(mug, a10, { qty: 6 })])).toMatchObject({
      wrong: { why: 'too-many', units: 12, open: 6, line: { place: a2 } },
    });
    const single = [line(mug, a2, { qty: 6 }), line(mug, a2, { qty: 12 })];
    expect(scan('MUG-12', single)).toMatchObject({ counts: [{ lineId: single[1]?.id, qty: 12 }] });
  });

  test('of a part of another place is wrong once the picker has scanned a place where something is open', () => {
    const of = [line(part('A'), a2), line(part('B'), a10)];
    const at = { atPlace: a2.id, isSure: true };
    expect(scan('B', of, at)).toMatchObject({ wrong: { why: 'other-place', line: { id: of[1]?.id }, here: a2 } });
    expect(scan('B', of, { atPlace: a2.id })).toMatchObject({ kind: 'count' });
    expect(scan('B', [line(part('A'), a2, { counted: 3 }), line(part('B'), a10)], at)).toMatchObject({ kind: 'count' });
  });
});

describe('a part with lots', () => {
  const of = [
    line(part('L', { tracking: 'lot', upc: '4006381333931' }), a2, {
      take: [{ locationId: 1, lot: 'X1', serial: null, qty: 3 }],
    }),
  ];
  const pending = { lineId: of[0]?.id ?? 0, units: 1, lot: null };

  test('asks for the lot, which the next scan names', () => {
    expect(scan('L', of)).toMatchObject({ kind: 'ask', pending: { units: 1, lot: null } });
    expect(scan('X1', of, { pending })).toMatchObject({ kind: 'count', counts: [{ lot: 'X1', qty: 1 }] });
    expect(scan('X2', of, { pending })).toMatchObject({ kind: 'wrong', wrong: { why: 'other-lot', lot: 'X2' } });
  });

  test('needs no second scan where the code has the lot', () => {
    expect(scan('(01)04006381333931(10)X1', of)).toMatchObject({ kind: 'count', counts: [{ lot: 'X1' }] });
    expect(scan('(01)04006381333931(10)X9', of)).toMatchObject({ kind: 'wrong', wrong: { why: 'other-lot' } });
  });

  test('whose code comes again is asked again', () => {
    expect(scan('L', of, { pending })).toMatchObject({ kind: 'ask' });
  });
});

test('a line that is taken elsewhere takes the lots of that place', () => {
  const of = line(part('L', { tracking: 'lot' }), a2, { take: [{ locationId: 1, lot: 'X1', serial: null, qty: 3 }] });
  const there = takenAt(of, { place: a10, take: [{ locationId: 2, lot: 'Y1', serial: null, qty: 9 }] });
  const pending = { lineId: of.id, units: 1, lot: null };
  expect(scan('Y1', [there], { pending })).toMatchObject({ counts: [{ lot: 'Y1', locationId: a10.id }] });
  expect(scan('X1', [there], { pending })).toMatchObject({ wrong: { why: 'other-lot' } });
  expect(there.home).toEqual(a2);
});

describe('a part with serial numbers', () => {
  const of = [
    line(part('S', { tracking: 'serial' }), a2, {
      serials: ['N1'],
      counted: 1,
      take: ['N1', 'N2', 'N3'].map((serial) => ({ locationId: 1, lot: null, serial, qty: 1 })),
    }),
  ];
  const pending = { lineId: of[0]?.id ?? 0, units: 1, lot: null };

  test('counts each number once', () => {
    expect(scan('N2', of, { pending })).toMatchObject({ kind: 'count', counts: [{ serial: 'N2', qty: 1 }] });
    expect(scan('N1', of, { pending })).toMatchObject({ kind: 'wrong', wrong: { why: 'serial-twice', serial: 'N1' } });
  });

  test('is no place and no other part of the pick, while its number is asked for', () => {
    const more = [...of, line(part('B'), a10)];
    expect(scan('A-10', more, { pending })).toEqual({ kind: 'place', place: a10 });
    expect(scan('B', more, { pending })).toMatchObject({ counts: [{ lineId: more[1]?.id, serial: null }] });
  });

  test('counts another number of the part: the service exchanges the units', () => {
    expect(scan('N9', of, { pending })).toMatchObject({ kind: 'count', counts: [{ serial: 'N9' }] });
  });
});

describe('taking back', () => {
  const mug = part('MUG', { aliases: [{ number: 'MUG-12', upc: null, units: 12 }] });
  const countsOf = (of: readonly Line[]) => {
    const verdict = scan('MUG-12', of);
    return verdict.kind === 'count' ? verdict.counts : [];
  };

  test('is a count of the same units, of each line', () => {
    const of = [line(mug, a2, { qty: 20 })];
    const last = countsOf(of);
    expect(judgeUndo(last, [{ ...(of[0] as Line), counted: 12 }])).toEqual({
      kind: 'count',
      counts: [{ lineId: of[0]?.id, qty: -12, locationId: a2.id, lot: null, serial: null }],
    });
  });

  test('is wrong for a line that is complete, and without a count', () => {
    const of = [line(mug, a2, { qty: 6 }), line(mug, a2, { qty: 7 })];
    const counted = [
      { ...(of[0] as Line), counted: 6 },
      { ...(of[1] as Line), counted: 6 },
    ];
    expect(judgeUndo(countsOf(of), counted)).toMatchObject({ wrong: { why: 'picked', line: { id: of[0]?.id } } });
    expect(judgeUndo([], of)).toMatchObject({ wrong: { why: 'nothing-to-undo' } });
  });
});

test('however codes are scanned, no line is ever counted beyond its quantity, and a scan counts all of its units or none', () => {
  const codes = ['A', 'B', 'B-3', 'A-2', 'A-10', 'C', 'NOTHING'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...codes), { maxLength: 60 }), (scans) => {
      const b = part('B', { aliases: [{ number: 'B-3', upc: null, units: 3 }] });
      let of = [line(part('A'), a2), line(b, a2, { qty: 4 }), line(b, a10, { qty: 2 }), line(b, a10, { qty: 5 })];
      of = [...of, line(part('C'), null)];
      let at = { atPlace: null as number | null, isSure: false };
      for (const code of scans) {
        const verdict = scan(code, of, at);
        if (verdict.kind === 'place') at = { atPlace: verdict.place.id, isSure: true };
        if (verdict.kind !== 'count') continue;
        expect(verdict.counts.reduce((sum, { qty }) => sum + qty, 0)).toBe(code === 'B-3' ? 3 : 1);
        expect(new Set(verdict.counts.map(({ locationId }) => locationId)).size).toBe(1);
        for (const { lineId, qty } of verdict.counts)
          of = of.map((one) => (one.id === lineId ? { ...one, counted: one.counted + qty } : one));
      }
      for (const one of of) expect(openUnits(one)).toBe(one.qty - one.counted);
    }),
  );
});
