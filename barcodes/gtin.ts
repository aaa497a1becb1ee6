/** Numbers of GS1 with a check digit: GTIN of 8, 12, 13 and 14 digits, SSCC of 18, GLN of 13. */

const gtinLengths = [8, 12, 13, 14];

const shortestGtin = 8;
/** All shorter ones are the same numbers with zeros before them. */
const longestGtin = 14;

/** Returns the check digit of digits without one: weights of 3 and 1 from the right, up to the next multiple of ten. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    sum += Number(digits[digits.length - place]) * (place % 2 === 1 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/** Returns whether a text has digits alone, and the last one is their check digit. */
export const hasCheckDigit = (text: string): boolean =>
  /^\d{2,}$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1));

/**
 * Returns a GTIN with 14 digits: a UPC-A, the EAN-13 with a zero before it and the GTIN-14 with the indicator 0 are one number.
 * @returns null for a text of another length, with other characters, or with a wrong check digit
 */
export function gtin14(text: string): string | null {
  const isGtin = gtinLengths.includes(text.length) && hasCheckDigit(text) && /[1-9]/.test(text);
  return isGtin ? text.padStart(longestGtin, '0') : null;
}

/**
 * Returns the forms in which people and files write a GTIN: with 14 digits, and with fewer zeros before the number, down to the
 * shortest GTIN. Spreadsheets drop all of them.
 * @param gtin with 14 digits
 */
export function formsOfGtin(gtin: string): string[] {
  const shortest = Math.max(gtin.replace(/^0+/, '').length, shortestGtin);
  return Array.from({ length: gtin.length - shortest + 1 }, (_, zeros) => gtin.slice(zeros));
}
