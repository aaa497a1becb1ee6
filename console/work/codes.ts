import { trackingNumbersOf } from '../../lib/barcodes/carrier-codes.ts';
import { formsOfGtin, gtinsOf } from '../../lib/barcodes/gtin.ts';
import type { Barcode } from '../../lib/barcodes/read.ts';
import { folded } from '../../lib/expressions/folding.ts';
import { compact, identifier } from '../../lib/expressions/texts/identifier.ts';

/** Returns whether a scan is of a text that people printed as a code. Case does not matter. */
export const isText = ({ text }: Barcode, printed: string): boolean => isSame(text, printed);

const isSame = (one: string, other: string) => folded(identifier(one)) === folded(identifier(other));
const codeOf = (text: string) => folded(compact(text));

/** Returns whether a scan is of a GTIN that somebody wrote into a record, with or without the zeros at its beginning. */
export function isGtin({ text, gs1 }: Barcode, written: string): boolean {
  const code = codeOf(text);
  const gtins = [...(gs1?.gtin == null ? [] : [gs1.gtin]), ...gtinsOf(code)];
  return [code, ...gtins.flatMap(formsOfGtin)].includes(codeOf(written));
}

/** Returns whether a scan is of one of the codes on a carton: of its own label, or the number of a logistic unit on the carrier's. */
export function isCartonCode(code: Barcode, printed: readonly string[]): boolean {
  const sscc = code.gs1?.sscc ?? null;
  const ofUnit = sscc === null ? [] : [sscc, `00${sscc}`, `(00)${sscc}`];
  const numbers = [...trackingNumbersOf(codeOf(code.text)), ...ofUnit];
  return printed.some((one) => isText(code, one) || numbers.includes(codeOf(one)));
}

/**
 * Returns the lot or serial number that a code names, as the page has it: by its value of GS1, and otherwise by its whole text, because a
 * lot may look like GS1.
 * @param known those that the page has
 */
export function unitOf({ text, gs1 }: Barcode, tracking: 'lot' | 'serial', known: readonly (string | null)[]): string {
  const named = [gs1?.[tracking] ?? text, text];
  for (const name of named) {
    const own = known.find((one) => one !== null && isSame(one, name));
    if (own != null) return own;
  }
  return named[0] ?? text;
}

/** The same for a code that is read as GS1 and has one; null for the others, such as the code of a part alone. */
export const carriedUnit = (code: Barcode, tracking: 'lot' | 'serial', known: readonly (string | null)[]) =>
  code.gs1?.[tracking] == null ? null : unitOf(code, tracking, known);
