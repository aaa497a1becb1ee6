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
 * Returns the UPC-A, with 14 digits, that a UPC-E of 8 digits stands for: small packs print it without a run of zeros, and its sixth
 * digit says where they were. Some scanners send it so.
 * @returns null for another text, or with a wrong check digit
 */
export function upcE(text: string): string | null {
  const [, system = '', a = '', b = '', c = '', d = '', e = '', last = '', check = ''] =
    /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(text) ?? [];
  if (system === '') return null;
  const digits =
    last <= '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  return gtin14(`${system}${digits}${check}`);
}

/** Returns every GTIN, with 14 digits, that a text may be: some texts of 8 digits are an EAN-8 and a UPC-E. */
export const gtinsOf = (text: string): string[] => [gtin14(text), upcE(text)].filter((gtin) => gtin !== null);

/**
 * Returns the forms of a GTIN that people and files write: with 14 digits, and with fewer zeros before the number,
 * down to the shortest GTIN, and as UPC-E. Spreadsheets drop all zeros.
 * @param gtin with 14 digits
 */
export function formsOfGtin(gtin: string): string[] {
  const shortest = Math.max(gtin.replace(/^0+/, '').length, shortestGtin);
  const forms = Array.from({ length: gtin.length - shortest + 1 }, (_, zeros) => gtin.slice(zeros));
  return [...forms, ...suppressed(gtin)];
}

/** Returns the UPC-E of a GTIN, if there is one. */
function suppressed(gtin: string): string[] {
  const [, system = '', number = '', check = ''] = /^00([01])(\d{10})(\d)$/.exec(gtin) ?? [];
  const [a = '', b = '', c = '', d = '', e = ''] = number;
  const end = number.slice(-3);
  const short = [
    `${a}${b}${end}${c}`,
    `${a}${b}${c}${end.slice(1)}3`,
    `${a}${b}${c}${d}${end.at(-1)}4`,
    `${a}${b}${c}${d}${e}${end.at(-1)}`,
  ];
  return short
    .map((digits) => `${system}${digits}${check}`)
    .filter((form) => upcE(form) === gtin)
    .slice(0, 1);
}
