import { readFile } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse/sync';
import { decoded } from '../../../lib/outgoing/text.ts';
import type { TableFile } from '../map/schema.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';
import { inRow, type RowFault } from './place.ts';

/** Characters of one row. A quote without its end would otherwise collect the rest of the file. */
const longestRow = 1024 * 1024;

/** Thrown when a file is missing, has no header, or has another encoding. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

interface ParsedRecord {
  readonly record: string[];
  readonly raw: string;
  /** First line of the record. */
  readonly line: number;
}

interface BrokenLine {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

export interface CsvHandlers {
  readonly fault: (fault: RowFault) => void;
  /** Gets a sentence about something that is read in another way than it may seem, and is no fault. */
  readonly note: (sentence: string) => void;
}

/**
 * Reads a file with its header. Rows that are not CSV are reported, and are faulty rows with the fields that their line seems to have, so
 * that the order of such a row is left out with it. A first line such as `sep=;` sets the separator.
 * @throws UnreadableFile
 */
export async function readCsv(
  name: string,
  map: TableFile,
  path: string,
  { fault, note }: CsvHandlers,
): Promise<CsvFile> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(
      error.code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${error.code}`,
    );
  });
  const text = decode(bytes, map.encoding, path, note);
  const delimiter = separatorOf(text) ?? map.delimiter ?? likelyDelimiter(text);
  const { records, broken } = parseRecords(text, { delimiter, quotes: map.quotes });
  const [first, ...rest] = separatorOf(text) === undefined ? records : records.slice(1);
  if (!first) throw new UnreadableFile(`${path} is empty; expected a line with the names of the columns`);
  const named = headerOf(first.record, path, note);
  const header = [...named, ...map.optional.filter((column) => !named.includes(column))];
  const width = named.length;
  const isRow = ({ record }: ParsedRecord) => !isHeaderAgain(record, first.record);
  const again = rest.length - rest.filter(isRow).length;
  if (again > 0)
    note(
      `${path}: ${again} ${again === 1 ? 'line repeats' : 'lines repeat'} the names of the columns, and ${again === 1 ? 'is' : 'are'} skipped`,
    );

  const rows = rest.filter(isRow).map((record) => rowOf(record, header, width));
  const file: CsvFile = { name, shown: path, delimiter, header, rows };
  for (const [index, { record }] of rest.filter(isRow).entries()) {
    const row = rows[index];
    if (!row?.faulty) continue;
    fault(inRow(file, row).fault(`expected ${width} fields, as in the first line, found ${record.length}`));
  }
  for (const { line, text: raw, message } of broken) {
    fault({ file: path, line, position: 1, column: null, message });
    rows.push({
      ...rowOf({ line, raw, record: raw.replaceAll('"', '').split(delimiter) }, header, width),
      faulty: true,
    });
  }
  return { ...file, rows: rows.sort((one, other) => one.line - other.line) };
}

/** @param width the number of columns in the file, without those that it lacks */
function rowOf({ record, raw, line }: ParsedRecord, header: readonly string[], width: number): CsvRow {
  return {
    line,
    raw,
    texts: Object.fromEntries(header.map((column, index) => [column, plainText(record[index] ?? '')])),
    values: {},
    // Spreadsheets add empty fields at the end of a row.
    faulty: record.length < width || record.slice(width).some((field) => field.trim() !== ''),
  };
}

/**
 * Drops the apostrophe that keeps a number or a formula as text in a spreadsheet: `'08540`. A name such as
 * `'s-Gravenhage` keeps it.
 */
const plainText = (field: string): string => field.replace(/^(\s*)'(?=[\d=+@-])/, '$1');

/** Returns the names of the columns. A name that is there before gets a number: `Name`, `Name (2)`. */
function headerOf(record: readonly string[], path: string, note: CsvHandlers['note']): string[] {
  const counts = new Map<string, number>();
  return record.map((field) => {
    const column = field.trim();
    const count = (counts.get(column) ?? 0) + 1;
    counts.set(column, count);
    if (count === 1 || column === '') return column;
    const name = `${column} (${count})`;
    note(`${path} has the column "${column}" ${count} times; the map calls this one "${name}"`);
    return name;
  });
}

/** Exports that were put together repeat their first line. */
const isHeaderAgain = (record: readonly string[], first: readonly string[]): boolean =>
  record.length > 1 && record.length === first.length && record.every((field, index) => field === first[index]);

/** Returns the separator that a first line names, as spreadsheets write it; undefined without such a line. */
const separatorOf = (text: string): string | undefined => /^\ufeff?sep=(.)\r?\n/i.exec(text)?.[1];

/**
 * Parses the text. A record that is not CSV loses only its own line. An unclosed quote would otherwise swallow the rest of
 * the file.
 */
function parseRecords(
  text: string,
  { delimiter, quotes }: { readonly delimiter: string; readonly quotes: boolean },
): { records: ParsedRecord[]; broken: BrokenLine[] } {
  const records: ParsedRecord[] = [];
  const broken: BrokenLine[] = [];
  let offset = 0;
  let before = 0;
  for (;;) {
    let last = before;
    const base = before;
    try {
      parse(text.slice(offset), {
        bom: offset === 0,
        delimiter,
        quote: quotes ? '"' : null,
        max_record_size: longestRow,
        info: true,
        raw: true,
        relax_column_count: true,
        skip_empty_lines: true,
        on_record: (parsed: unknown) => {
          const { record, raw, info } = parsed as { record: string[]; raw: string; info: { lines: number } };
          // csv-parse reports the last line of a record. A quoted field may span lines, and empty lines precede the record.
          const own = raw.replace(/^(?:\r?\n)+|\r?\n$/g, '');
          last = base + info.lines;
          records.push({ record, raw: own, line: last - (own.match(/\n/g)?.length ?? 0) });
          return null;
        },
      });
      return { records, broken };
    } catch (error) {
      const line = firstFilledLine(text, offset, base, last);
      broken.push({ line: line.number, text: line.text, message: reason(error as CsvError) });
      if (line.end < 0) return { records, broken };
      offset = line.end + 1;
      before = line.number;
    }
  }
}

interface BrokenPlace {
  readonly number: number;
  /** Index of the end of the line; -1 for the last one. */
  readonly end: number;
  readonly text: string;
}

/** Returns the first line after `last` that is not empty. `offset` is where the line after `base` begins. */
function firstFilledLine(text: string, offset: number, base: number, last: number): BrokenPlace {
  let start = offset;
  for (let number = base + 1; ; number += 1) {
    const end = text.indexOf('\n', start);
    const isFilled = text.slice(start, end < 0 ? undefined : end).trim() !== '';
    if (end < 0 || (number > last && isFilled))
      return { number, end, text: text.slice(start, end < 0 ? undefined : end) };
    start = end + 1;
  }
}

/** Decodes a file. A byte order mark says more than the map. Without an encoding in the map, a file that is no UTF-8 is of an old Windows. */
function decode(bytes: Buffer, written: string | undefined, path: string, note: CsvHandlers['note']): string {
  const encoding = markedEncoding(bytes) ?? written ?? 'utf-8';
  const text = decoded(bytes, encoding);
  if (text !== null) return text;
  if (written !== undefined || encoding !== 'utf-8')
    throw new UnreadableFile(`${path} is not encoded in ${encoding}; set its encoding in the map`);
  note(`${path} is not encoded in UTF-8; it is read as windows-1252`);
  return decoded(bytes, 'windows-1252') ?? '';
}

function markedEncoding([first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Returns the separator that the first line has most, outside of quotes. */
function likelyDelimiter(text: string): string {
  const [line = ''] = text.replace(/^\ufeff?\s*/, '').split(/\r?\n/, 1);
  const plain = line.replaceAll(/"[^"]*"/g, '');
  const count = (mark: string) => plain.split(mark).length - 1;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function reason(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field has no closing quote';
  if (error?.code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'expected the delimiter after a closing quote; write a quote inside a field twice';
  if (error?.code === 'CSV_MAX_RECORD_SIZE')
    return 'the row has more than a million characters; a quote may have no end';
  if (error?.code === 'INVALID_OPENING_QUOTE')
    return 'a field contains a quote; put the field in quotes and write the quote twice';
  return error?.message ?? 'the row cannot be read';
}
