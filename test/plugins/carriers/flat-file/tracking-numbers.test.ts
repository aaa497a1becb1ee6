import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckDigit, checkDigits } from '../../../../plugins/carriers/flat-file/check-digits.ts';
import { type Template, template } from '../../../../plugins/carriers/flat-file/template.ts';
import {
  type NumberRange,
  numberingFault,
  type TrackingNumbers,
  trackingNumber,
} from '../../../../plugins/carriers/flat-file/tracking-numbers.ts';

function numbers(text: string, values: Partial<TrackingNumbers> = {}): TrackingNumbers {
  const parts = template(text, ['number', 'check']) as Template;
  return { parts, check: undefined, ranges: [], firstCarton: 1, ...values };
}

test.each([
  // Examples of GS1, of ISO/IEC 7812, of the Universal Postal Union and of IATA.
  ['gs1', '629104150021', 3],
  ['gs1', '37610425002123456', 9],
  ['luhn', '7992739871', 3],
  ['s10', '47312482', 9],
  ['mod7', '1234567', 5],
] as const)('the check digit of %s for %s is %s', (way, digits, expected) => {
  expect(checkDigits[way](digits)).toBe(expected);
});

test.each([...Object.keys(checkDigits)] as CheckDigit[])(
  '%s tells one wrong digit from a right one, but for few',
  (way) => {
    // GS1, Luhn and S10 tell every one; modulo seven does not tell 0 from 7, 1 from 8 and 2 from 9.
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 99_999_999 }), fc.nat(7), fc.nat(9), (number, at, digit) => {
        const right = String(number);
        const wrong = right.slice(0, at) + digit + right.slice(at + 1);
        fc.pre(wrong !== right && !(way === 'mod7' && Math.abs(digit - Number(right[at])) === 7));
        // S10 gives 5 for two remainders and 0 for two.
        fc.pre(!(way === 's10' && [0, 5].includes(checkDigits.s10(right))));
        expect(checkDigits[way](wrong)).not.toBe(checkDigits[way](right));
      }),
    );
  },
);

describe('the number of a carton', () => {
  test.each([
    ['C{number:9}', {}, 41, 'C000000041'],
    ['RR{number:8}{check}DE', { check: 's10', ranges: [{ from: 47_312_482, to: 47_312_999 }] }, 1, 'RR473124829DE'],
    [
      '3{number:16}{check}',
      { check: 'gs1', ranges: [{ from: 7_610_425_002_123_456, to: 7_610_425_002_123_999 }] },
      1,
      '376104250021234569',
    ],
    [
      '{number}',
      {
        ranges: [
          { from: 10, to: 19 },
          { from: 50, to: 59 },
        ],
      },
      10,
      '19',
    ],
    [
      '{number}',
      {
        ranges: [
          { from: 10, to: 19 },
          { from: 50, to: 59 },
        ],
      },
      11,
      '50',
    ],
    ['{number}', { ranges: [{ from: 10, to: 19 }], firstCarton: 4000 }, 4001, '11'],
  ] as [string, Partial<TrackingNumbers>, number, string][])('by %s', (text, values, carton, expected) => {
    expect(trackingNumber(numbers(text, values), carton)).toEqual({ number: expected });
  });

  test.each([
    ['{number}', { ranges: [{ from: 10, to: 19 }] }, 11, /^the number ranges are used up: add the next one/],
    ['{number}', { ranges: [{ from: 10, to: 19 }], firstCarton: 40 }, 39, /^carton 39 was made before first_carton 40/],
    ['C{number:2}', {}, 100, /^number 100 has more than 2 digits/],
  ] as [string, Partial<TrackingNumbers>, number, RegExp][])(
    '%s gives no number: %s',
    (text, values, carton, expected) => {
      expect(trackingNumber(numbers(text, values), carton)).toMatch(expected);
    },
  );

  test('is unique, is in a range, and is the same for the same carton', () => {
    const ranges = fc
      .uniqueArray(fc.integer({ min: 0, max: 9_999 }), { minLength: 2, maxLength: 8 })
      .map((ends) => ends.sort((one, other) => one - other))
      .map((ends) =>
        ends.flatMap((from, index): NumberRange[] =>
          index % 2 === 0 && ends[index + 1] !== undefined ? [{ from, to: ends[index + 1]! }] : [],
        ),
      );
    const id = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(ranges, id, id, fc.constantFrom<CheckDigit>('gs1', 'luhn', 'mod7'), (serials, one, other, check) => {
        const by = numbers('V{number:4}{check}X', { ranges: serials, check });
        const [first, second] = [trackingNumber(by, one), trackingNumber(by, other)];
        if (typeof first === 'string') return;
        expect(trackingNumber(by, one)).toEqual(first);
        const serial = Number(first.number.slice(1, 5));
        expect(serials.some(({ from, to }) => from <= serial && serial <= to)).toBe(true);
        if (one !== other) expect(second).not.toEqual(first);
      }),
    );
  });
});

test.each([
  ['C', {}, /^expected \{number\} in it/],
  ['C{number}{check}', {}, /^expected check_digit beside it/],
  ['C{number}', { check: 'luhn' }, /^expected \{check\} in it/],
  ['{check}{number}', { check: 'luhn' }, /^expected \{check\} after \{number\}/],
  ['{number:9}{check}', { check: 's10' }, /^expected 8 digits before \{check\}/],
  ['{number}{check}', { check: 's10' }, /^expected 8 digits before \{check\}/],
  ['{number:3}', { ranges: [{ from: 1, to: 1000 }] }, /^expected room for 1000 in \{number:3\}/],
  ['1{number:7}{check}', { check: 's10' }, undefined],
] as [string, Partial<TrackingNumbers>, RegExp | undefined][])(
  'the template %s with %o: %s',
  (text, values, expected) => {
    const fault = numberingFault(numbers(text, values));
    if (expected) expect(fault).toMatch(expected);
    else expect(fault).toBeUndefined();
  },
);
