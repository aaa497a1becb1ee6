import { addressLines } from './address-lines.ts';
import type { Address, DeliveredLine, PackingSlipContent, Printed } from './content.ts';
import { type Block, drawFlow, gap, measure } from './flow.ts';
import { moment, quantity, sum, weight } from './format.ts';
import { facts, running, title, together } from './parts-of-page.ts';
import { trackingLines } from './picklist.ts';
import { ink, type Paper, type Sheet } from './sheet.ts';
import { type Cell, type Column, cellHeight, drawCell, headings, ruled, spanAt, spans } from './table.ts';

/** Draws a packing slip: quantities in the delivery, ordered and still to come. It has no prices, because the consignee may not be the payer. */
export function drawPackingSlip(
  sheet: Sheet,
  { id, printed_at, content }: Extract<Printed, { kind: 'packingslip' }>,
  paper: Paper,
): void {
  const { left, width } = measure(paper);
  const heading = { kind: 'Packing slip', number: content.order, left, width };
  drawFlow(sheet, {
    paper,
    opening: together(
      title(sheet, heading),
      addresses(sheet, content, left, width),
      gap(12),
      facts(sheet, factsOf(content), left, width, 4),
      gap(10),
    ),
    running: running(sheet, heading),
    blocks: [
      ...lines(sheet, content, left, width),
      ...giftMessage(sheet, content, left, width),
      ...cartons(sheet, content, left, width),
    ],
    foot: [content.from.name, `document ${id}`, `printed ${moment(printed_at)}`].filter(Boolean).join(' · '),
  });
}

function addresses(sheet: Sheet, { from, ship_to, bill_to }: PackingSlipContent, left: number, width: number): Block {
  const shown: [string, Address][] = [
    ['Ship to', ship_to],
    ...(bill_to ? [['Bill to', bill_to] as [string, Address]] : []),
    ['From', from],
  ];
  const column = (width - 32) / 3;
  const blocks = shown.map(([name, address], index): Block => {
    const main = index === 0;
    const who = { size: main ? 11 : 9.5, bold: true };
    const where = { size: main ? 10 : 9, color: main ? ink.black : ink.grey };
    const text = addressLines(address, index === shown.length - 1 ? ship_to : from).join('\n');
    const x = left + index * (column + 16);
    const top = 13 + (address.name ? sheet.heightOf(address.name, column, who) : 0);
    return {
      height: top + sheet.heightOf(text, column, where),
      draw(y) {
        sheet.text(name, x, y, column, { size: 7, color: ink.grey, line: true });
        if (address.name) sheet.text(address.name, x, y + 11, column, who);
        sheet.text(text, x, y + top - 1, column, where);
      },
    };
  });
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    draw(y) {
      for (const block of blocks) block.draw(y, false);
    },
  };
}

function factsOf(content: PackingSlipContent): [string, string | null][] {
  const {
    number,
    order,
    ordered_on,
    deliver_by = null,
    customer,
    customer_number,
    job,
    carrier,
    service_level,
    cartons: all,
  } = content;
  const weights = all.flatMap(({ weight_g }) => weight_g ?? []);
  return [
    ['Delivery', number === order ? null : number],
    ['Ordered on', ordered_on],
    ['Deliver by', deliver_by],
    ['Customer', `${customer} (${customer_number})`],
    ['Carrier', [carrier, service_level].filter(Boolean).join(', ')],
    ['Job', job],
    ['Cartons', all.length === 0 ? null : String(all.length)],
    [
      'Weight',
      all.length > 0 && weights.length === all.length ? weight(weights.reduce((sum, one) => sum + one, 0)) : null,
    ],
  ];
}

function lines(sheet: Sheet, { lines: all }: PackingSlipContent, left: number, width: number): Block[] {
  const columns: Column[] = [
    { title: 'Part', width: 112 },
    { title: 'Description', width: null },
    { title: 'Ordered', width: 52, align: 'right' },
    { title: 'In this delivery', width: 56, align: 'right' },
    { title: 'Still to come', width: 52, align: 'right' },
  ];
  const places = spans(columns, left, width);
  const head = headings(sheet, columns, places);
  const rows = all.map((line): Block => {
    const cells = cellsOf(line);
    const height = Math.max(...cells.map((cell, at) => cellHeight(sheet, cell, spanAt(places, at).width))) + 10;
    return {
      height,
      head,
      draw(y) {
        cells.forEach((cell, at) => {
          drawCell(sheet, cell, spanAt(places, at), y + 4);
        });
        sheet.rule(left, y + height, width, { color: ink.hairline });
      },
    };
  });
  return [...rows, totals(sheet, all, left, width, spanAt(places, 3))];
}

function cellsOf({ part, description, unit, ordered, delivered, to_come, tracked, components }: DeliveredLine): Cell[] {
  const nothing = delivered === '0';
  const below = [
    ...components.map((one) => `${quantity(one.qty)} × ${one.part}, ${one.description}`),
    ...trackingLines(tracked),
  ];
  return [
    { text: part, style: { size: 9, bold: true } },
    { text: description, style: { size: 9 }, below },
    { text: quantity(ordered), style: { size: 9, align: 'right', color: ink.grey } },
    {
      text: nothing ? '–' : quantity(delivered),
      style: { size: 10.5, bold: true, align: 'right' },
      below: unit && !nothing ? [unit] : [],
    },
    {
      text: to_come === '0' ? '–' : quantity(to_come),
      style: { size: 9, align: 'right', color: to_come === '0' ? ink.grey : ink.black },
    },
  ];
}

function totals(
  sheet: Sheet,
  all: readonly DeliveredLine[],
  left: number,
  width: number,
  place: { x: number; width: number },
): Block {
  const style = { size: 9, bold: true, line: true } as const;
  return {
    height: 24,
    draw(y) {
      sheet.rule(left, y, width, { color: ink.black });
      sheet.text('Units in this delivery', left, y + 7, width / 2, style);
      const total = quantity(sum(all.map(({ delivered }) => delivered)));
      sheet.text(total, place.x, y + 7, place.width, { ...style, size: 10.5, align: 'right' });
    },
  };
}

/** Returns the message of an order, a block for each of its lines: all of them may be longer than a page. */
function giftMessage(sheet: Sheet, { gift_message }: PackingSlipContent, left: number, width: number): Block[] {
  if (!gift_message) return [];
  const style = { size: 11 };
  const rows = gift_message.split(/\r?\n/).map((text) => ({
    height: Math.max(13, sheet.heightOf(text, width, style)),
    draw: (y: number) => sheet.text(text, left, y, width, style),
  }));
  return [{ ...gap(20), leads: true }, ...rows];
}

function cartons(sheet: Sheet, { cartons: all }: PackingSlipContent, left: number, width: number): Block[] {
  if (all.length === 0) return [];
  const columns: Column[] = [
    { title: 'Carton', width: 112 },
    { title: 'Kind', width: null },
    { title: 'Tracking number', width: 180 },
    { title: 'Weight', width: 60, align: 'right' },
  ];
  const rows = all.map(({ number, type, weight_g, tracking_number }, index): Cell[] => [
    { text: `${number}  ·  ${index + 1} of ${all.length}`, style: { size: 9 } },
    { text: type ?? '', style: { size: 9 } },
    { text: tracking_number ?? '', style: { size: 9, bold: true } },
    { text: weight_g === null ? '' : weight(weight_g), style: { size: 9, align: 'right' } },
  ]);
  return [{ ...gap(20), leads: true }, ...ruled(sheet, columns, rows, left, width)];
}
