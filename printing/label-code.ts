/**
 * Returns true if a text has a barcode on every label. With 31 characters its bars are two dots of a label printer wide, a quarter of
 * a millimetre, on a label of 99 mm. Scanners read finer bars less reliably.
 */
export const fitsLabel = (code: string): boolean => /^[ -~]{1,31}$/.test(code);
