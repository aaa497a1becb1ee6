import { drawCode128 } from './barcode.ts';
import type { LabelKind, LabelsContent, Printed } from './content.ts';
import { labelCode } from './label-code.ts';
import { drawQrCode } from './qr-code.ts';
import { ink, type Paper, papers, type Sheet } from './sheet.ts';

type Label = LabelsContent['labels'][number];

/** The places of labels on a page, in points. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** White space between two columns. */
  readonly between: number;
}

const mm = 72 / 25.4;

/** Ten labels of the usual sizes of sheets: 99.1 × 57 mm, and 4 × 2 inches. A page of label size has one. */
const grids: Readonly<Record<Paper | 'label', Grid>> = {
  a4: { columns: 2, rows: 5, left: 4.65 * mm, top: 6 * mm, width: 99.1 * mm, height: 57 * mm, between: 2.5 * mm },
  letter: { columns: 2, rows: 5, left: 11.25, top: 36, width: 288, height: 144, between: 13.5 },
  label: { columns: 1, rows: 1, left: 0, top: 0, width: papers.label[0], height: papers.label[1], between: 0 },
};

/** Draws labels of locations, or badges: the name as large as it fits, and its barcode below. */
export function drawLabels(
  sheet: Sheet,
  { content }: Extract<Printed, { kind: LabelKind }>,
  paper: Paper | 'label',
): void {
  const { columns, rows, left, top, width, height, between } = grids[paper];
  content.labels.forEach((label, index) => {
    const place = index % (columns * rows);
    if (place === 0) sheet.page(papers[paper]);
    const x = left + (place % columns) * (width + between);
    const y = top + Math.floor(place / columns) * height;
    // To cut plain paper by. On sheets of labels, it is the edge of the label.
    if (columns > 1) sheet.pdf.rect(x, y, width, height).lineWidth(0.3).stroke(ink.rule);
    drawLabel(sheet, label, { x, y, width, height });
  });
}

const edge = 12;
const sizes = [72, 64, 56, 48, 42, 36, 31, 27, 23, 20, 17, 14, 12, 10];

function drawLabel(
  sheet: Sheet,
  { name, code, above }: Label,
  place: { x: number; y: number; width: number; height: number },
): void {
  const [x, y] = [place.x + edge, place.y + edge];
  const [width, height] = [place.width - 2 * edge, place.height - 2 * edge];
  const barcode = labelCode(code);
  const bars = Math.min(90, height * (barcode === 'qrcode' ? 0.45 : 0.42));
  const below = y + height - 13;
  if (above) sheet.text(above, x, y - 2, width, { size: 8, color: ink.grey, align: 'center', line: true });
  drawName(sheet, name, { x, y: y + 8, width, height: height - bars - 26 });
  // The white space at both sides of the bars may reach to the edge of the label.
  const room = { x: place.x, y: below - bars - 4, width: place.width, height: bars };
  if (barcode === 'code128') drawCode128(sheet, code, { ...room, align: 'center', dots: true });
  if (barcode === 'qrcode') drawQrCode(sheet, code, room);
  const style = { align: 'center', spacing: barcode ? 0.6 : 0 } as const;
  const text = barcode ? code : noBars;
  const size = sheet.fitting(text, width, 13, barcode ? [9, 8, 7, 6] : [8], style);
  sheet.text(text, x, below, width, { ...style, size, line: true });
}

const noBars = 'No barcode: the code is too long, or has letters beyond ASCII';

/** Draws a name in one line, if this is not smaller than 14 points; else in several lines. */
function drawName(
  sheet: Sheet,
  name: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const style = { bold: true, align: 'center' } as const;
  const line = sizes.find((size) => size * 1.28 <= height && sheet.widthOf(name, { ...style, size }) <= width);
  if (line !== undefined && line >= 14) {
    sheet.text(name, x, y + (height - line * 1.28) / 2, width, { ...style, size: line, line: true });
    return;
  }
  const size = sheet.fitting(name, width, height, [27, 23, 20, 17, 14, 12, 10, 8], style);
  const lines = sheet.heightOf(name, width, { ...style, size });
  // A name of letters without an end is cut, so that it leaves the bars alone.
  if (lines > height) sheet.text(name, x, y, width, { ...style, size: 8, line: true });
  else sheet.text(name, x, y + (height - lines) / 2, width, { ...style, size });
}
