import { unknownName } from '../../../config/file/issues.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { type LoadedFile, unknownColumn } from '../rows/files.ts';
import { found, inRow, type Place, Unfit } from '../rows/place.ts';
import { expected, plainWriting, readValue, type ValueType, type Writing } from '../rows/types.ts';
import { isZero, minus, plus, times } from './arithmetic.ts';

/** What a value of the map comes to for one row. */
export interface Cell {
  readonly value: string | boolean | null;
  /** How it is written: as in its file, or already in the form of the service. */
  readonly writing: Writing;
  /** Where it comes from: its first column, or the map. */
  readonly place: Place;
  /** True for a column of numbers. */
  readonly isNumber?: boolean;
}

/** What a value can refer to. */
export interface Scope {
  /** The file whose rows it is read for; null for a constant. */
  readonly file: LoadedFile | null;
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly tables: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Names beside the columns, worked out for a row: decimals. */
  readonly extras: Readonly<Record<string, (row: CsvRow) => string>>;
}

export type Read = (row: CsvRow | null) => Cell;

/** Tells what is wrong with a text: index of the character, and the sentence. */
type TextFault = (index: number, message: string) => void;

type Part = string | Read;

/**
 * Compiles text with columns in it: `<companyName>`, `Order <orderID> of <orderDate | date>`.
 * Text whose columns are all empty is nothing.
 * @param place where the map says it
 * @returns undefined where `fault` was told something
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
  const readers = known.filter((part) => typeof part === 'function');
  if (readers.length === 0) return () => ({ value: source.trim() || null, writing: plainWriting, place });
  return (row) => {
    const cells = known.map((part) => (typeof part === 'string' ? part : part(row)));
    const read = cells.filter((cell) => typeof cell !== 'string');
    if (read.every((cell) => cell.value === null)) return { ...read[0]!, value: null };
    const text = cells.map((cell) => (typeof cell === 'string' ? cell : (cell.value ?? ''))).join('');
    return { value: text.trim(), writing: plainWriting, place: read[0]!.place };
  };
}

/** `column`, `file[column].column`, each with conversions behind `|`. */
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
  const { file, files, extras } = scope;
  const extra = extras[path];
  if (extra && file) {
    return (row) => ({ value: extra(row!), writing: plainWriting, place: inRow(file, row!) });
  }
  if (!file) {
    fault(at, `<${path}> needs a file to read it from; say "from"`);
    return undefined;
  }
  const [, name, keyColumn, column] = /^([^[\]]+)\[([^[\]]+)\]\.(.+)$/.exec(path)?.map((part) => part?.trim()) ?? [];
  if (name === undefined || keyColumn === undefined || column === undefined) {
    return file.header.includes(path) ? ownColumn(file, path) : unknown(fault, at, path, file);
  }
  const other = files.get(name);
  if (!other) {
    fault(at, unknownName('file', name, [...files.keys()]));
    return undefined;
  }
  if (!file.header.includes(keyColumn)) return unknown(fault, at + path.indexOf('[') + 1, keyColumn, file);
  if (!other.header.includes(column)) return unknown(fault, at + path.indexOf('].') + 2, column, other);
  if (other.keyColumns.length !== 1) {
    fault(at, `the file ${name} has no key of one column; say which column is its "key"`);
    return undefined;
  }
  const there = ownColumn(other, column);
  return (row) => {
    const key = row!.texts[keyColumn]!.trim();
    const place = inRow(file, row!, keyColumn);
    if (key === '') return { value: null, writing: plainWriting, place };
    const looked = other.byKey.get(key);
    if (!looked) throw new Unfit(place, `there is no row with ${other.keyColumns[0]} "${key}" in ${other.shown}`);
    return { ...there(looked), place };
  };
}

function ownColumn(file: LoadedFile, column: string): Read {
  const type = file.map.columns[column];
  const writing = type === undefined ? file.writing : plainWriting;
  const isNumber = type === 'decimal' || type === 'whole';
  return (row) => ({ value: row!.values[column] ?? null, writing, place: inRow(file, row!, column), isNumber });
}

function unknown(fault: TextFault, at: number, column: string, file: LoadedFile): undefined {
  fault(at, unknownColumn(column, file));
  return undefined;
}

type Convert = (cell: Cell, row: CsvRow | null) => Cell;

export const conversionNames = ['date', 'upper', 'lower', 'or', 'plus', 'minus', 'times', 'table'] as const;

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
      return arithmetic(name, rest, at + source.length - rest.length, scope, fault);
    case 'table':
      return tableLookup(rest, at + source.length - rest.length, scope, fault);
    default:
      fault(at, unknownName('conversion', name, conversionNames));
      return undefined;
  }
}

const operations = { plus, minus, times };

/** With a number, or with another column of the same row. Nothing stays nothing. */
function arithmetic(
  name: keyof typeof operations,
  operand: string,
  at: number,
  scope: Scope,
  fault: TextFault,
): Convert | undefined {
  const number = readValue(operand, 'decimal', plainWriting) as string | undefined;
  const column = number === undefined ? columnReader(operand, at, scope, fault) : undefined;
  if (number === undefined && !column) return undefined;
  return (cell, row) => {
    const left = typed(cell, 'decimal');
    const right = number ?? typed(column!(row), 'decimal');
    return plain(cell, left === null || right === null ? null : operations[name](left, right));
  };
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
    const meaning = Object.hasOwn(table, key) ? table[key] : undefined;
    if (meaning === undefined)
      throw new Unfit(cell.place, `expected one of the words of the table ${name}, ${found(key)}`);
    return plain(cell, meaning);
  };
}

const plain = (cell: Cell, value: string | null): Cell => ({ ...cell, value, writing: plainWriting });

function textOf({ value }: Cell): string | null {
  return value === null ? null : String(value);
}

/** The value as a type wants it. @throws Unfit where it does not fit */
export function typed(cell: Cell, type: 'flag'): boolean | null;
export function typed(cell: Cell, type: Exclude<ValueType, 'flag'>): string | null;
export function typed(cell: Cell, type: ValueType): string | boolean | null;
export function typed(cell: Cell, type: ValueType): string | boolean | null {
  if (cell.value === null) return null;
  const value = readValue(String(cell.value), type, cell.writing);
  if (value === undefined)
    throw new Unfit(cell.place, `expected ${expected(type, cell.writing)}, ${found(cell.value)}`);
  return value;
}

/** True for an amount that changes nothing. */
export function isNothing(amount: string | null): boolean {
  return amount === null || isZero(amount);
}
