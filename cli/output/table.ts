import { cut, painted, type Terminal } from './terminal.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly align?: 'left' | 'right';
  /** Takes what the others leave, over several lines where it has to. */
  readonly wraps?: boolean;
  /** Characters at most, for one that does not wrap. */
  readonly atMost?: number;
}

const gap = 2;
const narrowest = 16;

/**
 * Rows as aligned text, one line each, as wide as the terminal. At most one column wraps.
 * @returns lines that end with a newline; nothing for no rows
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], terminal: Terminal): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) =>
    columns.map((column, index) => (column.wraps ? row[index]! : cut(row[index]!, column.atMost ?? 60))),
  );
  const widths = columns.map(({ title }, index) => Math.max(...[title, ...cells.map((row) => row[index]!)].map(width)));
  const wrapping = columns.findIndex((column) => column.wraps);
  if (wrapping >= 0) {
    const others = widths.reduce((sum, each, index) => sum + (index === wrapping ? 0 : each + gap), 0);
    widths[wrapping] = Math.max(narrowest, Math.min(widths[wrapping]!, terminal.columns - others));
  }
  const line = (texts: readonly string[]) =>
    columns
      .map(({ align }, index) =>
        align === 'right' ? texts[index]!.padStart(widths[index]!) : padded(texts[index]!, widths[index]!),
      )
      .join(' '.repeat(gap))
      .trimEnd();
  const head = columns.map(({ title }) => title);
  const body = cells.flatMap((row) => {
    const wrapped = row.map((cell, index) => (index === wrapping ? wrap(cell, widths[index]!) : [cell]));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => line(wrapped.map((lines) => lines[at] ?? '')));
  });
  const title = head.every((text) => text === '') ? [] : [painted(terminal, 'dim', line(head))];
  return [...title, ...body].map((text) => `${text}\n`).join('');
}

/** Breaks a sentence between words; a word that is too long is broken inside. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (width(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    let rest = [...word];
    for (; rest.length > columns; rest = rest.slice(columns)) lines.push(rest.slice(0, columns).join(''));
    line = rest.join('');
  }
  return [...lines, line];
}

const width = (text: string) => [...text].length;
const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)));
