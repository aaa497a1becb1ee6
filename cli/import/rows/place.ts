import type { Position } from '../../../config/file/document.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';

/** One thing that is wrong in the files, and where. */
export interface RowFault {
  /** As the person named the folder. */
  readonly file: string;
  readonly line: number;
  /** Characters from the start of the line, from 1. */
  readonly position: number;
  /** Name of the column; null for the row as a whole. */
  readonly column: string | null;
  /** What was expected, and what is there. */
  readonly message: string;
}

/** Where a value comes from. */
export interface Place {
  fault(message: string): RowFault;
}

/** Something that stands in the way of making a record out of a row; the record is left out, the rest goes on. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly fault: RowFault;

  constructor(place: Place, message: string) {
    super(message);
    this.fault = place.fault(message);
  }
}

/** `orders.csv:12:46 column freight: expected a decimal number, found "abc"` */
export function faultLine({ file, line, position, column, message }: RowFault): string {
  return `${file}:${line}:${position} ${column === null ? '' : `column ${column}: `}${message}`;
}

/** A field of a row, or without a column the row as a whole. */
export function inRow(file: CsvFile, row: CsvRow, column: string | null = null): Place {
  return {
    fault(message) {
      const index = column === null ? 0 : file.header.indexOf(column);
      const { line, position } = positionOf(row.raw, index, file.delimiter);
      return { file: file.shown, line: row.line + line, position, column, message };
    },
  };
}

/** What the map says by itself, such as a constant. */
export function inMap(file: string, { line, column }: Position): Place {
  return { fault: (message) => ({ file, line, position: column, column: null, message }) };
}

/** What is found, for a message: short and in one line. */
export function found(value: string | boolean | null): string {
  if (value === null || value === '') return 'found nothing';
  const text = String(value).replaceAll(/\s+/g, ' ');
  return `found "${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}

/** Where the n-th field of a record begins: lines after its first one, and characters into that line, from 1. */
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
  const before = raw.slice(0, at).split('\n');
  return { line: before.length - 1, position: before.at(-1)!.length + 1 };
}
