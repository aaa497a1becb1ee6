import { unknownName } from '../../../config/file/schema-issues.ts';
import { sum } from '../../../lib/expressions/decimal.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { keyOf, type LoadedFile, rowsBy, unknownColumn } from '../rows/files.ts';
import { foundText, inRow, type Place, UnusableRow } from '../rows/place.ts';
import { expected, plainWriting, readValue, type ValueType, type Writing } from '../rows/types.ts';
import { absolute, isSame, isZero, minus, per, plus, times } from './arithmetic.ts';

/** The value that an expression of the map has for one row. */
export interface Cell {
  readonly value: string | boolean | null;
  /** Format of the value: that of its file, or that of the service. */
  readonly writing: Writing;
  /** Origin of the value: its first column, or the map. */
  readonly place: Place;
  /** Whether the value is from a column of numbers. */
  readonly isNumber?: boolean;
  /** The column of the row that the value is from. */
  readonly column?: string;
}

/** The names that a value of the map can refer to. */
export interface Scope {
  /** The file that provides the rows; null if the entry has no file. */
  readonly file: LoadedFile | null;
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly tables: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Further names besides the columns. Each computes a decimal for a row. */
  readonly extras: Readonly<Record<string, (row: CsvRow) => string>>;
}

/** Computes a value for a row; the row is null in an entry without a file. */
export type Read = (row: CsvRow | null) => Cell;

/** Reports a fault in a text: index of the character, and a sentence. */
type TextFault = (index: number, message: string) => void;

type Part = string | Read;

/**
 * Compiles text with columns in it: `<companyName>`, `Order <orderID> of <orderDate | date>`. If all columns are empty, the
 * value is null.
 * @param place place of the text in the map
 * @returns undefined after a fault
 */
export function compileText(source: string, scope: Scope, place: Place, fault: TextFault): Read | undefined {
  const parts: (Part | undefined)[] = [];
  const literals = /[^<]+|<([^<>]*)>|</g;
  for (const match of source.matchAll(literals)) {
    if (match[1] === undefined && match[0] === '<') fault(match.index, 'expected ">" after the name of a column');
    parts.push(match[1] === undefined ? match[0] : placeholder(match[1], match.index + 1, scope, fault));
  }
  if (parts.some((part) => part === undefined)) return undefined;
  const known = parts as Part[];
  const [only] = known;
  if (known.length === 1 && typeof only === 'function') return only;
  const constant: Cell = { value: source.trim() || null, writing: plainWriting, place };
  if (known.every((part) => typeof part === 'string')) return () => constant;
  return (row) => {
    const cells = known.map((part) => (typeof part === 'string' ? part : part(row)));
    const columns = cells.filter((cell) => typeof cell !== 'string');
    const [first = constant] = columns;
    if (columns.every((cell) => cell.value === null)) return { ...first, value: null };
    const text = cells.map((cell) => (typeof cell === 'string' ? cell : (cell.value ?? ''))).join('');
    return { value: text.trim(), writing: plainWriting, place: first.place };
  };
}

/** Compiles `column` or `file[column].column`, with conversions after `|`. */
function placeholder(source: string, offset: number, scope: Scope, fault: TextFault): Read | undefined {
  const [path = '', ...conversions] = source.split('|');
  const start = columnReader(path.trim(), offset + path.search(/\S|$/), scope, fault);
  let at = offset + path.length + 1;
  let read = start;
  for (const conversion of conversions) {
    const convert = conversionOf(conversion.trim(), at + conversion.search(/\S|$/), scope, fault);
    const before = read;
    read = convert && before ? (row) => convert(before(row), row) : undefined;
    at += conversion.length + 1;
  }
  return read;
}

function columnReader(path: string, at: number, scope: Scope, fault: TextFault): Read | undefined {
  const { file, extras } = scope;
  if (!file) {
    fault(at, `<${path}> needs a file to read it from; add "from"`);
    return undefined;
  }
  const extra = extras[path];
  if (extra) {
    return (row) => ({ value: extra(present(row)), writing: plainWriting, place: inRow(file, present(row)) });
  }
  const [, name, keyColumn, column] = /^([^[\]]+)\[([^[\]]+)\]\.(.+)$/.exec(path)?.map((part) => part?.trim()) ?? [];
  if (name !== undefined && keyColumn !== undefined && column !== undefined) {
    return lookupReader({ path, name, keyColumn, column }, at, file, scope, fault);
  }
  return file.header.includes(path) ? ownColumn(file, path) : unknown(fault, at, path, file);
}

interface Lookup {
  readonly path: string;
  /** Name of the other file. */
  readonly name: string;
  /** Column of this file with the key of the other. */
  readonly keyColumn: string;
  /** Column of the other file. */
  readonly column: string;
}

/** Compiles `file[column].column`: the value of a row of another file, found by its key. */
function lookupReader(
  { path, name, keyColumn, column }: Lookup,
  at: number,
  file: LoadedFile,
  { files }: Scope,
  fault: TextFault,
): Read | undefined {
  const other = files.get(name);
  if (!other) {
    fault(at, unknownName('file', name, [...files.keys()]));
    return undefined;
  }
  if (!file.header.includes(keyColumn)) return unknown(fault, at + path.indexOf('[') + 1, keyColumn, file);
  if (!other.header.includes(column)) return unknown(fault, at + path.indexOf('].') + 2, column, other);
  if (other.keyColumns.length !== 1) {
    fault(at, `the file ${name} has no key of one column; set its "key"`);
    return undefined;
  }
  const read = ownColumn(other, column);
  return (row) => {
    const key = (present(row).texts[keyColumn] ?? '').trim();
    const place = inRow(file, present(row), keyColumn);
    if (key === '') return { value: null, writing: plainWriting, place };
    const target = other.byKey.get(key);
    if (!target) throw new UnusableRow(place, `there is no row with ${other.keyColumns[0]} "${key}" in ${other.shown}`);
    return { ...read(target), place };
  };
}

/** Returns the row. Entries with a file always have one. */
function present(row: CsvRow | null): CsvRow {
  if (!row) throw new Error('A column was read without a row.');
  return row;
}

function ownColumn(file: LoadedFile, column: string): Read {
  const type = file.map.columns[column];
  const writing = type === undefined ? file.writing : plainWriting;
  const isNumber = type === 'decimal' || type === 'whole';
  return (row) => {
    const { values } = present(row);
    return { value: values[column] ?? null, writing, place: inRow(file, present(row), column), isNumber, column };
  };
}

function unknown(fault: TextFault, at: number, column: string, file: LoadedFile): undefined {
  fault(at, unknownColumn(column, file));
  return undefined;
}

type Convert = (cell: Cell, row: CsvRow | null) => Cell;

export const conversionNames = [
  ...(['date', 'upper', 'lower', 'or', 'plus', 'minus', 'times', 'per', 'is', 'abs', 'sum', 'table'] as const),
] as const;

function conversionOf(source: string, at: number, scope: Scope, fault: TextFault): Convert | undefined {
  const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(source) ?? [];
  switch (name) {
    case 'date':
      return (cell) => plain(cell, typed(cell, 'date'));
    case 'upper':
      return (cell) => plain(cell, textOf(cell)?.toUpperCase() ?? null);
    case 'lower':
      return (cell) => plain(cell, textOf(cell)?.toLowerCase() ?? null);
    case 'or':
      return (cell) => (cell.value === null ? plain(cell, rest) : cell);
    case 'plus':
    case 'minus':
    case 'times':
    case 'per':
    case 'is':
      return arithmetic(name, rest, at + source.length - rest.length, scope, fault);
    case 'abs':
      return (cell) => {
        const number = typed(cell, 'decimal');
        return number === null ? cell : plain(cell, absolute(number));
      };
    case 'sum':
      return sumOfRows(rest, at + source.length - rest.length, scope, fault);
    case 'table':
      return tableLookup(rest, at + source.length - rest.length, scope, fault);
    default:
      fault(at, unknownName('conversion', name, conversionNames));
      return undefined;
  }
}

const operations = { plus, minus, times, per, is: (a: string, b: string) => String(isSame(a, b)) };

/** Compiles an operation with a number or with another column of the same row. An empty operand gives an empty value. */
function arithmetic(
  name: keyof typeof operations,
  operand: string,
  at: number,
  scope: Scope,
  fault: TextFault,
): Convert | undefined {
  const number = readValue(operand, 'decimal', plainWriting);
  const read = typeof number === 'string' ? () => number : decimalColumn(operand, at, scope, fault);
  if (!read) return undefined;
  return (cell, row) => {
    const left = typed(cell, 'decimal');
    const right = read(row);
    if (name === 'per' && right !== null && isZero(right)) {
      throw new UnusableRow(cell.place, `expected ${operand} other than 0, to divide by it`);
    }
    return plain(cell, left === null || right === null ? null : operations[name](left, right));
  };
}

/**
 * Compiles the sum of a column, and of further ones, over all rows with the same key: an export with a row for each line of an order has
 * the tax of each line in it.
 */
function sumOfRows(more: string, at: number, scope: Scope, fault: TextFault): Convert | undefined {
  const { file } = scope;
  if (!file || file.keyColumns.length === 0) {
    fault(at, '"sum" adds up the rows with one key; set the "key" of the file');
    return undefined;
  }
  const columns = more.split(',').map((column) => column.trim());
  const reads = columns.filter((column) => column !== '').map((column) => decimalColumn(column, at, scope, fault));
  if (reads.some((read) => read === undefined)) return undefined;
  return (cell, row) => {
    const { column } = cell;
    if (column === undefined || row === null) return cell;
    const own = ownColumn(file, column);
    const rows = rowsBy(file, file.keyColumns).get(keyOf(row, file.keyColumns)) ?? [];
    const numbers = rows.flatMap((one) => [typed(own(one), 'decimal'), ...reads.map((read) => read?.(one) ?? null)]);
    const known = numbers.filter((number) => number !== null);
    return plain(cell, known.length === 0 ? null : sum(known));
  };
}

function decimalColumn(operand: string, at: number, scope: Scope, fault: TextFault) {
  const column = columnReader(operand, at, scope, fault);
  return column && ((row: CsvRow | null) => typed(column(row), 'decimal'));
}

function tableLookup(name: string, at: number, { tables }: Scope, fault: TextFault): Convert | undefined {
  const table = tables[name];
  if (!table) {
    fault(at, unknownName('table', name, Object.keys(tables)));
    return undefined;
  }
  return (cell) => {
    const key = textOf(cell);
    if (key === null) return cell;
    const translation = Object.hasOwn(table, key) ? table[key] : undefined;
    if (translation === undefined)
      throw new UnusableRow(cell.place, `expected one of the words of the table ${name}, ${foundText(key)}`);
    return plain(cell, translation);
  };
}

const plain = (cell: Cell, value: string | null): Cell => ({ ...cell, value, writing: plainWriting });

function textOf({ value }: Cell): string | null {
  return value === null ? null : String(value);
}

/** Converts the value to a type. @throws UnusableRow if it does not fit the type */
export function typed(cell: Cell, type: 'flag'): boolean | null;
export function typed(cell: Cell, type: Exclude<ValueType, 'flag'>): string | null;
export function typed(cell: Cell, type: ValueType): string | boolean | null;
export function typed(cell: Cell, type: ValueType): string | boolean | null {
  if (cell.value === null) return null;
  const value = readValue(String(cell.value), type, cell.writing);
  if (value === undefined)
    throw new UnusableRow(cell.place, `expected ${expected(type, cell.writing)}, ${foundText(cell.value)}`);
  return value;
}

/** Returns whether an amount is empty or zero. */
export function isNothing(amount: string | null): boolean {
  return amount === null || isZero(amount);
}
