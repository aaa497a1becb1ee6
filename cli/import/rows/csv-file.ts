import { readFile } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse/sync';
import type { FileMap } from '../map/schema.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';
import { inRow, type RowFault } from './place.ts';

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
  readonly message: string;
}

/**
 * Reads a file with its header. Rows that are not CSV are reported and left out.
 * @throws UnreadableFile
 */
export async function readCsv(
  name: string,
  map: FileMap,
  path: string,
  fault: (fault: RowFault) => void,
): Promise<CsvFile> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(
      error.code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${error.code}`,
    );
  });
  const { records, broken } = parseRecords(decode(bytes, map.encoding, path), map.delimiter);
  const [first, ...rest] = records;
  if (!first) throw new UnreadableFile(`${path} is empty; expected a line with the names of the columns`);
  const header = first.record.map((column) => column.trim());

  const rows = rest.map(
    ({ record, raw, line }): CsvRow => ({
      line,
      raw,
      texts: Object.fromEntries(header.map((column, index) => [column, record[index] ?? ''])),
      values: {},
      faulty: record.length !== header.length,
    }),
  );
  const file: CsvFile = { name, shown: path, delimiter: map.delimiter, header, rows };
  for (const { line, message } of broken) {
    fault({ file: path, line, position: 1, column: null, message });
  }
  for (const [index, { record }] of rest.entries()) {
    const row = rows[index];
    if (!row?.faulty) continue;
    fault(inRow(file, row).fault(`expected ${header.length} fields, as in the first line, found ${record.length}`));
  }
  return file;
}

/**
 * Parses the text. A record that is not CSV loses only its own line. An unclosed quote would otherwise swallow the rest of
 * the file.
 */
function parseRecords(text: string, delimiter: string): { records: ParsedRecord[]; broken: BrokenLine[] } {
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
      broken.push({ line: line.number, message: reason(error as CsvError) });
      if (line.end < 0) return { records, broken };
      offset = line.end + 1;
      before = line.number;
    }
  }
}

/** Returns the first line after `last` that is not empty. `offset` is where the line after `base` begins. */
function firstFilledLine(text: string, offset: number, base: number, last: number): { number: number; end: number } {
  let start = offset;
  for (let number = base + 1; ; number += 1) {
    const end = text.indexOf('\n', start);
    const isFilled = text.slice(start, end < 0 ? undefined : end).trim() !== '';
    if (end < 0 || (number > last && isFilled)) return { number, end };
    start = end + 1;
  }
}

function decode(bytes: Buffer, encoding: string, path: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`${path} is not encoded in ${encoding}; set its encoding in the map`);
  }
}

function reason(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field has no closing quote';
  if (error?.code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'expected the delimiter after a closing quote; write a quote inside a field twice';
  if (error?.code === 'INVALID_OPENING_QUOTE')
    return 'a field contains a quote; put the field in quotes and write the quote twice';
  return error?.message ?? 'the row cannot be read';
}
