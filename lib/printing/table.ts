import type { Block } from './flow.ts';
import { ink, type Sheet, type TextStyle } from './sheet.ts';

export interface Column {
  readonly title: string;
  /** Points; null for the remaining width. */
  readonly width: number | null;
  readonly align?: 'left' | 'right';
}

export interface Span {
  readonly x: number;
  readonly width: number;
}

const between = 12;

/** Returns the position and width of each column. */
export function spans(columns: readonly Column[], left: number, width: number): Span[] {
  const fixed = columns.reduce((all, column) => all + (column.width ?? 0), 0);
  const rest = width - fixed - between * (columns.length - 1);
  let x = left;
  return columns.map((column) => {
    const span = { x, width: column.width ?? rest };
    x += span.width + between;
    return span;
  });
}

/** Returns one span; -1 is the last one. @throws RangeError if the columns have no such span */
export function spanAt(places: readonly Span[], index: number): Span {
  const span = places.at(index);
  if (!span) throw new RangeError(`the table has no column ${index}`);
  return span;
}

/** Returns the block with the headings of columns and a rule under them. */
export function headings(sheet: Sheet, columns: readonly Column[], places: readonly Span[]): Block {
  const style = { size: 7, bold: true, color: ink.grey, spacing: 0.5 } as const;
  const titles = columns.map(({ title, align = 'left' }, index) => {
    const { x, width } = spanAt(places, index);
    const text = title.toUpperCase();
    return { text, align, x, width, height: sheet.heightOf(text, width, style) };
  });
  const tallest = Math.max(...titles.map(({ height }) => height));
  const [start, end] = [spanAt(places, 0), spanAt(places, -1)];
  return {
    height: tallest + 9,
    draw(y) {
      // Headings of one and of several lines end at the same height.
      for (const { text, align, x, width, height } of titles) {
        sheet.text(text, x, y + tallest - height, width, { ...style, align });
      }
      sheet.rule(start.x, y + tallest + 3, end.x + end.width - start.x, { weight: 0.9, color: ink.black });
    },
  };
}

/** Text of a cell, with small lines below it. */
export interface Cell {
  readonly text: string;
  readonly style: TextStyle;
  readonly below?: readonly string[];
}

const small: TextStyle = { size: 7.5, color: ink.grey };

export function cellHeight(sheet: Sheet, { text, style, below = [] }: Cell, width: number): number {
  return below.reduce((all, line) => all + sheet.heightOf(line, width, small), sheet.heightOf(text, width, style));
}

export function drawCell(sheet: Sheet, { text, style, below = [] }: Cell, { x, width }: Span, y: number): void {
  let at = y + sheet.text(text, x, y, width, style);
  for (const line of below) at += sheet.text(line, x, at, width, { ...small, align: style.align ?? 'left' });
}

/** Returns a table with a hairline under each row. Its headings are repeated on every page. */
export function ruled(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  left: number,
  width: number,
): Block[] {
  const places = spans(columns, left, width);
  const head = headings(sheet, columns, places);
  return rows.map((cells): Block => {
    const height = Math.max(...cells.map((cell, at) => cellHeight(sheet, cell, spanAt(places, at).width))) + 8;
    return {
      height,
      head,
      draw(y) {
        cells.forEach((cell, at) => {
          drawCell(sheet, cell, spanAt(places, at), y + 3);
        });
        sheet.rule(left, y + height, width, { color: ink.hairline });
      },
    };
  });
}
