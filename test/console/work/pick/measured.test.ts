import { describe, expect, test } from 'vitest';
import type { ScannedPart } from '../../../../console/work/part-codes.ts';
import { judge, type Pending } from '../../../../console/work/pick/judge.ts';
import { isMeasured, type Line, openOfLot, openUnits } from '../../../../console/work/pick/lines.ts';
import { judgeAmount, weighing } from '../../../../console/work/pick/measured.ts';
import { readBarcode } from '../../../../lib/barcodes/read.ts';

/** Parts whose amount a person says, such as cable. */

const place = { id: 1, name: 'A-2', barcode: null };
const cable = (more: Partial<ScannedPart> = {}): ScannedPart => ({
  ...{ id: 7, number: 'CABLE', name: '', upc: '4006381333931', tracking: 'none', isWhole: false, unit: 'm' },
  aliases: [{ number: 'REEL', upc: null, units: 100 }],
  ...more,
});
const line = (part: ScannedPart, more: Partial<Line> = {}): Line => ({
  ...{ id: 1, part, place, home: place, order: 'S-1', qty: 200, counted: 0, unsent: 0, isWaiting: false },
  ...{ isFinished: false, take: [], counts: [], serials: [] },
  ...more,
});
const scan = (text: string, of: readonly Line[], pending: Pending | null = null) =>
  judge(readBarcode(text, 2026), { lines: of, atPlace: null, isSure: false, pending });
const lots = [
  { locationId: 1, lot: 'A', serial: null, qty: 120 },
  { locationId: 1, lot: 'B', serial: null, qty: 80 },
];
const ofLots = line(cable({ tracking: 'lot' }), { take: lots });

test('a scan asks how much, also where less than a unit is open', () => {
  expect(scan('CABLE', [line(cable())])).toMatchObject({ kind: 'weigh', pending: { lineId: 1, units: null } });
  expect(scan('CABLE', [line(cable(), { qty: 0.5 })])).toMatchObject({ kind: 'weigh' });
  expect(scan('CABLE', [line(cable(), { qty: 4, counted: 3.6 })])).toMatchObject({ kind: 'weigh' });
});

test('what is open is an exact decimal', () => {
  expect(openUnits(line(cable(), { qty: 0.3, counted: 0.2 }))).toBe(0.1);
});

test('a unit with a serial number is one, whatever its unit', () => {
  expect(isMeasured(line(cable({ tracking: 'serial' })))).toBe(false);
});

describe('the code says how much', () => {
  test('by the article, such as a reel', () => {
    expect(scan('REEL', [line(cable())])).toMatchObject({ pending: { units: 100 } });
  });

  test.each([
    ['kg', 1.25],
    ['g', 1250],
    ['m', null],
  ])('by its net weight, in %s', (unit, units) => {
    expect(scan('(01)04006381333931(3103)001250', [line(cable({ unit }))])).toMatchObject({ pending: { units } });
  });
});

describe('of a part with lots', () => {
  test('the code has the lot', () => {
    expect(scan('(01)04006381333931(10)B', [ofLots])).toMatchObject({ kind: 'weigh', pending: { lot: 'B' } });
    expect(scan('(01)04006381333931(10)Z', [ofLots])).toMatchObject({ wrong: { why: 'other-lot', lot: 'Z' } });
  });

  test('the lot comes after the part, and keeps the amount', () => {
    const verdict = scan('REEL', [ofLots]);
    expect(verdict).toMatchObject({ kind: 'weigh', pending: { lot: null, units: 100 } });
    const { pending } = verdict as { pending: Pending };
    expect(scan('B', [ofLots], pending)).toMatchObject({ kind: 'weigh', pending: { lot: 'B', units: 100 } });
    expect(scan('Z', [ofLots], pending)).toMatchObject({ wrong: { why: 'other-lot', lot: 'Z' } });
  });

  test('the only lot needs no choice', () => {
    const [one] = lots;
    expect(scan('CABLE', [{ ...ofLots, take: one ? [one] : [] }])).toMatchObject({ pending: { lot: 'A' } });
    expect(weighing([ofLots], ofLots, { units: null, lot: null })).toMatchObject({ pending: { lot: null } });
  });

  test('what is left of a lot is proposed', () => {
    const counts = [{ locationId: 1, lot: 'A', serial: null, qty: 119.7 }];
    const counted = { ...ofLots, counted: 119.7, counts };
    expect(openOfLot(counted, 'A')).toBe(0.3);
    expect(openOfLot(counted, 'B')).toBe(80);
    expect(openOfLot(counted, null)).toBe(80.3);
  });
});

describe('a person says how much', () => {
  const pending: Pending = { lineId: 1, units: null, lot: 'B' };

  test('which counts, of the lot that is chosen', () => {
    expect(judgeAmount(2.5, pending, ofLots)).toMatchObject({ counts: [{ qty: 2.5, lot: 'B', locationId: 1 }] });
    expect(judgeAmount(2.5, { ...pending, lot: null }, line(cable()))).toMatchObject({ counts: [{ lot: null }] });
  });

  test('which is wrong without the lot, or beyond what is open', () => {
    expect(judgeAmount(2, { ...pending, lot: null }, ofLots)).toMatchObject({ wrong: { why: 'no-lot' } });
    expect(judgeAmount(201, pending, ofLots)).toMatchObject({ wrong: { why: 'too-much' } });
  });
});
