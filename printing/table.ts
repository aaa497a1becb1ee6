import type { Block } from './flow.ts';
import { ink, type Sheet, type TextStyle } from './sheet.ts';

export interface Column {
  readonly title: string;
  /** Points; null for what is left over. */
  readonly width: number | null;
  readonly align?: 'left' | 'right';
}

export interface Span {
  readonly x: number;
  readonly width: number;
}

const between = 12;

/** Where columns stand in a width. */
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

/** The headings of columns, with a rule under them. */
export function headings(sheet: Sheet, columns: readonly Column[], places: readonly Span[]): Block {
  const style = { size: 7, bold: true, color: ink.grey, spacing: 0.5 } as const;
  const titles = columns.map(({ title }) => title.toUpperCase());
  const heights = titles.map((title, index) => sheet.heightOf(title, places[index]!.width, style));
  const tallest = Math.max(...heights);
  const end = places.at(-1)!;
  return {
    height: tallest + 9,
    draw(y) {
      titles.forEach((title, index) => {
        const { x, width } = places[index]!;
        // On one foot, however many lines each has.
        sheet.text(title, x, y + tallest - heights[index]!, width, {
          ...style,
          align: columns[index]!.align ?? 'left',
        });
      });
      sheet.rule(places[0]!.x, y + tallest + 3, end.x + end.width - places[0]!.x, { weight: 0.9, color: ink.black });
    },
  };
}

/** Text of a cell, and what stands small below it. */
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

/** A table of rows with a hairline under each; its headings stand again on every page. */
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
    const height = Math.max(...cells.map((cell, at) => cellHeight(sheet, cell, places[at]!.width))) + 8;
    return {
      height,
      head,
      draw(y) {
        cells.forEach((cell, at) => {
          drawCell(sheet, cell, places[at]!, y + 3);
        });
        sheet.rule(left, y + height, width, { color: ink.hairline });
      },
    };
  });
}
