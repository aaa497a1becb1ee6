import { expect, test } from 'vitest';
import { trackingNumbersOf } from '../../../lib/barcodes/carrier-codes.ts';

/** Barcodes of carriers' labels, without blanks and separators. The numbers are examples of the carriers, or invented. */
test.each([
  ['USPS with the postal code', '420900419400100000000000000017', '9400100000000000000017'],
  ['USPS with the postal code and four further digits', '4209004112349400100000000000000017', '9400100000000000000017'],
  ['FedEx Express, 34 digits', '1001921334250001000300779017972697', '779017972697'],
  ['FedEx Ground, 22 digits', '9611020987654312345672', '987654312345672'],
  ['UPS', '1Z999AA10123456784', '1Z999AA10123456784'],
])('%s has its tracking number', (_, code, number) => {
  expect(trackingNumbersOf(code)).toContain(number);
});

test('every other code is itself alone', () => {
  for (const code of ['K-3-1', 'TEA-12', '4006381333931', '']) expect(trackingNumbersOf(code)).toEqual([code]);
});
