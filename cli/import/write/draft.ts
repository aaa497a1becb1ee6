import type { CompiledField, Entry } from '../map/compile.ts';
import type { RecordKind } from '../map/fields.ts';
import type { Section } from '../map/sections.ts';
import { isNothing, type Read, typed } from '../map/template.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { keyOf, type LoadedFile } from '../rows/files.ts';
import { found, inRow, type Place, type RowFault, Unfit } from '../rows/place.ts';

/** A record that is to be there, out of one row or out of the map. Others are still referred to by name. */
export interface Draft {
  /** Name or number that it is known by. */
  readonly key: string;
  readonly place: Place;
  readonly update: boolean;
  readonly body: Body;
  /** Ids that are to be filled into the body. */
  readonly references: readonly Reference[];
  /** Where each value of the body comes from, by JSON pointer. */
  readonly places: ReadonlyMap<string, Place>;
}

export type Body = Record<string, unknown>;

export interface Reference {
  readonly kind: RecordKind;
  readonly name: string;
  readonly place: Place;
  /** Puts the id where it belongs. */
  fill(id: number): void;
}

/** Several names in one field stand apart by this. */
const between = ';';

/** Makes drafts out of the rows of an entry. A row that does not fit is told and left out: null. */
export function draftsOf(entry: Entry, section: Section, fault: (fault: RowFault) => void): (Draft | null)[] {
  const { file } = entry;
  if (!file) return [attempt(entry, section, null, fault)];
  for (const field of entry.fields) for (const inner of field.entries ?? []) tellOrphans(inner, file, fault);
  return file.rows
    .filter((row) => row.faulty || entry.where === null || entry.where(row))
    .map((row) => (row.faulty ? null : attempt(entry, section, row, fault)));
}

function attempt(entry: Entry, section: Section, row: CsvRow | null, fault: (fault: RowFault) => void): Draft | null {
  try {
    return draft(entry, section, row);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    fault(error.fault);
    return null;
  }
}

function draft(entry: Entry, section: Section, row: CsvRow | null): Draft {
  const references: Reference[] = [];
  const places = new Map<string, Place>();
  const place = row && entry.file ? inRow(entry.file, row) : entry.place;
  const body = filled(entry.fields, row, { place, pointer: '', references, places, file: entry.file });
  const named = (field: string) => references.find(({ place: from }) => from === places.get(`/${field}`))?.name;
  const name = String(body[section.key] ?? named(section.key) ?? '');
  const key = section.within === undefined ? name : `${named(section.within)}/${name}`;
  return { key, place, update: entry.update, body, references, places };
}

interface Making {
  readonly place: Place;
  readonly pointer: string;
  readonly references: Reference[];
  readonly places: Map<string, Place>;
  readonly file: LoadedFile | null;
}

function filled(fields: readonly CompiledField[], row: CsvRow | null, making: Making): Body {
  const body: Body = {};
  for (const compiled of fields) fill(body, compiled, row, making);
  return body;
}

function fill(body: Body, compiled: CompiledField, row: CsvRow | null, making: Making): void {
  const { name, field } = compiled;
  const { pointer, places } = making;
  switch (field.is) {
    case 'value': {
      const cell = compiled.read!(row);
      const value = typed(cell, field.type);
      demand(value, field.required, cell.place, name);
      places.set(`${pointer}/${field.to ?? name}`, cell.place);
      if (value !== null) body[field.to ?? name] = value;
      return;
    }
    case 'constant': {
      const cell = compiled.read!(row);
      if (cell.value === null) return;
      const id = field.ids[String(cell.value)];
      if (id === undefined) {
        throw new Unfit(cell.place, `expected one of ${Object.keys(field.ids).join(', ')}, ${found(cell.value)}`);
      }
      places.set(`${pointer}/${field.to}`, cell.place);
      body[field.to] = id;
      return;
    }
    case 'reference': {
      const cell = compiled.read!(row);
      demand(cell.value, field.required, cell.place, name);
      places.set(`${pointer}/${field.to}`, cell.place);
      places.set(`${pointer}/${name}`, cell.place);
      if (cell.value === null) return;
      body[field.to] = null;
      const within =
        field.within === undefined ? '' : `${making.references.find(({ kind }) => kind === field.within)?.name}/`;
      making.references.push({
        kind: field.of,
        name: `${within}${cell.value}`,
        place: cell.place,
        fill: (id) => {
          body[field.to] = id;
        },
      });
      return;
    }
    case 'references':
      fillGroups(body, compiled.list!, row, field, making);
      return;
    case 'object':
    case 'open': {
      const inner = filled(compiled.object!, row, { ...making, pointer: `${pointer}/${name}` });
      if (field.is === 'open') keepNumbers(inner, compiled.object!, row);
      if (Object.keys(inner).length > 0) body[name] = inner;
      return;
    }
    case 'rows': {
      const to = field.to ?? name;
      const rows = compiled.entries!.flatMap((entry) => innerRows(entry, row, making));
      const bodies = rows.map(({ entry, row: own, place }, index) => ({
        place,
        body: filled(entry.fields, own, { ...making, place, pointer: `${pointer}/${to}/${index}`, file: entry.file }),
      }));
      const amount = field.unlessZero;
      const kept =
        amount === undefined ? bodies : bodies.filter(({ body: each }) => !isNothing((each[amount] as string) ?? null));
      if (field.required && kept.length === 0) throw new Unfit(making.place, `expected ${name}, found none`);
      if (kept.length > 0) body[to] = kept.map(({ body: each }) => each);
      return;
    }
  }
}

/** Numbers among the operator's own fields compare as numbers only where they are sent as such. */
function keepNumbers(body: Body, fields: readonly CompiledField[], row: CsvRow | null): void {
  for (const { name, read } of fields) {
    if (read?.(row).isNumber && body[name] !== undefined) body[name] = Number(body[name]);
  }
}

function fillGroups(
  body: Body,
  reads: readonly Read[],
  row: CsvRow | null,
  { of, to }: { readonly of: RecordKind; readonly to: string },
  { pointer, places, references }: Making,
): void {
  const ids: (number | null)[] = [];
  for (const read of reads) {
    const cell = read(row);
    for (const name of String(cell.value ?? '').split(between)) {
      if (name.trim() === '') continue;
      const index = ids.push(null) - 1;
      places.set(`${pointer}/${to}/${index}`, cell.place);
      references.push({
        kind: of,
        name: name.trim(),
        place: cell.place,
        fill: (id) => {
          ids[index] = id;
        },
      });
    }
  }
  if (ids.length > 0) body[to] = ids;
}

function demand(value: unknown, required: true | undefined, place: Place, name: string): void {
  // An amount that is nothing is left out with what it belongs to.
  if (required && value === null && name !== 'amount')
    throw new Unfit(place, `expected a value for ${name}, found nothing`);
}

interface InnerRow {
  readonly entry: Entry;
  readonly row: CsvRow | null;
  readonly place: Place;
}

/** The rows of another file that belong to this one; or this one itself. */
function innerRows(entry: Entry, row: CsvRow | null, { place, file }: Making): InnerRow[] {
  if (entry.on === null || !entry.file || !row || !file) {
    return entry.where === null || !row || entry.where(row) ? [{ entry, row, place }] : [];
  }
  const key = keyOf(row, file.keyColumns);
  const own = rowsBy(entry.file, entry.on).get(key) ?? [];
  return own
    .filter((each) => entry.where === null || each.faulty || entry.where(each))
    .map((each) => {
      // Half an order is worse than none.
      if (each.faulty) throw new Unfit(place, `left out, because line ${each.line} of ${entry.file!.shown} is faulty`);
      return { entry, row: each, place: inRow(entry.file!, each) };
    });
}

const indexes = new WeakMap<LoadedFile, Map<string, ReadonlyMap<string, readonly CsvRow[]>>>();

function rowsBy(file: LoadedFile, column: string): ReadonlyMap<string, readonly CsvRow[]> {
  const known = indexes.get(file) ?? new Map<string, ReadonlyMap<string, readonly CsvRow[]>>();
  indexes.set(file, known);
  let index = known.get(column);
  if (!index) {
    const made = new Map<string, CsvRow[]>();
    for (const row of file.rows) {
      const key = keyOf(row, [column]);
      const same = made.get(key);
      if (same) same.push(row);
      else made.set(key, [row]);
    }
    index = made;
    known.set(column, index);
  }
  return index;
}

/** Rows that belong to nothing are a slip somewhere. */
function tellOrphans({ file, on }: Entry, around: LoadedFile, fault: (fault: RowFault) => void): void {
  if (!file || on === null) return;
  for (const [key, rows] of rowsBy(file, on)) {
    if (around.byKey.has(key)) continue;
    for (const row of rows) {
      if (row.faulty) continue;
      fault(inRow(file, row, on).fault(`there is no row with ${around.keyColumns[0]} "${key}" in ${around.shown}`));
    }
  }
}
