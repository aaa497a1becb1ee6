import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isZero, minus, plus, times } from '../../../cli/import/map/arithmetic.ts';
import { plainWriting, readValue } from '../../../cli/import/rows/types.ts';

const comma = { decimalPoint: ',', dates: 'DD.MM.YYYY' } as const;

test('numbers are parsed exactly and have the shortest text', () => {
  const read = (text: string) => readValue(text, 'decimal', plainWriting);
  expect(['14.00', '0.10', '+3', '.5', '-2.50', '12345678901234567890.1'].map(read)).toEqual([
    '14',
    '0.1',
    '3',
    '0.5',
    '-2.5',
    '12345678901234567890.1',
  ]);
  expect(['', 'abc', '1,5', '1.2.3', '10%', '1,2,3', '12-5', '(5'].map(read)).toEqual(Array(8).fill(undefined));
});

test('numbers are parsed as shops and spreadsheets write them', () => {
  const read = (text: string) => readValue(text, 'decimal', plainWriting);
  const written = ['$5', '€ 12.50', '12.50 EUR', 'USD 1,234.50', '1 234.5', '1,234', '(5.00)', '12.50-', '−5.00', '5.'];
  expect(written.map(read)).toEqual(['5', '12.5', '12.5', '1234.5', '1234.5', '1234', '-5', '-12.5', '-5', '5']);
  expect(['1.5E+3', '1.5e-2', '-2E3', '45E+0'].map(read)).toEqual(['1500', '0.015', '-2000', '45']);
});

test('with a decimal comma a point groups three digits, and no others', () => {
  expect(['1234,5', '1.234,50', '1.234', '€ 4,90'].map((text) => readValue(text, 'decimal', comma))).toEqual([
    ...['1234.5', '1234.5', '1234', '4.9'],
  ]);
  expect(readValue('12.34', 'decimal', comma)).toBeUndefined();
});

test('a file whose numbers say their separator has no other one, and an ambiguous number is refused', () => {
  const read = (text: string) => readValue(text, 'decimal', { decimalPoint: 'any', dates: undefined });
  expect(['4,90', '4.90', '1.234,50', '1,234.50', '1,234,567', '0.125', '7'].map(read)).toEqual([
    ...['4.9', '4.9', '1234.5', '1234.5', '1234567', '0.125', '7'],
  ]);
  expect(['1.234', '1,234'].map(read)).toEqual([undefined, undefined]);
});

test('a whole number has no fraction', () => {
  expect(readValue('12.0', 'whole', plainWriting)).toBe('12');
  expect(readValue('12.5', 'whole', plainWriting)).toBeUndefined();
});

test('dates are parsed in the format of the file, and days that do not exist are refused', () => {
  expect(readValue('1996-07-04 00:00:00.000', 'date', plainWriting)).toBe('1996-07-04');
  expect(readValue('4.7.1996', 'date', comma)).toBe('1996-07-04');
  expect(readValue('07/04/1996', 'date', { decimalPoint: '.', dates: 'MM/DD/YYYY' })).toBe('1996-07-04');
  const shops = ['2026-09-03 10:14:00 -0400', '2026-09-03T10:14:00Z', '2026-9-3', '20260903', '2026-09-03 10:14'];
  expect(shops.map((text) => readValue(text, 'date', plainWriting))).toEqual(Array(5).fill('2026-09-03'));
  expect(readValue('9/3/2026 2:14 PM', 'date', { decimalPoint: '.', dates: 'MM/DD/YYYY' })).toBe('2026-09-03');
  expect(readValue('1996-02-30', 'date', plainWriting)).toBeUndefined();
  expect(readValue('4.7.1996', 'date', plainWriting)).toBeUndefined();
});

test('yes and no have several spellings', () => {
  expect(['1', 'true', 'Yes', 'n', 'FALSE', '0'].map((text) => readValue(text, 'flag', plainWriting))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(readValue('maybe', 'flag', plainWriting)).toBeUndefined();
});

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));

test('a fraction of a price is exact', () => {
  expect(times('1.005', '100')).toBe('100.5');
  expect(times('14.40', '0.05')).toBe('0.72');
  expect(times('0.000001', '0.5')).toBe('0.000001');
  expect(times('-0.000001', '0.5')).toBe('-0.000001');
});

test('the laws of arithmetic are true for all amounts', () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(times(a, b)).toBe(times(b, a));
      expect(minus(plus(a, b), b)).toBe(plus(a, '0'));
      expect(isZero(minus(a, a))).toBe(true);
    }),
  );
});
