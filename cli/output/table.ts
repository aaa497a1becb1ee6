import width from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { cut, painted, type Terminal } from './terminal.ts';

export interface Column {
  readonly title: string;
  /** Numbers are aligned right. */
  readonly align?: 'left' | 'right';
  /** Whether the column gets the remaining width and wraps its text. At most one column wraps. */
  readonly wraps?: boolean;
  /** Greatest width in characters, for a column that does not wrap. */
  readonly atMost?: number;
}

const gap = 2;
/** Least width of a wrapping column while other columns can shrink. */
const comfortable = 16;
const narrowest = 8;
/** Words up to this length are not split. */
const longestWhole = 40;

/**
 * Formats rows as aligned text, no wider than the terminal. In a narrow terminal the wrapping column shrinks first, then the
 * others down to their longest word. If that is not enough, each row becomes a block with a line for each column. In a pipe
 * only the wrapping column shrinks, because programs expect rows.
 * @returns lines that end with a newline; an empty text for no rows
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], terminal: Terminal): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) =>
    columns.map((column, index) => {
      // A line break in a name would begin a row.
      const cell = at(row, index).replaceAll(/[\r\n]+/g, ' ');
      return column.wraps ? cell : cut(cell, column.atMost ?? 60);
    }),
  );
  const { widths, fits } = widthsOf(columns, cells, terminal);
  const untitled = columns.every(({ title }) => title === '');
  const asRows = fits || untitled || !terminal.live;
  const lines = asRows ? aligned(columns, cells, widths, terminal) : blocks(columns, cells, terminal);
  return lines.map((text) => `${text}\n`).join('');
}

function aligned(columns: readonly Column[], cells: string[][], widths: number[], terminal: Terminal): string[] {
  const line = (texts: readonly string[]) =>
    columns
      .map(({ align }, index) =>
        align === 'right' ? at(texts, index).padStart(at(widths, index)) : padded(at(texts, index), at(widths, index)),
      )
      .join(' '.repeat(gap))
      .trimEnd();
  const head = columns.map(({ title }) => title);
  const body = cells.flatMap((row) => {
    const wrapped = row.map((cell, index) =>
      width(cell) > at(widths, index) ? wrap(cell, at(widths, index)) : [cell],
    );
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, row) => line(wrapped.map((lines) => lines[row] ?? '')));
  });
  const title = head.every((text) => text === '') ? [] : [painted(terminal, 'dim', line(head))];
  return [...title, ...body];
}

function blocks(columns: readonly Column[], cells: string[][], terminal: Terminal): string[] {
  const indent = Math.max(...columns.map(({ title }) => width(title))) + gap;
  return cells.flatMap((row, number) => {
    const lines = columns.flatMap(({ title }, index) => {
      if (row[index] === '') return [];
      const [first = '', ...rest] = wrap(at(row, index), Math.max(1, terminal.columns - indent));
      return [
        `${painted(terminal, 'dim', padded(title, indent))}${first}`,
        ...rest.map((text) => ' '.repeat(indent) + text),
      ];
    });
    return number === 0 ? lines : ['', ...lines];
  });
}

/** Returns the width of each column, and whether all columns fit. Numbers and single words keep their width. */
function widthsOf(columns: readonly Column[], cells: string[][], { columns: available, live }: Terminal) {
  const texts = columns.map(({ title }, index) => [title, ...cells.map((row) => at(row, index))]);
  const widths = texts.map((all) => Math.max(...all.map((text) => width(text))));
  const least = columns.map(({ title, align }, index) => {
    if (align === 'right') return at(widths, index);
    const words = at(texts, index)
      .flatMap((text) => text.split(' '))
      .map((word) => Math.min(width(word), longestWhole));
    return Math.max(width(title), ...words);
  });
  let over = widths.reduce((sum, each) => sum + each, gap * (columns.length - 1)) - available;
  const narrow = (index: number, to: number) => {
    const by = Math.max(0, Math.min(over, at(widths, index) - to));
    widths[index] = at(widths, index) - by;
    over -= by;
  };
  const wrapping = columns.findIndex((column) => column.wraps);
  if (wrapping >= 0) narrow(wrapping, Math.max(at(least, wrapping), comfortable));
  while (over > 0 && live) {
    const give = columns.flatMap((_, index) =>
      index !== wrapping && at(widths, index) > at(least, index) ? [index] : [],
    );
    if (give.length === 0) break;
    const widest = give.reduce((one, other) => (at(widths, other) > at(widths, one) ? other : one));
    narrow(widest, at(widths, widest) - 1);
  }
  if (wrapping >= 0) narrow(wrapping, at(least, wrapping));
  // Without titles there are no blocks, so long words are split.
  if (wrapping >= 0 && columns.every(({ title }) => title === '')) narrow(wrapping, narrowest);
  return { widths, fits: over <= 0 };
}

/** Wraps a text between words. A word that is longer than a line is split. */
export const wrap = (text: string, columns: number): string[] => wrapAnsi(text, columns, { hard: true }).split('\n');

/** Returns an element that has to exist: each row has a cell for each column. */
function at<Element>(list: readonly Element[], index: number): Element {
  const element = list[index];
  if (element === undefined) throw new Error(`A table row has no cell ${index}.`);
  return element;
}

const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)));
