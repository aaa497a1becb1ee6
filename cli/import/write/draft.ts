import type { CompiledField, Entry } from '../map/compile.ts';
import type { RecordKind } from '../map/fields.ts';
import type { Section } from '../map/sections.ts';
import { isNothing, type Read, typed } from '../map/template.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { keyOf, type LoadedFile, rowsBy } from '../rows/files.ts';
import { foundText, inRow, type Place, type RowFault, UnusableRow } from '../rows/place.ts';

/** A record that the import wants to exist, from one row or from the map. It still refers to other records by name. */
export interface Draft {
  /** Name or number that identifies the record. */
  readonly key: string;
  readonly place: Place;
  readonly update: boolean;
  /** Whether a draft before it with the same key counts in its place. */
  readonly once: boolean;
  readonly body: Body;
  /** References whose ids have to be filled into the body. */
  readonly references: readonly Reference[];
  /** Places of the values of the body, by JSON pointer. */
  readonly places: ReadonlyMap<string, Place>;
  /** Numbers of rows of lists of the body that the map leaves out by `where`, by JSON pointer. */
  readonly omitted: ReadonlyMap<string, number>;
}

export type Body = Record<string, unknown>;

export interface Reference {
  readonly kind: RecordKind;
  readonly name: string;
  readonly place: Place;
  /** Sets the id in the body. */
  fill(id: number): void;
}

/** Separator of several names in one field. */
const separator = ';';

/** Creates the drafts of all rows of an entry. A faulty row is reported, and its draft is null. */
export function draftsOf(entry: Entry, section: Section, fault: (fault: RowFault) => void): (Draft | null)[] {
  const { file } = entry;
  if (!file) return [draftOrFault(entry, section, null, fault)];
  for (const field of entry.fields) {
    if (field.is === 'rows') for (const inner of field.entries) reportOrphans(inner, file, fault);
  }
  const rows = hasRowsOfItsOwn(entry) ? firstRows(file) : file.rows;
  return rows
    .filter((row) => row.faulty || entry.where === null || entry.where(row))
    .map((row) => (row.faulty ? null : draftOrFault(entry, section, row, fault)));
}

/** Returns whether the record is spread over several rows of one file: a row for each line of an order. */
const hasRowsOfItsOwn = ({ file, fields }: Entry): boolean =>
  fields.some(
    (field) => field.is === 'rows' && field.entries.some((inner) => inner.on !== null && inner.file === file),
  );

/** Returns the first row with each key. */
const firstRows = ({ rows, keyColumns, byKey }: LoadedFile): CsvRow[] =>
  rows.filter((row) => byKey.get(keyOf(row, keyColumns)) === row);

function draftOrFault(
  entry: Entry,
  section: Section,
  row: CsvRow | null,
  fault: (fault: RowFault) => void,
): Draft | null {
  try {
    return draft(entry, section, row);
  } catch (error) {
    if (!(error instanceof UnusableRow)) throw error;
    fault(error.fault);
    return null;
  }
}

function draft(entry: Entry, section: Section, row: CsvRow | null): Draft {
  const references: Reference[] = [];
  const places = new Map<string, Place>();
  const omitted = new Map<string, number>();
  const place = row && entry.file ? inRow(entry.file, row) : entry.place;
  const body = bodyOf(entry.fields, row, { place, pointer: '', references, places, omitted, file: entry.file });
  const named = (field: string) => references.find(({ place: from }) => from === places.get(`/${field}`))?.name;
  const name = String(body[section.key] ?? named(section.key) ?? '');
  const key = section.within === undefined ? name : `${named(section.within)}/${name}`;
  return { key, place, update: entry.update, once: entry.once, body, references, places, omitted };
}

/** The part of a draft that is being built: its place, its JSON pointer, and the lists that all parts share. */
interface DraftPart {
  readonly place: Place;
  readonly pointer: string;
  readonly references: Reference[];
  readonly places: Map<string, Place>;
  readonly omitted: Map<string, number>;
  readonly file: LoadedFile | null;
}

function bodyOf(fields: readonly CompiledField[], row: CsvRow | null, part: DraftPart): Body {
  const body: Body = {};
  for (const field of fields) fill(body, field, row, part);
  return body;
}

/** A field of one kind. */
type FieldOf<Is> = Extract<CompiledField, { readonly is: Is }>;

function fill(body: Body, field: CompiledField, row: CsvRow | null, part: DraftPart): void {
  if (field.is === 'value') fillValue(body, field, row, part);
  else if (field.is === 'constant') fillConstant(body, field, row, part);
  else if (field.is === 'reference') fillReference(body, field, row, part);
  else if (field.is === 'references') fillGroups(body, field, row, part);
  else if (field.is === 'rows') fillRows(body, field, row, part);
  else fillObject(body, field, row, part);
}

function fillValue(body: Body, { name, field, read }: FieldOf<'value'>, row: CsvRow | null, part: DraftPart): void {
  const cell = read(row);
  const value = typed(cell, field.type);
  checkRequired(value, field.required, cell.place, name);
  const to = field.to ?? name;
  part.places.set(`${part.pointer}/${to}`, cell.place);
  if (value !== null) body[to] = value;
}

function fillConstant(body: Body, { field, read }: FieldOf<'constant'>, row: CsvRow | null, part: DraftPart): void {
  const cell = read(row);
  if (cell.value === null) return;
  const id = field.ids[String(cell.value)];
  if (id === undefined) {
    const known = Object.keys(field.ids).join(', ');
    throw new UnusableRow(cell.place, `expected one of ${known}, ${foundText(cell.value)}`);
  }
  part.places.set(`${part.pointer}/${field.to}`, cell.place);
  body[field.to] = id;
}

function fillReference(
  body: Body,
  { name, field, read }: FieldOf<'reference'>,
  row: CsvRow | null,
  { pointer, places, references }: DraftPart,
): void {
  const { place, value } = read(row);
  checkRequired(value, field.required, place, name);
  places.set(`${pointer}/${field.to}`, place);
  places.set(`${pointer}/${name}`, place);
  if (value === null) return;
  body[field.to] = null;
  const within = field.within === undefined ? '' : `${references.find(({ kind }) => kind === field.within)?.name}/`;
  references.push({
    kind: field.of,
    name: `${within}${value}`,
    place,
    fill: (id) => {
      body[field.to] = id;
    },
  });
}

function fillGroups(
  body: Body,
  { field, list }: FieldOf<'references'>,
  row: CsvRow | null,
  { pointer, places, references }: DraftPart,
): void {
  const ids: (number | null)[] = [];
  for (const { name, place } of list.flatMap((read) => groupNames(read, row))) {
    const index = ids.push(null) - 1;
    places.set(`${pointer}/${field.to}/${index}`, place);
    references.push({
      kind: field.of,
      name,
      place,
      fill: (id) => {
        ids[index] = id;
      },
    });
  }
  if (ids.length > 0) body[field.to] = ids;
}

function groupNames(read: Read, row: CsvRow | null): { name: string; place: Place }[] {
  const { value, place } = read(row);
  return String(value ?? '')
    .split(separator)
    .map((name) => ({ name: name.trim(), place }))
    .filter(({ name }) => name !== '');
}

function fillObject(body: Body, field: FieldOf<'object' | 'open'>, row: CsvRow | null, part: DraftPart): void {
  const { name, fields } = field;
  const inner = bodyOf(fields, row, { ...part, pointer: `${part.pointer}/${name}` });
  if (field.is === 'open') sendNumbers(inner, fields, row);
  if (Object.keys(inner).length > 0) body[name] = inner;
}

/** Converts number columns among the operator's own fields to numbers. As text they would not compare as numbers. */
function sendNumbers(body: Body, fields: readonly CompiledField[], row: CsvRow | null): void {
  for (const field of fields) {
    if (field.is !== 'value' || body[field.name] === undefined) continue;
    if (field.read(row).isNumber) body[field.name] = Number(body[field.name]);
  }
}

function fillRows(body: Body, { name, field, entries }: FieldOf<'rows'>, row: CsvRow | null, part: DraftPart): void {
  const to = field.to ?? name;
  // An empty list has a place too: the lines of an order that lost all of them are compared.
  part.places.set(`${part.pointer}/${to}`, part.place);
  const rows = entries
    .flatMap((entry) => innerRows(entry, row, part, `${part.pointer}/${to}`))
    .filter(({ entry, row: own }) => !isLeftOut(entry, field, own));
  const bodies = rows.map(({ entry, row: own, place }, index) => {
    const pointer = `${part.pointer}/${to}/${index}`;
    part.places.set(pointer, place);
    return bodyOf(entry.fields, own, { ...part, place, pointer, file: entry.file });
  });
  if (field.required && bodies.length === 0) throw new UnusableRow(part.place, `expected ${name}, found none`);
  if (bodies.length > 0) body[to] = bodies;
}

/** Returns whether an inner record is left out as a whole: its amount is empty or zero, or its text is empty. */
function isLeftOut(
  { fields }: Entry,
  { unlessZero, unlessEmpty }: FieldOf<'rows'>['field'],
  row: CsvRow | null,
): boolean {
  const cellOf = (named: string | undefined) => {
    const field = fields.find(({ name }) => name === named);
    return field?.is === 'value' ? field.read(row) : null;
  };
  const [amount, text] = [cellOf(unlessZero), cellOf(unlessEmpty)];
  return (amount !== null && isNothing(typed(amount, 'decimal'))) || text?.value === null;
}

function checkRequired(value: unknown, required: true | undefined, place: Place, name: string): void {
  if (required && value === null) throw new UnusableRow(place, `expected a value for ${name}, found nothing`);
}

interface InnerRow {
  readonly entry: Entry;
  readonly row: CsvRow | null;
  readonly place: Place;
}

/** Returns the rows of another file that belong to this row, or this row if the entry has no other file. */
function innerRows(
  { on, ...entry }: Entry,
  row: CsvRow | null,
  { place, file: around, omitted }: DraftPart,
  pointer: string,
): InnerRow[] {
  const { file, where } = entry;
  const omit = (rows: number) => void omitted.set(pointer, (omitted.get(pointer) ?? 0) + rows);
  if (on === null || !file || !row || !around) {
    if (where === null || !row || where(row)) return [{ entry: { ...entry, on }, row, place }];
    omit(1);
    return [];
  }
  const rows = rowsBy(file, [on]).get(keyOf(row, around.keyColumns)) ?? [];
  const taken = rows.filter((each) => where === null || each.faulty || where(each));
  omit(rows.length - taken.length);
  return taken.map((each) => {
    // An incomplete order would be worse than a missing one.
    if (each.faulty) throw new UnusableRow(place, `left out, because line ${each.line} of ${file.shown} is faulty`);
    return { entry: { ...entry, on }, row: each, place: inRow(file, each) };
  });
}

/** Reports rows of another file whose key has no row in the file around them. */
function reportOrphans({ file, on }: Entry, around: LoadedFile, fault: (fault: RowFault) => void): void {
  if (!file || on === null) return;
  for (const [key, rows] of rowsBy(file, [on])) {
    if (around.byKey.has(key)) continue;
    for (const row of rows) {
      if (row.faulty) continue;
      fault(inRow(file, row, on).fault(`there is no row with ${around.keyColumns[0]} "${key}" in ${around.shown}`));
    }
  }
}
