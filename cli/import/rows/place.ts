import type { Position } from '../../../config/file/yaml-document.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';

/** One fault in the files, with its place. */
export interface RowFault {
  /** Path of the file, below the folder as the person typed it. */
  readonly file: string;
  readonly line: number;
  /** Characters from the start of the line, from 1. */
  readonly position: number;
  /** Name of the column; null for the whole row. */
  readonly column: string | null;
  /** The expected and the actual value. */
  readonly message: string;
}

/** The origin of a value. */
export interface Place {
  fault(message: string): RowFault;
}

/** Thrown when a row cannot become a record. The import leaves the record out and continues. */
export class UnusableRow extends Error {
  override readonly name = 'UnusableRow';
  readonly fault: RowFault;

  constructor(place: Place, message: string) {
    super(message);
    this.fault = place.fault(message);
  }
}

/** Returns a line such as `orders.csv:12:46 column freight: expected a decimal number, found "abc"` */
export function faultLine({ file, line, position, column, message }: RowFault): string {
  return `${file}:${line}:${position} ${column === null ? '' : `column ${column}: `}${message}`;
}

/** Returns the place of a field of a row; without a column, of the whole row. */
export function inRow(file: CsvFile, row: CsvRow, column: string | null = null): Place {
  if (file.cell && row.row) return inRow(file.cell.file, row.row, file.cell.column);
  return {
    fault(message) {
      const index = column === null ? 0 : file.header.indexOf(column);
      const { line, position } = positionOf(row.raw, index, file.delimiter);
      return { file: file.shown, line: row.line + line, position, column, message };
    },
  };
}

/** Returns the place of a value that the map contains, such as a constant. */
export function inMap(file: string, { line, column }: Position): Place {
  return { fault: (message) => ({ file, line, position: column, column: null, message }) };
}

/** Returns `found "…"` for a message, in one line of at most 60 characters of the value. */
export function foundText(value: string | boolean | null): string {
  if (value === null || value === '') return 'found nothing';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return `found "${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}

/** Returns where the n-th field of a record begins: lines after the first line, and the character in that line, from 1. */
function positionOf(raw: string, index: number, delimiter: string): { line: number; position: number } {
  let at = 0;
  let quoted = false;
  for (let field = 0; field < index && at < raw.length; at += 1) {
    if (raw[at] === '"') quoted = !quoted;
    else if (!quoted && raw.startsWith(delimiter, at)) {
      field += 1;
      at += delimiter.length - 1;
    }
  }
  const before = raw.slice(0, at);
  return { line: before.split('\n').length - 1, position: at - before.lastIndexOf('\n') };
}
