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
  expect(['', 'abc', '1,5', '1.2.3', '$5', '1 000'].map(read)).toEqual(Array(6).fill(undefined));
});

test('with a decimal comma a point is refused, because 1.234 is ambiguous', () => {
  expect(readValue('1234,5', 'decimal', comma)).toBe('1234.5');
  expect(readValue('1.234', 'decimal', comma)).toBeUndefined();
});

test('a whole number has no fraction', () => {
  expect(readValue('12.0', 'whole', plainWriting)).toBe('12');
  expect(readValue('12.5', 'whole', plainWriting)).toBeUndefined();
});

test('dates are parsed in the format of the file, and days that do not exist are refused', () => {
  expect(readValue('1996-07-04 00:00:00.000', 'date', plainWriting)).toBe('1996-07-04');
  expect(readValue('4.7.1996', 'date', comma)).toBe('1996-07-04');
  expect(readValue('07/04/1996', 'date', { decimalPoint: '.', dates: 'MM/DD/YYYY' })).toBe('1996-07-04');
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
