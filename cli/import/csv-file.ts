import { readFile } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse/sync';
import type { FileMap } from './map-schema.ts';
import { inRow, type RowFault } from './place.ts';

export interface CsvRow {
  /** Line on which the record begins, from 1. */
  readonly line: number;
  readonly raw: string;
  /** As written, by column; what is missing at the end is empty. */
  readonly texts: Readonly<Record<string, string>>;
  /** In the form of the service, by column: null where the field is empty. Filled in by `readTypes`. */
  values: Readonly<Record<string, string | boolean | null>>;
  /** True where a fault of it was told: nothing is made of it. */
  faulty: boolean;
}

export interface CsvFile {
  /** Its name in the map. */
  readonly name: string;
  /** Its path, as the person named the folder. */
  readonly shown: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** The file cannot be read at all: it is missing, or has no header. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** One record as csv-parse gives it with `info` and `raw`. */
interface Parsed {
  record: string[];
  raw: string;
  info: { lines: number };
}

/**
 * Reads a file with its header. Rows that cannot be taken apart are told and left out; the others are there.
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
  const text = decoded(bytes, map.encoding, path);
  const unreadable: { line: number; message: string }[] = [];
  const records = parse(text, {
    bom: true,
    delimiter: map.delimiter,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      unreadable.push({ line: Number(error?.lines ?? 1), message: reason(error) });
      return undefined;
    },
  }) as unknown as Parsed[];
  const [first, ...rest] = records;
  if (!first) throw new UnreadableFile(`${path} is empty; expected a line with the names of the columns`);
  const header = first.record.map((column) => column.trim());

  const rows = rest.map(({ record, raw, info }): CsvRow => {
    const own = raw.replace(/\r?\n$/, '');
    return {
      // csv-parse tells the last line of a record; a quoted field may hold several.
      line: info.lines - (own.match(/\n/g)?.length ?? 0),
      raw: own,
      texts: Object.fromEntries(header.map((column, index) => [column, record[index] ?? ''])),
      values: {},
      faulty: record.length !== header.length,
    };
  });
  const file: CsvFile = { name, shown: path, delimiter: map.delimiter, header, rows };
  for (const { line, message } of unreadable) {
    fault({ file: path, line, position: 1, column: null, message });
  }
  for (const [index, row] of rows.entries()) {
    if (!row.faulty) continue;
    const fields = rest[index]!.record.length;
    fault(inRow(file, row).fault(`expected ${header.length} fields, as in the first line, found ${fields}`));
  }
  return file;
}

function decoded(bytes: Buffer, encoding: string, path: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`${path} is not written in ${encoding}; name its encoding in the map`);
  }
}

function reason(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted field is never closed: what follows it cannot be read';
  if (error?.code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'expected the delimiter after a closing quote; write a quote inside a field twice';
  if (error?.code === 'INVALID_OPENING_QUOTE')
    return 'a quote inside a field; put the field in quotes and write the quote twice';
  return error?.message ?? 'the row cannot be read';
}
