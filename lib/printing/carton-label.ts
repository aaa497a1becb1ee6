import { addressLines } from './address-lines.ts';
import { drawCode128 } from './barcode.ts';
import type { Address, CartonLabelContent, Printed } from './content.ts';
import { weight } from './format.ts';
import { ink, papers, type Sheet } from './sheet.ts';

const side = 16;
const inside = papers.label[0] - 2 * side;

/** Draws Conveyor's own carton label of 4 × 6 inches, which supplements or replaces the label of a carrier. */
export function drawCartonLabel(sheet: Sheet, { content }: Extract<Printed, { kind: 'cartonlabel' }>): void {
  sheet.page(papers.label);
  sender(sheet, content);
  sheet.rule(side, 70, inside, { weight: 1.2, color: ink.black });
  receiver(sheet, content.ship_to, content.from);
  sheet.rule(side, 208, inside, { weight: 1.2, color: ink.black });
  figures(sheet, content);
  sheet.rule(side, 318, inside, { weight: 1.2, color: ink.black });
  drawCode128(sheet, content.number, { x: side, y: 330, width: inside, height: 62, align: 'center' });
  sheet.text(content.number, side, 397, inside, { size: 13, bold: true, align: 'center', spacing: 1.2, line: true });
}

const small = { size: 7, color: ink.grey, line: true } as const;

function sender(sheet: Sheet, { from, carrier, service_level }: CartonLabelContent): void {
  const half = (inside - 10) / 2;
  sheet.text('From', side, 14, half, small);
  const text = [from.name, ...addressLines(from, from)].filter(Boolean).slice(0, 4).join('\n');
  const size = sheet.fitting(text, half, 40, [8.5, 7.5, 6.5], {});
  sheet.text(text, side, 24, half, { size });
  const right = side + half + 10;
  if (!carrier) return;
  const fitted = sheet.fitting(carrier, half, 34, [14, 12, 10, 8], { bold: true });
  const height = sheet.text(carrier, right, 14, half, { size: fitted, bold: true, align: 'right' });
  if (service_level) sheet.text(service_level, right, 15 + height, half, { size: 9, align: 'right', line: true });
}

/** Draws the receiver as large as possible, to be readable from one metre. */
function receiver(sheet: Sheet, to: Address, from: Address): void {
  sheet.text('Ship to', side, 77, inside, small);
  const name = to.name ?? '';
  const nameSize = sheet.fitting(name, inside, 44, [17, 15, 13, 11, 9], { bold: true });
  const nameHeight = sheet.text(name, side, 88, inside, { size: nameSize, bold: true });
  const where = addressLines(to, from).join('\n');
  const room = 204 - 90 - nameHeight;
  const size = sheet.fitting(where, inside, room, [15, 13.5, 12, 10.5, 9, 7.5], {});
  sheet.text(where, side, 90 + nameHeight, inside, { size });
}

function figures(sheet: Sheet, { orders, at, of, weight_g, tracking_number, test }: CartonLabelContent): void {
  const half = (inside - 20) / 2;
  const right = side + half + 20;
  const order = orders.join(', ');
  sheet.text(orders.length === 1 ? 'Order' : 'Orders', side, 215, half, small);
  const size = sheet.fitting(order, half, 42, [20, 17, 14, 12, 10, 8], { bold: true });
  sheet.text(order, side, 226, half, { size, bold: true });
  sheet.text('Carton', right, 215, half, small);
  sheet.text(`${at} of ${of}`, right, 226, half, { size: 24, bold: true, line: true });
  sheet.pdf
    .moveTo(right - 10, 214)
    .lineTo(right - 10, 312)
    .lineWidth(0.6)
    .stroke(ink.rule);
  sheet.rule(side, 270, inside);
  sheet.text('Tracking number', side, 277, half, small);
  const number = tracking_number === null ? '–' : `${test ? 'TEST ' : ''}${tracking_number}`;
  const fitted = sheet.fitting(number, half, 24, [11, 10, 9, 8, 7], {});
  sheet.text(number, side, 289, half, { size: fitted });
  sheet.text('Weight', right, 277, half, small);
  sheet.text(weight_g === null ? '–' : weight(weight_g), right, 287, half, { size: 14, line: true });
}
