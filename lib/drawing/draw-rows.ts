import type { Content, PartNames, Placement } from './carton.ts';
import { nameOf, type Step } from './legend.ts';
import { type DrawingOptions, ink, type LegendRow, type Picture, type Shape, shade } from './picture.ts';
import { fitted } from './text-width.ts';

const rowHeight = 30;
const margin = 6;
const nameWidth = 220;
const countWidth = 130;
const barWidth = 380;
const barHeight = 18;
/** Wider cells add no information. */
const widestCell = 24;
/** A row of more units is one bar. */
const mostCells = 38;

/**
 * Draws what is in a carton without the places of its units: a row for each part.
 * @param contents in the order of their rows; a part with several entries has one row. `upto` and `lit` count units in this order
 */
export function drawContents(
  contents: readonly Content[],
  names: PartNames,
  { upto = Number.POSITIVE_INFINITY, lit }: DrawingOptions = {},
): Picture {
  const quantities = new Map<number, number>();
  for (const { part_id, qty } of contents) quantities.set(part_id, (quantities.get(part_id) ?? 0) + qty);
  let before = 0;
  const legend = [...quantities].map(([part_id, qty], index): LegendRow => {
    const units = unitsOf(qty);
    const drawn = Math.max(0, Math.min(upto - before, units));
    const isLit = lit !== undefined && lit > before && lit <= before + units;
    before += units;
    return {
      ...{ number: index + 1, part_id, name: nameOf(part_id, names), qty },
      // A part that is measured, such as 2.75 m of cloth, is one unit.
      ...{ drawn: Number.isInteger(qty) ? drawn : drawn * qty, sides: null, isLit },
    };
  });
  const order = legend.flatMap((row) => Array.from({ length: unitsOf(row.qty) }, () => row));
  return drawRows(legend, order, { drawn: Math.max(0, Math.min(upto, before)), lit });
}

const unitsOf = (qty: number): number => (Number.isInteger(qty) ? qty : 1);

/**
 * Draws the rows of a legend as bars with a cell for each unit.
 * @param order the units in the packing order
 */
export function drawRows(
  legend: readonly LegendRow[],
  order: readonly Pick<Placement, 'part_id'>[],
  { drawn, lit }: Step,
): Picture {
  const litPart = lit === undefined ? undefined : order[lit - 1]?.part_id;
  const litRow = legend.find(({ part_id }) => part_id === litPart);
  const place = lit === undefined ? 0 : order.slice(0, lit).filter(({ part_id }) => part_id === litPart).length;
  return {
    ...{ view: 'rows', width: 2 * margin + 36 + nameWidth + countWidth + barWidth },
    height: 2 * margin + Math.max(1, legend.length) * rowHeight,
    shapes: legend.flatMap((row, index) =>
      rowShapes(row, margin + index * rowHeight + rowHeight / 2, row === litRow ? place : null),
    ),
    ...{ legend, units: order.length, drawn },
    lit: litRow && lit !== undefined ? { number: lit, row: litRow, isDrawn: lit <= drawn } : null,
  };
}

/** @param place the number of the lit unit within its row; null for another row */
function rowShapes(row: LegendRow, middle: number, place: number | null): Shape[] {
  const text = { kind: 'text', size: 13, bold: place !== null, fill: ink.text } as const;
  const base = middle + 13 * 0.36;
  const left = margin + 36;
  return [
    ...badge(row, margin, middle),
    { ...text, class: 'name', at: { x: left, y: base }, text: fitted(row.name, 13, nameWidth - 10), anchor: 'start' },
    {
      ...text,
      class: 'count',
      at: { x: left + nameWidth + countWidth - 14, y: base },
      text: fitted(`${row.drawn} / ${row.qty}`, 13, countWidth - 14),
      anchor: 'end',
    },
    ...bar(row, left + nameWidth + countWidth, middle, place),
  ];
}

/** The number of a row on its color. */
export function badge(row: LegendRow, x: number, middle: number): Shape[] {
  return [
    {
      ...{ kind: 'polygon', class: 'badge', points: rectangle(x, middle - 9, 26, 18) },
      ...{ fill: shade(row, 78), stroke: shade(row, 28), width: 1 },
    },
    {
      ...{ kind: 'text', class: 'number', at: { x: x + 13, y: middle + 4.3 }, text: String(row.number) },
      ...{ size: 12, bold: true, anchor: 'middle', fill: ink.text },
    },
  ];
}

/** Units that are in have a color and a line; the others are white with a line of dashes. */
function bar(row: LegendRow, left: number, middle: number, place: number | null): Shape[] {
  const top = middle - barHeight / 2;
  const cells = Number.isInteger(row.qty) && row.qty <= mostCells ? row.qty : 1;
  const cell = cells === row.qty ? Math.min(widestCell, barWidth / cells) : barWidth;
  const filled = (x: number, width: number): Shape => ({
    ...{ kind: 'polygon', class: 'unit', points: rectangle(x, top, width, barHeight) },
    ...{ fill: shade(row, 70), stroke: shade(row, 28), width: 0.8 },
  });
  const empty = (x: number, width: number): Shape => ({
    ...{ kind: 'polygon', class: 'missing', points: rectangle(x, top, width, barHeight) },
    ...{ fill: ink.paper, stroke: ink.grey, width: 0.8, dashes: '3 3' },
  });
  const shapes =
    cells === row.qty
      ? Array.from({ length: cells }, (_, at) => (at < row.drawn ? filled : empty)(left + at * cell + 1, cell - 2))
      : [empty(left, barWidth), ...(row.drawn > 0 ? [filled(left, (barWidth * row.drawn) / row.qty)] : [])];
  if (place === null) return shapes;
  const at = cells === row.qty ? left + (place - 1) * cell : left + (barWidth * (place - 1)) / row.qty;
  const width = cells === row.qty ? cell : Math.max(4, barWidth / row.qty);
  return [
    ...shapes,
    {
      ...{ kind: 'polygon', class: 'lit', points: rectangle(at, top - 1, width, barHeight + 2) },
      ...{ fill: 'none', stroke: ink.lit, width: 3, ...(place <= row.drawn ? {} : { dashes: '8 5' }) },
    },
  ];
}

function rectangle(x: number, y: number, width: number, height: number) {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
