import { formsOfGtin } from '../../barcodes/gtin.ts';
import type { Barcode } from '../../barcodes/read.ts';

/** Returns whether a scan is of a text that people printed as a code. Case does not matter. */
export const isText = ({ text }: Barcode, printed: string): boolean => printed.toLowerCase() === text.toLowerCase();

/** Returns whether a scan is of a GTIN that somebody wrote into a record, with or without the zeros at its beginning. */
export function isGtin({ text, gs1 }: Barcode, written: string): boolean {
  return written === text || (gs1?.gtin != null && formsOfGtin(gs1.gtin).includes(written));
}

/** Returns whether a scan is of one of the codes on a carton: of its own label, or the number of a logistic unit on the carrier's. */
export function isCartonCode(code: Barcode, printed: readonly string[]): boolean {
  const sscc = code.gs1?.sscc ?? null;
  const ofUnit = sscc === null ? [] : [sscc, `00${sscc}`, `(00)${sscc}`];
  return printed.some((one) => isText(code, one) || ofUnit.includes(one));
}
