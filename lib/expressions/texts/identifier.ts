/**
 * Texts that identify a record: numbers, codes, lots, serial numbers, e-mail addresses and unique names. They are written, compared and
 * scanned in one form, because people copy them from files and letters, and a scanner sends none of the blanks that surround them.
 */

/** Invisible characters: controls, zero-width and direction marks, soft hyphens, variation selectors. */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Blanks of every width, and ends of lines. */
const blank = /[\s\u0085]/g;

/**
 * Returns a text as an identifier: in NFC, with plain blanks, without blanks at its ends, and without invisible
 * characters.
 */
export function identifier(text: string): string {
  // Almost all identifiers have it already, and a scan compares thousands of them.
  if (/^[!-~]*$/.test(text)) return text;
  return text.replace(blank, ' ').replace(unseen, '').normalize('NFC').trim();
}

/** Returns a code without any blanks. People group the digits of a barcode or a tracking number, and the barcode itself has no blanks. */
export const compact = (text: string): string => identifier(text).replaceAll(' ', '');

/** Returns whether a spreadsheet or a program has replaced digits by an exponent: the digits of `4.00638E+12` and `4.00638E12` are lost. */
export const isSpoiled = (text: string): boolean => /^\d(([.,]\d+)?E\+\d{2,}|[.,]\d{3,}E\d{2})$/i.test(text);
