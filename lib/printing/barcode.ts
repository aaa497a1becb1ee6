import bwip from 'bwip-js/generic';
import type { Sheet } from './sheet.ts';

/** Greatest length. The bars of longer texts would be too fine for label printers. */
const longest = 32;

/**
 * Returns the Code 128 of a text with start, check digit and stop: the alternating widths of bars and gaps in
 * modules, beginning with a bar.
 * @returns null for a text with other characters than ASCII
 */
export function code128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text) || text.length > longest) return null;
  const [symbol] = bwip.raw('code128', text, {});
  return symbol && 'sbs' in symbol ? symbol.sbs : null;
}

/** Scanners need a white space of 10 modules on both sides. */
const quiet = 10;
/** Greatest width in points (0.5 mm). Scanners do not read wider bars better. */
const widestModule = 1.4;

interface Place {
  readonly x: number;
  readonly y: number;
  /** Greatest width, including the white space on both sides. */
  readonly width: number;
  readonly height: number;
  readonly align: 'left' | 'center' | 'right';
  /** True for bars of whole dots of a label printer, where there is room for two. Its scanners read others less reliably. */
  readonly dots?: boolean;
}

/** A dot of a label printer in points: an eighth of a millimetre. */
export const dot = 0.125 * (72 / 25.4);

/**
 * Draws a barcode as one vector path, with bars as wide as possible. An aligned barcode has its white space outside of that edge.
 */
export function drawCode128({ pdf }: Sheet, text: string, { x, y, width, height, align, dots }: Place): void {
  const widths = code128(text);
  if (!widths) return;
  const modules = widths.reduce((all, one) => all + one, 0);
  const widest = Math.min(widestModule, width / (modules + 2 * quiet));
  const module = dots ? Math.floor(widest / dot) * dot : widest;
  const spare = width - modules * module;
  const left = x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2);
  let at = dots ? Math.round(left / dot) * dot : left;
  widths.forEach((modulesOfBar, index) => {
    if (index % 2 === 0) pdf.rect(at, y, modulesOfBar * module, height);
    at += modulesOfBar * module;
  });
  pdf.fill('#000000');
}
