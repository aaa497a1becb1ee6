/** A label of the stand-in carrier. */
export interface Label {
  readonly reference: string;
  readonly tracking_number: string;
  readonly carrier: string;
  readonly service: string;
  readonly weight_g: number;
  /** Lines of the address, from the name to the country. The drawing omits empty lines. */
  readonly lines: readonly string[];
}

/** Returns the label as an SVG drawing of 100 × 150 mm. */
export function labelDrawing(label: Label): string {
  const address = label.lines.filter((line) => line !== '');
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="150mm" viewBox="0 0 400 600" font-family="sans-serif">',
    '<rect x="4" y="4" width="392" height="592" fill="white" stroke="black" stroke-width="4"/>',
    row(24, 60, 26, label.carrier || 'Parcel'),
    row(24, 92, 18, `${label.service || 'Standard'} · ${(label.weight_g / 1000).toFixed(2)} kg`),
    '<line x1="4" y1="120" x2="396" y2="120" stroke="black" stroke-width="2"/>',
    ...address.map((line, index) => row(24, 160 + index * 30, 20, line)),
    '<line x1="4" y1="380" x2="396" y2="380" stroke="black" stroke-width="2"/>',
    bars(label.tracking_number),
    row(24, 540, 22, label.tracking_number),
    row(24, 572, 14, label.reference),
    '</svg>',
  ].join('\n');
}

function row(x: number, y: number, size: number, text: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}">${escaped(text)}</text>`;
}

/** Returns bars that look like a bar code and differ between labels. Scanners cannot read them. */
function bars(text: string): string {
  let x = 24;
  const drawn: string[] = [];
  for (const character of text) {
    const width = 2 + (character.charCodeAt(0) % 5);
    drawn.push(`<rect x="${x}" y="400" width="${width}" height="100"/>`);
    x += width + 2 + (character.charCodeAt(0) % 3) * 3;
  }
  return drawn.join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
