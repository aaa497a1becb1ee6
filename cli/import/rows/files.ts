import { join } from 'node:path';
import type { FileMap } from '../map/schema.ts';
import { readCsv, UnreadableFile } from './csv-file.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';
import { foundText, inRow, type RowFault } from './place.ts';
import { expected, readValue, type Writing } from './types.ts';

/** A file with checked rows and an index by key. */
export interface LoadedFile extends CsvFile {
  readonly map: FileMap;
  readonly writing: Writing;
  readonly keyColumns: readonly string[];
  /** Rows by the text of their key. */
  readonly byKey: ReadonlyMap<string, CsvRow>;
}

/** Reports a fault of the map: its path in the document, and a sentence. */
export type MapFault = (path: readonly (string | number)[], message: string) => void;

/**
 * Reads the files of a map.
 * @param folder as the person typed it
 * @param mapFault gets each statement of the map that is wrong for its file
 * @param fault gets each faulty row
 */
export async function loadFiles(
  maps: Readonly<Record<string, FileMap>>,
  folder: string,
  mapFault: MapFault,
  fault: (fault: RowFault) => void,
): Promise<ReadonlyMap<string, LoadedFile>> {
  const files = new Map<string, LoadedFile>();
  for (const [name, map] of Object.entries(maps)) {
    try {
      const csv = await readCsv(name, map, join(folder, map.file), fault);
      const loaded = { ...csv, map, writing: { decimalPoint: map.decimal_point, dates: map.dates } };
      checkTypes(loaded, mapFault, fault);
      files.set(name, { ...loaded, ...keysOf(loaded, mapFault, fault) });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      mapFault(['files', name, 'file'], error.message);
    }
  }
  return files;
}

type Unkeyed = Omit<LoadedFile, 'keyColumns' | 'byKey'>;

function checkTypes(file: Unkeyed, mapFault: MapFault, fault: (fault: RowFault) => void): void {
  const { map, header, rows, writing } = file;
  const typed = Object.entries(map.columns).filter(([column]) => {
    if (header.includes(column)) return true;
    mapFault(['files', file.name, 'columns', column], unknownColumn(column, file));
    return false;
  });
  for (const row of rows) {
    const values: Record<string, string | boolean | null> = {};
    for (const column of header) values[column] = (row.texts[column] ?? '').trim() || null;
    for (const [column, type] of typed) {
      const text = values[column] as string | null;
      if (text === null || row.faulty) continue;
      const value = readValue(text, type, writing);
      if (value === undefined) {
        row.faulty = true;
        fault(inRow(file, row, column).fault(`expected ${expected(type, writing)}, ${foundText(text)}`));
      } else values[column] = value;
    }
    row.values = values;
  }
}

function keysOf(file: Unkeyed, mapFault: MapFault, fault: (fault: RowFault) => void) {
  const keyColumns = [file.map.key ?? []].flat();
  const unknown = keyColumns.filter((column) => !file.header.includes(column));
  for (const column of unknown) mapFault(['files', file.name, 'key'], unknownColumn(column, file));
  const byKey = new Map<string, CsvRow>();
  if (keyColumns.length === 0 || unknown.length > 0) return { keyColumns: [], byKey };
  for (const row of file.rows) {
    const key = keyOf(row, keyColumns);
    const place = inRow(file, row, keyColumns[0]);
    const first = byKey.get(key);
    if (first && !row.faulty) {
      row.faulty = true;
      fault(
        place.fault(
          `${key || 'an empty key'} is already on line ${first.line}; expected every ${keyColumns.join(' with ')} once`,
        ),
      );
    } else if (!first) byKey.set(key, row);
  }
  return { keyColumns, byKey };
}

export function keyOf(row: CsvRow, columns: readonly string[]): string {
  return columns.map((column) => (row.texts[column] ?? '').trim()).join(' / ');
}

export function unknownColumn(column: string, { shown, header }: Pick<CsvFile, 'shown' | 'header'>): string {
  return `there is no column "${column}" in ${shown}; its columns are ${header.join(', ')}`;
}
