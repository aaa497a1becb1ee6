import type { LabelDocument } from '../../label-document.ts';
import type { Day } from '../../weekdays.ts';

/** The content of a delivery note. */
export interface DeliveryNote {
  readonly carrier: string;
  readonly reference: string;
  readonly route: string;
  readonly stop: number;
  readonly day: Day;
  readonly order: string;
  readonly carton: string;
  readonly weight_g: number | null;
  /** Lines of the address, from name to country. */
  readonly lines: readonly string[];
}

/** Draws a note of 100 × 150 mm, with route, stop and day in letters that can be read across a loading bay. */
export function deliveryNote(note: DeliveryNote): LabelDocument {
  const weight = note.weight_g === null ? '' : ` · ${(note.weight_g / 1000).toFixed(2)} kg`;
  const content = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="150mm" viewBox="0 0 400 600" font-family="sans-serif">',
    '<rect x="4" y="4" width="392" height="592" fill="white" stroke="black" stroke-width="4"/>',
    row(24, 64, 40, note.route),
    row(24, 150, 72, `Stop ${note.stop}`),
    row(24, 196, 32, note.day),
    '<line x1="4" y1="220" x2="396" y2="220" stroke="black" stroke-width="2"/>',
    ...note.lines.slice(0, 8).map((line, index) => row(24, 256 + index * 28, 20, line)),
    '<line x1="4" y1="480" x2="396" y2="480" stroke="black" stroke-width="2"/>',
    row(24, 520, 30, note.reference),
    row(24, 550, 16, `Order ${note.order}, carton ${note.carton}${weight}`),
    row(24, 576, 16, note.carrier),
    '</svg>',
  ].join('\n');
  return { media_type: 'image/svg+xml', content };
}

/** Returns one line of text. A long text is comcompressed to the width of the paper. */
function row(x: number, y: number, size: number, text: string): string {
  const compressed = text.length * size * 0.6 > 352 ? ' textLength="352" lengthAdjust="spacingAndGlyphs"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}"${compressed}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
