import { expect, test } from 'vitest';
import { lacksOf } from '../../../lib/addresses/completeness.ts';

const whole = { address_1: '1 Invented Lane', city: 'Princeton', region: 'NJ', postal_code: '08540', country: 'US' };
const fieldsOf = (change: object) => lacksOf({ ...whole, ...change }).map(({ field }) => field);

test('a complete address lacks nothing, and one without a country is not judged', () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ country: null, address_1: null, postal_code: null })).toEqual([]);
});

test.each([
  [{ address_1: null }, 'address_1'],
  [{ address_1: '  ' }, 'address_1'],
  [{ address_1: '\u00a0\u200b' }, 'address_1'],
  [{ address_1: '-' }, 'address_1'],
  [{ postal_code: '\u200b' }, 'postal_code'],
  [{ region: 'XX' }, 'region'],
  [{ postal_code: '90210' }, 'postal_code'],
  [{ region: null }, 'region'],
  [{ postal_code: null }, 'postal_code'],
  [{ postal_code: '8540' }, 'postal_code'],
  [{ city: null }, 'city'],
  [{ country: 'DE', region: null, postal_code: '1011' }, 'postal_code'],
  [{ country: 'CA', region: null, postal_code: 'K1A 0B1' }, 'region'],
])('an address in the United States with %j lacks its %s', (change, field) => {
  expect(fieldsOf(change)).toEqual([field]);
});

test('a sentence names the country, and an example of its postal codes', () => {
  expect(lacksOf({ ...whole, postal_code: '8540' })[0]?.why).toBe(
    '8540 does not have the form of a postal code in US, such as 95014',
  );
  expect(lacksOf({ ...whole, region: null })[0]?.why).toBe('An address in US needs a state or region');
});

test.each([
  ['DE', 'D-10115'],
  ['GB', 'sw1a1aa'],
  ['NL', '1012ab'],
  ['PL', '00950'],
  ['JP', '1000001'],
  ['SE', 'S-958 22'],
  ['LV', '1010'],
  ['LV', 'LV-1010'],
  ['BR', '05432043'],
  ['PT', '1000 001'],
  ['CA', 'k1a0b1'],
  ['US', '08540-1234'],
  ['US', '085401234'],
])('a postal code of %s may be written %s', (country, postal_code) => {
  expect(fieldsOf({ country, postal_code }).filter((field) => field === 'postal_code')).toEqual([]);
});

test('where the region follows from the postal code, nobody has to write it', () => {
  for (const [country, postal_code] of [
    ['IT', '20121'],
    ['ES', '28034'],
    ['MX', '05021'],
  ] as const)
    expect(fieldsOf({ country, postal_code, region: null })).toEqual([]);
});

test('a country without postal codes needs none', () => {
  for (const country of ['IE', 'HK', 'AE'])
    expect(fieldsOf({ country, postal_code: null }).filter((field) => field === 'postal_code')).toEqual([]);
});

test.each([
  ['US', 'New Jersey', '08540'],
  ['US', 'N.J.', '08540-1234'],
  ['US', 'nj', '085401234'],
  ['US', 'PR', '00901'],
  ['US', 'AE', '09012'],
  ['CA', 'Québec', 'H3Z 2Y7'],
  ['CA', 'ON', 'm5v2t6'],
  ['AU', 'NSW', '2000'],
  ['AU', 'New South Wales', '2000'],
  ['DE', 'Anything', '10115'],
])('in %s, %s is a state of the postal code %s', (country, region, postal_code) => {
  expect(fieldsOf({ country, region, postal_code })).toEqual([]);
});
