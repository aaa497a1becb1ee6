import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedWith, decimal, sum } from '../../../lib/expressions/decimal.ts';

const text = fc
  .tuple(fc.boolean(), fc.stringMatching(/^\d{1,22}$/), fc.option(fc.stringMatching(/^\d{1,25}$/)))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`);
/** Neighbours differ in the last digit only, where doubles are the same. */
const close = fc.constantFrom(
  '9007199254740993',
  '9007199254740992',
  '0.1',
  '0.10',
  '0.1000000000000000055511151231257827',
  '-0',
  '0',
);

/** The number as a whole number of its smallest parts. */
function exact(value: string): bigint {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const magnitude = BigInt(whole + fraction.padEnd(40, '0'));
  return value.startsWith('-') ? -magnitude : magnitude;
}

test('decimals compare exactly, however long they are', () => {
  const either = fc.oneof(text, close);
  fc.assert(
    fc.property(either, either, (a, b) => {
      const order = exact(a) < exact(b) ? -1 : exact(a) > exact(b) ? 1 : 0;
      expect(Math.sign(comparedWith(decimal(b)!)(a)) === order).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test('sums are exact', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (values) => {
      expect(exact(sum(values))).toBe(values.reduce((total, value) => total + exact(value), 0n));
    }),
  );
  expect(sum(['0.1', 0.2, null, '3'])).toBe('3.3');
  expect(sum([])).toBe('0');
});

test.each([
  ['007.50', '7.5'],
  ['-0.00', '0'],
  ['1e21', '1000000000000000000000'],
  ['1.5e-7', '0.00000015'],
  ['-2.5E+1', '-25'],
  ['', null],
  ['abc', null],
  ['1.', null],
  ['NaN', null],
])('%s is the decimal %s', (text, written) => {
  expect(decimal(text)).toBe(written);
});
