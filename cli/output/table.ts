import { cut, painted, type Terminal } from './terminal.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly align?: 'left' | 'right';
  /** Takes what the others leave, over several lines where it has to. At most one column does. */
  readonly wraps?: boolean;
  /** Characters at most, for one that does not wrap. */
  readonly atMost?: number;
}

const gap = 2;
/** A column that wraps is made no narrower than this while others can give way. */
const comfortable = 16;
const narrowest = 8;
/** A word up to this length is not broken inside. */
const longestWhole = 40;

/**
 * Rows as aligned text, no wider than the terminal. Where it is too narrow the column that wraps gives way, then the
 * others between their words; where even that does not do, each row is told as a block with a line for each column. Programs
 * that read a pipe count on rows: there only the column that wraps gives way.
 * @returns lines that end with a newline; nothing for no rows
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], terminal: Terminal): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) =>
    columns.map((column, index) => (column.wraps ? row[index]! : cut(row[index]!, column.atMost ?? 60))),
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
        align === 'right' ? texts[index]!.padStart(widths[index]!) : padded(texts[index]!, widths[index]!),
      )
      .join(' '.repeat(gap))
      .trimEnd();
  const head = columns.map(({ title }) => title);
  const body = cells.flatMap((row) => {
    const wrapped = row.map((cell, index) => (width(cell) > widths[index]! ? wrap(cell, widths[index]!) : [cell]));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => line(wrapped.map((lines) => lines[at] ?? '')));
  });
  const title = head.every((text) => text === '') ? [] : [painted(terminal, 'dim', line(head))];
  return [...title, ...body];
}

function blocks(columns: readonly Column[], cells: string[][], terminal: Terminal): string[] {
  const indent = Math.max(...columns.map(({ title }) => width(title))) + gap;
  return cells.flatMap((row, at) => {
    const lines = columns.flatMap(({ title }, index) => {
      if (row[index] === '') return [];
      const [first = '', ...rest] = wrap(row[index]!, Math.max(1, terminal.columns - indent));
      return [
        `${painted(terminal, 'dim', padded(title, indent))}${first}`,
        ...rest.map((text) => ' '.repeat(indent) + text),
      ];
    });
    return at === 0 ? lines : ['', ...lines];
  });
}

/** How wide each column is, and whether all of them together fit. Numbers and single words keep their width. */
function widthsOf(columns: readonly Column[], cells: string[][], { columns: available, live }: Terminal) {
  const texts = columns.map(({ title }, index) => [title, ...cells.map((row) => row[index]!)]);
  const widths = texts.map((all) => Math.max(...all.map(width)));
  const least = columns.map(({ title, align }, index) => {
    if (align === 'right') return widths[index]!;
    const words = texts[index]!.flatMap((text) => text.split(' ')).map((word) => Math.min(width(word), longestWhole));
    return Math.max(width(title), ...words);
  });
  let over = widths.reduce((sum, each) => sum + each, gap * (columns.length - 1)) - available;
  const narrow = (index: number, to: number) => {
    const by = Math.max(0, Math.min(over, widths[index]! - to));
    widths[index]! -= by;
    over -= by;
  };
  const wrapping = columns.findIndex((column) => column.wraps);
  if (wrapping >= 0) narrow(wrapping, Math.max(least[wrapping]!, comfortable));
  while (over > 0 && live) {
    const give = columns.flatMap((_, index) => (index !== wrapping && widths[index]! > least[index]! ? [index] : []));
    if (give.length === 0) break;
    const widest = give.reduce((one, other) => (widths[other]! > widths[one]! ? other : one));
    narrow(widest, widths[widest]! - 1);
  }
  if (wrapping >= 0) narrow(wrapping, least[wrapping]!);
  // Without titles there are no blocks: a long word is broken inside before the lines are.
  if (wrapping >= 0 && columns.every(({ title }) => title === '')) narrow(wrapping, narrowest);
  return { widths, fits: over <= 0 };
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
