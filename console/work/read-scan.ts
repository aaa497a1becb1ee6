import { type Barcode, readBarcode } from '../../lib/barcodes/read.ts';
import type { Scan } from '../scanner/listen.ts';
import { handEach } from '../scanner/scans.ts';

/**
 * Reads a scan. A text that is unknown as a whole may be several codes that came without an end between them: they are handed on one by
 * one then.
 * @param isKnown whether the page knows a code
 * @returns the code; null if it was several
 */
export function readScan({ text, pieces }: Scan, isKnown: (code: Barcode) => boolean): Barcode | null {
  const year = new Date().getFullYear();
  const whole = readBarcode(text, year);
  const areSeveral = pieces.length > 1 && !isKnown(whole) && pieces.every((piece) => isKnown(readBarcode(piece, year)));
  if (!areSeveral) return whole;
  handEach(pieces);
  return null;
}
