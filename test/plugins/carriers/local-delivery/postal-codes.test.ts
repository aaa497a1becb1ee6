import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaCovers,
  areaHides,
  formsOf,
  type PostalArea,
  postalArea,
} from '../../../../plugins/carriers/local-delivery/postal-codes.ts';

function area(text: string): PostalArea {
  const read = postalArea(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const covers = (text: string, code: string, country = 'DE') =>
  formsOf(code, country).some((form) => areaCovers(area(text), form));

test.each([
  ['10115', '10115', true],
  ['10115', '10116', false],
  ['13*', '13599', true],
  ['13*', '14000', false],
  ['10115-10179', '10115', true],
  ['10115-10179', '10179', true],
  ['10115-10179', '10180', false],
  ['101*-105*', '10599', true],
  ['101*-105*', '10600', false],
  // A range of five digits does not cover codes of four, and a prefix of six does not cover codes of five.
  ['10115-10179', '1012', false],
  ['101159*', '10115', false],
  ['1011AA-1019ZZ', '1015 bk', true],
  ['1011AA-1019ZZ', '1020 AA', false],
  ['2100*', '2100-042', true],
])('the area %s and the code %s: %s', (text, code, expected) => {
  expect(covers(text, code)).toBe(expected);
});

test.each([
  ['SW1A', 'SW1A 1AA', true],
  ['SW1A', 'sw1a1aa', true],
  ['SW1', 'SW10 9AA', false],
  ['SW1-SW9', 'SW9 8XY', true],
  ['SW1-SW9', 'SW10 9AA', false],
  ['SW1A 1AA', 'SW1A 1AA', true],
])('in the United Kingdom the area %s and the code %s: %s', (text, code, expected) => {
  expect(covers(text, code, 'GB')).toBe(expected);
});

test('in the United States the four digits of ZIP+4 are left out', () => {
  expect(covers('94105', '94105-1234', 'US')).toBe(true);
});

test.each([
  ['', /^expected a postal code/],
  ['*', /^expected a postal code/],
  ['1-2-3', /^expected a postal code/],
  ['101*-105', /^expected \* at both ends/],
  ['10115-1017', /^expected both ends of the range in the form of 10115/],
  ['10179-10115', /^expected the lower end of the range first: 10115-10179/],
])('"%s" is no area: %s', (text, expected) => {
  expect(postalArea(text)).toMatch(expected);
});

describe('an area hides another one', () => {
  test.each([
    ['13*', '13599', true],
    ['13*', '135*', true],
    ['135*', '13*', false],
    ['10115-10179', '10120-10130', true],
    ['10115-10179', '10170-10190', false],
    ['10115', '10115*', false],
  ])('%s hides %s: %s', (text, other, expected) => {
    expect(areaHides(area(text), area(other))).toBe(expected);
  });

  const code = fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0'));
  const anyArea = fc
    .tuple(code, code, fc.integer({ min: 1, max: 5 }), fc.boolean())
    .map(([one, other, length, open]) => {
      const ends = [one, other].map((end) => (open ? `${end.slice(0, length)}*` : end)).sort();
      return area(ends.join('-'));
    });

  test('only if it covers all its codes, and always then for areas of one kind', () => {
    fc.assert(
      fc.property(anyArea, anyArea, code, (one, other, postalCode) => {
        if (areaHides(one, other) && areaCovers(other, postalCode)) expect(areaCovers(one, postalCode)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(anyArea, anyArea, (one, other) => {
        fc.pre(!areaHides(one, other) && one.open === other.open && one.first.length === other.first.length);
        const pad = (end: string, filler: string) => end.padEnd(5, filler);
        const edges = [pad(other.first, '0'), pad(other.last, '9')];
        expect(edges.some((edge) => areaCovers(other, edge) && !areaCovers(one, edge))).toBe(true);
      }),
    );
  });
});
