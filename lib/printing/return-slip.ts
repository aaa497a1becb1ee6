import { addressLines } from './address-lines.ts';
import type { Printed } from './content.ts';
import { drawFlow, gap, measure } from './flow.ts';
import { moment, quantity } from './format.ts';
import { facts, running, title, together } from './parts-of-page.ts';
import type { Paper, Sheet } from './sheet.ts';
import { type Cell, type Column, ruled } from './table.ts';

/** Draws a return slip, which the customer puts into the parcel. Its barcode is the number of the return. */
export function drawReturnSlip(
  sheet: Sheet,
  { id, printed_at, content }: Extract<Printed, { kind: 'returnslip' }>,
  paper: Paper,
): void {
  const { number, order, customer, reason, tracking_number, from, to, lines } = content;
  const { left, width } = measure(paper);
  const heading = { kind: 'Return slip', number, left, width };
  const columns: Column[] = [
    { title: 'Part', width: 112 },
    { title: 'Description', width: null },
    { title: 'Condition', width: 100 },
    { title: 'Units', width: 56, align: 'right' },
  ];
  const rows = lines.map(({ part, description, condition, qty }): Cell[] => [
    { text: part, style: { size: 9, bold: true } },
    { text: description, style: { size: 9 } },
    { text: condition ?? '', style: { size: 9 } },
    { text: quantity(qty), style: { size: 10.5, bold: true, align: 'right' } },
  ]);
  const about = facts(
    sheet,
    [
      ['Send to', [to.name, ...addressLines(to, from)].filter(Boolean).join('\n')],
      ['From', [from.name, ...addressLines(from, to)].filter(Boolean).join('\n')],
      ['Order', order],
      ['Customer', customer],
      ['Reason', reason],
      ['Tracking number', tracking_number ?? null],
    ],
    left,
    width,
    2,
  );
  drawFlow(sheet, {
    paper,
    opening: together(title(sheet, heading), about, gap(10)),
    running: running(sheet, heading),
    blocks: ruled(sheet, columns, rows, left, width),
    foot: [to.name, `document ${id}`, `printed ${moment(printed_at)}`].filter(Boolean).join(' · '),
  });
}
