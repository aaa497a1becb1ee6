import { writeFileSync } from 'node:fs';
import { code128 } from '../../../lib/printing/barcode.ts';

const [width, height, frames] = [640, 480, 30];
/** Pixels of the narrowest bar, and of the white space beside the bars. */
const module = 3;
const [white, black] = [235, 16];

/**
 * Writes a video that shows a barcode, for the camera of a browser that reads a file. It is raw YUV (Y4M), which every browser of the
 * kind reads.
 */
export function writeBarcodeVideo(path: string, text: string): void {
  const widths = code128(text);
  if (!widths) throw new Error(`${text} has no barcode.`);
  const row = Buffer.alloc(width, white);
  let at = Math.round((width - widths.reduce((sum, one) => sum + one * module, 0)) / 2);
  for (const [place, bars] of widths.entries()) {
    if (place % 2 === 0) row.fill(black, at, at + bars * module);
    at += bars * module;
  }
  const blank = Buffer.alloc(width, white);
  const luma = Buffer.concat(
    Array.from({ length: height }, (_, line) => (line > height / 4 && line < (height * 3) / 4 ? row : blank)),
  );
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]));
}
