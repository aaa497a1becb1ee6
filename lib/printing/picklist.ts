import type { PickedPart, PicklistContent, Printed, Tracked } from './content.ts';
import { type Block, drawFlow, gap, measure } from './flow.ts';
import { count, moment, quantity, sum } from './format.ts';
import { facts, running, title, together } from './parts-of-page.ts';
import { ink, type Paper, type Sheet } from './sheet.ts';
import { type Cell, type Column, cellHeight, drawCell, headings, ruled, spanAt, spans } from './table.ts';

/** Greatest number of orders in the heading. The list at the end has all orders. */
const mostNumbers = 4;

/**
 * Draws a pick list: the stops in walking order, with a box to tick for each line. The list of a pick over several orders shows the
 * orders of each line, and ends with a list of the orders.
 */
export function drawPicklist(
  sheet: Sheet,
  { id, printed_at, content }: Extract<Printed, { kind: 'picklist' }>,
  paper: Paper,
): void {
  const { left, width } = measure(paper);
  const heading = { kind: 'Pick list', number: content.number, left, width };
  const several = content.orders.length > 1;
  const opening = together(title(sheet, heading), facts(sheet, factsOf(content), left, width, 4), gap(10));
  drawFlow(sheet, {
    paper,
    opening,
    running: running(sheet, heading),
    blocks: [
      ...stops(sheet, content, left, width),
      ...(several ? ordersBelow(sheet, content, left, width) : notes(sheet, content, left, width)),
    ],
    foot: `Document ${id} · printed ${moment(printed_at)}`,
  });
}

function factsOf({ site, orders, stops }: PicklistContent): [string, string | null][] {
  const parts = stops.flatMap((stop) => stop.parts);
  const same = (values: readonly (string | null)[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null);
  const numbers = orders.map(({ number }) => number);
  return [
    [
      orders.length === 1 ? 'Order' : 'Orders',
      numbers.length > mostNumbers ? count(numbers.length, 'order') : numbers.join(', '),
    ],
    ['Customer', same(orders.map(({ customer }) => customer))],
    ['Carrier', same(orders.map(({ carrier }) => carrier))],
    ['Site', site],
    [
      'To pick',
      `${count(stops.length, 'stop')}, ${count(parts.length, 'line')}, ${quantity(sum(parts.map(({ qty }) => qty)))} units`,
    ],
    [
      'Priority',
      orders.some(({ priority }) => priority !== 3)
        ? String(Math.min(...orders.map(({ priority }) => priority)))
        : null,
    ],
  ];
}

function stops(sheet: Sheet, { stops: all, orders }: PicklistContent, left: number, width: number): Block[] {
  const several = orders.length > 1;
  const columns: Column[] = [
    { title: 'Location', width: several ? 76 : 92 },
    { title: 'Part', width: several ? 100 : 108 },
    { title: 'Description', width: null },
    ...(several ? [{ title: 'For', width: 78 } as const] : []),
    { title: 'Qty', width: 40, align: 'right' },
    { title: '', width: 14 },
  ];
  const places = spans(columns, left, width);
  const head = headings(sheet, columns, places);
  return all.flatMap(({ location, parts }) =>
    parts.map((part, index): Block => {
      const cells = cellsOf(part, several);
      const place: Cell = { text: location, style: { size: 10, bold: true } };
      const heights = [place, ...cells].map((cell, at) => cellHeight(sheet, cell, spanAt(places, at).width));
      const height = Math.max(...heights, 18) + 11;
      const last = index === parts.length - 1;
      return {
        height,
        head,
        draw(y, top) {
          // The location is repeated at the top of a page, so that the picker does not have to turn the page back.
          if (index === 0 || top) drawCell(sheet, place, spanAt(places, 0), y + 5);
          cells.forEach((cell, at) => {
            drawCell(sheet, cell, spanAt(places, at + 1), y + 5);
          });
          sheet.box(spanAt(places, -1).x + 1, y + 5, 12.5, part.qty_picked === part.qty);
          const from = last ? left : spanAt(places, 1).x;
          sheet.rule(from, y + height, left + width - from, { color: last ? ink.rule : ink.hairline });
        },
      };
    }),
  );
}

function cellsOf({ part, description, unit, qty, tracked, orders }: PickedPart, several: boolean): Cell[] {
  const forWhom = orders.map((order) =>
    orders.length === 1 ? order.number : `${order.number} × ${quantity(order.qty)}`,
  );
  return [
    { text: part, style: { size: 9.5, bold: true } },
    { text: description, style: { size: 9 }, below: trackingLines(tracked) },
    ...(several ? [{ text: forWhom.join('\n'), style: { size: 8.5 } }] : []),
    { text: quantity(qty), style: { size: 12, bold: true, align: 'right' }, below: unit ? [unit] : [] },
  ];
}

/** Returns `Lot L-1 × 4, L-2 × 2` and `Serial 1001, 1002`. */
export function trackingLines(tracked: readonly Tracked[]): string[] {
  const lots = tracked.flatMap(({ lot, serial, qty }) =>
    lot !== null && serial === null ? [`${lot} × ${quantity(qty)}`] : [],
  );
  const serials = tracked.flatMap(({ lot, serial }) =>
    serial === null ? [] : [lot === null ? serial : `${serial} (${lot})`],
  );
  return [
    ...(lots.length > 0 ? [`${lots.length === 1 ? 'Lot' : 'Lots'} ${lots.join(', ')}`] : []),
    ...(serials.length > 0 ? [`Serial ${serials.join(', ')}`] : []),
  ];
}

function notes(sheet: Sheet, { orders }: PicklistContent, left: number, width: number): Block[] {
  const texts = orders.flatMap((order) => order.notes);
  if (texts.length === 0) return [];
  const style = { size: 9 } as const;
  const lines = texts.map((text) => ({ text, height: sheet.heightOf(text, width, style) }));
  return [
    {
      height: 30 + lines.reduce((all, { height }) => all + height + 3, 0),
      draw(y) {
        sheet.text('Notes', left, y + 14, width, { size: 7, color: ink.grey, line: true });
        let at = y + 25;
        for (const { text, height } of lines) {
          sheet.text(text, left, at, width, style);
          at += height + 3;
        }
      },
    },
  ];
}

/** Returns the list of orders with their customers and units, for the people who distribute the picked units. */
function ordersBelow(sheet: Sheet, { orders, stops: all }: PicklistContent, left: number, width: number): Block[] {
  const columns: Column[] = [
    { title: 'Order', width: 92 },
    { title: 'Customer', width: null },
    { title: 'Carrier', width: 120 },
    { title: 'Units', width: 44, align: 'right' },
    { title: '', width: 14 },
  ];
  const units = new Map<string, string[]>();
  for (const part of all.flatMap((stop) => stop.parts)) {
    for (const { number, qty } of part.orders) units.set(number, [...(units.get(number) ?? []), qty]);
  }
  const rows = orders.map(({ number, customer, carrier, notes: lines }): Cell[] => [
    { text: number, style: { size: 9, bold: true } },
    { text: customer, style: { size: 9 }, below: lines },
    { text: carrier ?? '', style: { size: 9 } },
    { text: quantity(sum(units.get(number) ?? [])), style: { size: 9, align: 'right' } },
  ]);
  return [{ ...gap(22), leads: true }, ...ruled(sheet, columns, rows, left, width)];
}
