import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  choice,
  decimal,
  flag,
  id,
  idList,
  integer,
  jsonObject,
  siteTime,
  text,
  timestamp,
  words,
} from '../../../../service/platform/coercion/coerce.ts';
import { checkedBody } from '../../../../service/platform/http/checks.ts';
import { Problem } from '../../../../service/platform/problems/problems.ts';

/** The value, or the words of the refusal. */
function coerced(type: z.ZodType, value: unknown): unknown {
  try {
    return checkedBody(z.object({ field: type }), { field: value }).field;
  } catch (error) {
    const { code, members } = error as Problem;
    expect(code).toBe('body.invalid');
    const [first] = members.errors as { pointer: string; detail: string }[];
    expect(first?.pointer).toBe('/field');
    return new Error(first?.detail);
  }
}

const refused = (words: string) => new Error(words);

describe('values come in every form that existing clients send', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['a number as text', integer(), '2', 2],
    ['a number with blanks and a sign', integer(), ' +12 ', 12],
    ['a whole number with an exponent', integer(), 1e3, 1000],
    ['a whole number with a point', integer(), '7.0', 7],
    ['an id above 2^31', id(), '3000000000', 3_000_000_000],
    ['the greatest id', id(), 2 ** 53 - 1, 2 ** 53 - 1],
    ['one id for a list', idList(), 5, [5]],
    ['one id as text for a list', idList(), '5', [5]],
    ['ids with commas', idList(), '1, 2,3', [1, 2, 3]],
    ['a list as JSON in a text', idList(), '[1,2]', [1, 2]],
    ['ids as texts, one of them twice', idList(), ['4', 4, '9'], [4, 9]],
    ['no id where none is fine', idList({ empty: true }), [], []],
    ['a decimal as a number', decimal(), 0.1, '0.1'],
    ['a decimal as text', decimal(), '12.50', '12.5'],
    ['a decimal that JavaScript writes with an exponent', decimal(), 1e-6, '0.000001'],
    ['more digits than a binary float has', decimal(), '123456789012.345678', '123456789012.345678'],
    ['a negative decimal where it may be', decimal({ negative: true }), '-3', '-3'],
    ['1 for yes', flag(), 1, true],
    ['"1" for yes', flag(), '1', true],
    ['"false" for no', flag(), 'false', false],
    ['a number for text', text(10), 1001, '1001'],
    ['a word in another case', choice('Company', 'Individual'), 'company', 'Company'],
    ['a time with an offset', timestamp(), '2026-04-24T00:54:28+02:00', '2026-04-23T22:54:28+00:00'],
    ['a time without an offset as UTC', timestamp(), '2026-04-23T22:54:28.9', '2026-04-23T22:54:28+00:00'],
    ['a date as its first second', timestamp(), '2026-04-23', '2026-04-23T00:00:00+00:00'],
    ['a date', siteTime('date'), '2024-02-29', '2024-02-29'],
    ['a date without separators', siteTime('date'), '20240229', '2024-02-29'],
    [
      'a time, whose day depends on the site',
      siteTime('date'),
      '2026-04-24T00:54:28+02:00',
      '2026-04-23T22:54:28+00:00',
    ],
    ['a day at the site', siteTime('date-time'), '2026-04-24', '2026-04-24'],
    ['a day with its offset', siteTime('date-time'), '2026-04-24+02:00', '2026-04-23T22:00:00+00:00'],
    ['words with commas', words(9, { shape: /^\w+$/, example: 'a' }), 'a,b,a', ['a', 'b']],
    ['an object', jsonObject(), { a: [1] }, { a: [1] }],
  ])('%s', (_name, type, value, expected) => {
    expect(coerced(type, value)).toEqual(expected);
  });
});

describe('a value that cannot be coerced is refused with a plain sentence', () => {
  test.each<[z.ZodType, unknown, string]>([
    [integer(), undefined, 'is required'],
    [integer(), 'abc', 'must be a whole number; "abc" is not'],
    [integer(), 1.5, 'must be a whole number; 1.5 is not'],
    [integer(), '', 'must be a whole number; "" is not'],
    [integer(), true, 'must be a whole number; true is not'],
    [integer(), [1], 'must be a whole number'],
    [integer(), 3_000_000_000, 'must be at most 2147483647; 3000000000 is not'],
    [integer(), '9'.repeat(60), 'must be at most 2147483647'],
    [id(), 0, 'must be at least 1; 0 is not'],
    [id(), '9007199254740992', 'must be at most 9007199254740991; "9007199254740992" is not'],
    [idList(), [1, 2 ** 53], 'must be at most 9007199254740991; 9007199254740992 is not'],
    [idList(), [], 'must hold at least one id'],
    [idList(), ['x'], 'must be a whole number; "x" is not'],
    [idList(), { a: 1 }, 'must be a whole number'],
    [decimal(), '1,5', 'must be a number; "1,5" is not'],
    [decimal(), 'NaN', 'must be a number; "NaN" is not'],
    [decimal(), -1, 'must not be less than 0; -1 is not'],
    [decimal({ positive: true }), 0, 'must be more than 0; 0 is not'],
    [decimal({ scale: 2 }), '1.234', 'may have 2 digits after the point at most; "1.234" is not'],
    [decimal(), 1e300, 'may have 12 digits before the point at most; 1e+300 is not'],
    [text(3), 'abcd', 'may have 3 characters at most; it has 4'],
    [text(3, { min: 1 }), '  ', 'must not be empty'],
    [text(3), 'a\0', 'must not hold a NUL character'],
    [text(3), {}, 'must be text'],
    [flag(), { toString: null }, 'must be true or false (1 or 0)'],
    [flag(), 'maybe', 'must be true or false (1 or 0); "maybe" is not'],
    [choice('line', 'order'), 'all', 'must be one of line, order; "all" is not'],
    [timestamp(), '2026-02-30', 'must be a time such as 2026-04-23T22:54:28+00:00; "2026-02-30" is not'],
    [timestamp(), 5, 'must be a time such as 2026-04-23T22:54:28+00:00; 5 is not'],
    [siteTime('date'), '2023-02-29', 'must be a date such as 2026-04-23; "2023-02-29" is not'],
    [jsonObject(), [1], 'must be an object'],
    [z.array(integer()), 7, 'must be a list'],
  ])('%#: %s', (type, value, expected) => {
    expect(coerced(type, value)).toEqual(refused(expected));
  });

  test('every fault is reported at once, each with a pointer into the body', () => {
    const schema = z.object({ a: integer(), lines: z.array(z.object({ 'q/y': decimal() })) });
    const attempt = () => checkedBody(schema, { a: 'x', lines: [{ 'q/y': 1 }, { 'q/y': 'z' }] });
    expect(attempt).toThrowError(
      expect.objectContaining({
        message: 'a must be a whole number; "x" is not (and 1 more).',
        members: {
          errors: [
            { pointer: '/a', detail: 'must be a whole number; "x" is not' },
            { pointer: '/lines/1/q~1y', detail: 'must be a number; "z" is not' },
          ],
        },
      }),
    );
  });

  test('a missing object and a missing body give the same errors', () => {
    expect(() => checkedBody(z.object({ a: integer() }), undefined)).toThrowError('a is required.');
  });
});

test('no value of any kind makes a conversion throw anything but a refusal', () => {
  const types = [
    integer(),
    id(),
    idList(),
    decimal(),
    text(20),
    flag(),
    timestamp(),
    siteTime('date'),
    jsonObject(),
    choice('a'),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (type, value) => {
      try {
        checkedBody(z.object({ field: type }), { field: value });
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
      }
    }),
    { numRuns: 500 },
  );
});

test('a decimal keeps its value exactly, however it is written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.nat(3), (units, zeros) => {
      const digits = String(units).padStart(7, '0');
      const written = `${'0'.repeat(zeros)}${digits.slice(0, -6)}.${digits.slice(-6)}`;
      const number = checkedBody(z.object({ qty: decimal() }), { qty: written }).qty;
      const [whole = '', fraction = ''] = number.split('.');
      expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(units);
    }),
  );
});
