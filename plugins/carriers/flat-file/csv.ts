import { type Encoding, encode, representable, similarText } from './encoding.ts';

/** Format of a delimited file. */
export interface CsvForm {
  readonly delimiter: string;
  /** `needed`: only for values that require quotes (RFC 4180). */
  readonly quote: 'needed' | 'always' | 'never';
  readonly newline: 'crlf' | 'lf';
}

export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/**
 * The first characters of a formula, as OWASP lists them for "CSV injection". Wide and small forms count too, because an
 * encoding that lacks them replaces them by the plain ones.
 */
const formulaStarts = new Set(['=', '+', '-', '@']);
/** A number is no formula, with or without its sign. */
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * Returns the bytes of a file. The values get the characters of the encoding before they are quoted: of a typographic quote may come
 * a plain one, and of a wide semicolon a delimiter.
 */
export function csvFile(
  lines: readonly (readonly string[])[],
  form: CsvForm & { readonly encoding: Encoding },
): Buffer {
  const { encoding } = form;
  const values = lines.map((line) => line.map((value) => representable(value, encoding)));
  return encode(csv(values, form), encoding);
}

/** Returns the text of a file. A line break inside a value becomes a blank, because few programs accept one. */
export function csv(lines: readonly (readonly string[])[], form: CsvForm): string {
  const end = form.newline === 'crlf' ? '\r\n' : '\n';
  return lines.map((values) => values.map((value) => cell(value, form)).join(form.delimiter) + end).join('');
}

function cell(value: string, { delimiter, quote }: CsvForm): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this expression removes
  const plain = unformulated(value.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' '));
  // Without quotes a delimiter would split the value.
  if (quote === 'never') return plain.replaceAll(delimiter, ' ');
  const needed = plain.includes(delimiter) || plain.includes('"') || plain !== plain.trim();
  return needed || quote === 'always' ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. It then shows the text. */
function unformulated(text: string): string {
  // Spreadsheets skip blanks, quotes of their own and invisible characters before the sign.
  const [first] = text.replace(/^[\s\p{Cf}"]+/u, '');
  if (first === undefined || number.test(text)) return text;
  return formulaStarts.has(similarText(first)) ? `'${text}` : text;
}
