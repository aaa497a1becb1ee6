import bwip from 'bwip-js/generic';
import type { Sheet } from './sheet.ts';

/** Longer, its bars would be too fine for a printer of labels. */
const longest = 32;

/**
 * Widths of bars and gaps in turn, in modules, beginning with a bar: Code 128, with start, check digit and stop.
 * @returns null for what has no Code 128: letters beyond ASCII, as numbers may have that people made up
 */
export function code128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text) || text.length > longest) return null;
  const [symbol] = bwip.raw('code128', text, {});
  return symbol && 'sbs' in symbol ? symbol.sbs : null;
}

/** Scanners need 10 modules of white on either side. */
const quiet = 10;
/** Points: 0.5 mm. Wider bars than this bring scanners nothing. */
const widestModule = 1.4;

interface Place {
  readonly x: number;
  readonly y: number;
  /** At most, with the white on either side. */
  readonly width: number;
  readonly height: number;
  readonly align: 'left' | 'center' | 'right';
}

/**
 * Draws bars as wide as there is room for, as vectors, in one path. Where they stand at a side, their last bar does, and the white is
 * outside.
 */
export function drawCode128({ pdf }: Sheet, text: string, { x, y, width, height, align }: Place): void {
  const widths = code128(text);
  if (!widths) return;
  const modules = widths.reduce((all, one) => all + one, 0);
  const module = Math.min(widestModule, width / (modules + 2 * quiet));
  const spare = width - modules * module;
  let at = x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2);
  widths.forEach((modulesOfBar, index) => {
    if (index % 2 === 0) pdf.rect(at, y, modulesOfBar * module, height);
    at += modulesOfBar * module;
  });
  pdf.fill('#000000');
}
