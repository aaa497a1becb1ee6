import { join } from 'node:path';
import { grouped } from '../../../lib/grouped.ts';
import type { CellFile, FileMap, TableFile } from '../map/schema.ts';
import { readCells } from './cell-file.ts';
import { type CsvHandlers, readCsv, UnreadableFile } from './csv-file.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';
import { foundText, inRow, type RowFault } from './place.ts';
import { expected, readValue, type Writing } from './types.ts';

/** A file with checked rows and an index by key. */
export interface LoadedFile extends CsvFile {
  readonly map: FileMap;
  readonly writing: Writing;
  readonly keyColumns: readonly string[];
  /** Rows by the text of their key; of several rows with one key, the first. */
  readonly byKey: ReadonlyMap<string, CsvRow>;
}

/** Where the files are: a folder, or the one file of a map that has one. */
export interface Source {
  readonly path: string;
  readonly isFile: boolean;
}

/** Reports a fault of the map: its path in the document, and a sentence. */
export type MapFault = (path: readonly (string | number)[], message: string) => void;

/**
 * Reads the files of a map.
 * @param source as the person typed it
 * @param mapFault gets each statement of the map that is wrong for its file
 */
export async function loadFiles(
  maps: Readonly<Record<string, FileMap>>,
  source: Source,
  mapFault: MapFault,
  handlers: CsvHandlers,
): Promise<ReadonlyMap<string, LoadedFile>> {
  const files = new Map<string, LoadedFile>();
  const take = (csv: CsvFile, map: FileMap) => {
    const loaded = { ...csv, map, writing: { decimalPoint: map.decimal_point, dates: map.dates } };
    checkTypes(loaded, mapFault, handlers.fault);
    files.set(csv.name, { ...loaded, ...keysOf(loaded, mapFault, handlers.fault) });
  };
  const tables = Object.entries(maps).filter((entry): entry is [string, TableFile] => 'file' in entry[1]);
  if (source.isFile && tables.length > 1) {
    const names = tables.map(([, { file }]) => file).join(', ');
    mapFault(['files'], `the map has several files (${names}): give the folder with them, and not ${source.path}`);
    return files;
  }
  for (const [name, map] of tables) {
    try {
      take(await readCsv(name, map, source.isFile ? source.path : join(source.path, map.file), handlers), map);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      mapFault(['files', name, 'file'], error.message);
    }
  }
  for (const [name, map] of Object.entries(maps)) {
    if ('file' in map) continue;
    const around = aroundCells(name, map, maps, files, mapFault);
    if (around) take(readCells(name, map, around, handlers.fault), map);
  }
  return files;
}

/** Returns the file with the cells; undefined after a fault. */
function aroundCells(
  name: string,
  { of, column }: CellFile,
  maps: Readonly<Record<string, FileMap>>,
  files: ReadonlyMap<string, LoadedFile>,
  mapFault: MapFault,
): LoadedFile | undefined {
  const around = files.get(of);
  // A file that cannot be read was reported before.
  if (!around && !(of in maps)) mapFault(['files', name, 'of'], `there is no file ${of} above`);
  if (!around || around.header.includes(column)) return around;
  mapFault(['files', name, 'column'], unknownColumn(column, around));
  return undefined;
}

type Unkeyed = Omit<LoadedFile, 'keyColumns' | 'byKey'>;

function checkTypes(file: Unkeyed, mapFault: MapFault, fault: (fault: RowFault) => void): void {
  const { map, header, rows, writing } = file;
  const typed = Object.entries(map.columns).filter(([column]) => {
    // The cells name their own fields.
    if (header.includes(column) || file.cell) return true;
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
  const keyColumns = 'file' in file.map ? [file.map.key ?? []].flat() : [];
  const unknown = keyColumns.filter((column) => !file.header.includes(column));
  for (const column of unknown) mapFault(['files', file.name, 'key'], unknownColumn(column, file));
  const byKey = new Map<string, CsvRow>();
  if (keyColumns.length === 0 || unknown.length > 0) return { keyColumns: [], byKey };
  for (const row of file.rows) {
    const key = keyOf(row, keyColumns);
    const place = inRow(file, row, keyColumns[0]);
    const first = byKey.get(key);
    if (first && 'repeats' in file.map && file.map.repeats) continue;
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

const indexes = new WeakMap<CsvFile, Map<string, ReadonlyMap<string, readonly CsvRow[]>>>();

/** Returns the rows of a file by the text of their columns. The index is built once for each file and columns. */
export function rowsBy(file: CsvFile, columns: readonly string[]): ReadonlyMap<string, readonly CsvRow[]> {
  const ofFile = indexes.get(file) ?? new Map<string, ReadonlyMap<string, readonly CsvRow[]>>();
  indexes.set(file, ofFile);
  const name = JSON.stringify(columns);
  const index = ofFile.get(name) ?? grouped(file.rows, (row) => keyOf(row, columns));
  ofFile.set(name, index);
  return index;
}

export function keyOf(row: CsvRow, columns: readonly string[]): string {
  return columns.map((column) => (row.texts[column] ?? '').trim()).join(' / ');
}

export function unknownColumn(column: string, { shown, header }: Pick<CsvFile, 'shown' | 'header'>): string {
  return `there is no column "${column}" in ${shown}; its columns are ${header.join(', ')}`;
}
