import bwip from 'bwip-js/generic';
import { dot } from './barcode.ts';
import type { Sheet } from './sheet.ts';

/** The squares of a QR code, row by row: true for a dark one. */
type Squares = readonly (readonly boolean[])[];

/** Returns the QR code of a text (ISO/IEC 18004). It stays readable with 15 % worn off. */
export function qrCode(text: string): Squares {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('The encoder made no QR code.');
  const { pixs, pixx, pixy } = symbol;
  return Array.from({ length: pixy }, (_, row) =>
    Array.from({ length: pixx }, (_, column) => pixs[row * pixx + column] === 1),
  );
}

/** Scanners need a white space of 4 squares on each side. */
const quiet = 4;
/** Greatest side of a square in dots of a label printer (0.5 mm). Scanners do not read larger ones better. */
const largest = 4;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a QR code in the middle of a place, as one path, with squares of whole dots of a label printer and its white space inside. */
export function drawQrCode({ pdf }: Sheet, text: string, { x, y, width, height }: Place): void {
  const squares = qrCode(text);
  const count = squares.length + 2 * quiet;
  const square = Math.min(largest, Math.floor(Math.min(width, height) / dot / count)) * dot;
  const toDot = (at: number) => Math.round(at / dot) * dot;
  const left = toDot(x + (width - count * square) / 2) + quiet * square;
  const top = toDot(y + (height - count * square) / 2) + quiet * square;
  squares.forEach((row, line) => {
    row.forEach((isDark, column) => {
      if (isDark) pdf.rect(left + column * square, top + line * square, square, square);
    });
  });
  pdf.fill('#000000');
}
