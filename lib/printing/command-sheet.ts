import { drawCode128 } from './barcode.ts';
import type { CommandSheetContent, Printed } from './content.ts';
import { measure } from './flow.ts';
import { ink, type Paper, papers, type Sheet } from './sheet.ts';

/** Width of a barcode with its white space, in points. */
const bars = 230;
/** Height of a barcode. */
const tall = 44;
/** From one code to the next. A scanner that is held at one must not see another. Eight rows end above the foot of a page of either paper. */
const row = 82;

/** Draws the command codes on one page, each with its name and its meaning in words. */
export function drawCommandSheet(
  sheet: Sheet,
  { content: { number, commands } }: Extract<Printed, { kind: 'commandsheet' }>,
  paper: Paper,
): void {
  sheet.page(papers[paper]);
  const { left, width } = measure(paper);
  sheet.text(number, left, 40, width, { size: 26, bold: true, line: true });
  const use = 'Scan a code on a page of work. It does the same as the button on the screen.';
  sheet.text(use, left, 76, width, { size: 10, color: ink.grey });
  commands.forEach((command, index) => {
    const y = 118 + index * row;
    sheet.rule(left, y - 14, width);
    drawCommand(sheet, command, { left, width, y });
  });
}

function drawCommand(
  sheet: Sheet,
  { code, name, meaning }: CommandSheetContent['commands'][number],
  { left, width, y }: { left: number; width: number; y: number },
): void {
  drawCode128(sheet, code, { x: left, y, width: bars, height: tall, align: 'center', dots: true });
  sheet.text(code, left, y + tall + 5, bars, { size: 10, align: 'center', spacing: 0.8, line: true });
  const words = left + bars + 16;
  sheet.text(name, words, y, width - bars - 16, { size: 17, bold: true, line: true });
  sheet.text(meaning, words, y + 27, width - bars - 16, { size: 10.5 });
}
