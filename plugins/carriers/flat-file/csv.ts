/** How a file of values between delimiters is written. */
export interface CsvForm {
  readonly delimiter: string;
  /** `needed`: only where a value could not be read otherwise (RFC 4180). */
  readonly quote: 'needed' | 'always' | 'never';
  readonly newline: 'crlf' | 'lf';
}

export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** One file, each line with its end. A line break inside a value becomes a blank: few readers outside spreadsheets take one. */
export function csv(lines: readonly (readonly string[])[], form: CsvForm): string {
  const end = form.newline === 'crlf' ? '\r\n' : '\n';
  return lines.map((values) => values.map((value) => written(value, form)).join(form.delimiter) + end).join('');
}

function written(value: string, { delimiter, quote }: CsvForm): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no business in a file of values
  const plain = value.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
  // Without quotes nothing can hold a delimiter: what would be two values stays one.
  if (quote === 'never') return plain.replaceAll(delimiter, ' ');
  const needed = plain.includes(delimiter) || plain.includes('"') || plain !== plain.trim();
  return needed || quote === 'always' ? `"${plain.replaceAll('"', '""')}"` : plain;
}
