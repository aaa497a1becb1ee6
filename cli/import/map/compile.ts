import type { Report } from '../../../config/file/faults.ts';
import { unknownName } from '../../../config/file/schema-issues.ts';
import type { Path, YamlDocument } from '../../../config/file/yaml-document.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { type LoadedFile, unknownColumn } from '../rows/files.ts';
import { inMap, inRow, type Place } from '../rows/place.ts';
import { plainWriting } from '../rows/types.ts';
import { compileCondition, type RowTest } from './condition.ts';
import type { Field, Fields } from './fields.ts';
import type { WrittenChoice, WrittenEntry, WrittenValue } from './schema.ts';
import { compileText, type Read, type Scope } from './template.ts';

/** A compiled entry of a section. */
export interface Entry {
  /** File of the rows; null for one record from the map itself. */
  readonly file: LoadedFile | null;
  readonly where: RowTest | null;
  /** For inner rows of another file: the column with the key of the outer row. Null otherwise. */
  readonly on: string | null;
  readonly update: boolean;
  /** Of several rows with one record, the first counts. */
  readonly once: boolean;
  readonly place: Place;
  readonly fields: readonly CompiledField[];
}

/** A field of one kind. */
type FieldOf<Is> = Extract<Field, { readonly is: Is }>;

/** A field whose value is one expression. */
type Single<Is> = { readonly is: Is; readonly name: string; readonly field: FieldOf<Is>; readonly read: Read };

/** A key of an entry with the functions that compute its value for a row. */
export type CompiledField =
  | Single<'value'>
  | Single<'reference'>
  | Single<'constant'>
  | {
      readonly is: 'references';
      readonly name: string;
      readonly field: FieldOf<'references'>;
      readonly list: readonly Read[];
    }
  | { readonly is: 'object' | 'open'; readonly name: string; readonly fields: readonly CompiledField[] }
  | {
      readonly is: 'rows';
      readonly name: string;
      readonly field: FieldOf<'rows'>;
      readonly entries: readonly Entry[];
    };

export interface Compilation {
  readonly document: YamlDocument;
  /** Path of the map, as the person typed it. */
  readonly shown: string;
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly tables: Scope['tables'];
  readonly report: Report;
  /** Functions for names besides the columns, such as `<ordered>`. Each takes the part of the row. */
  readonly extras: Readonly<Record<string, (part: string) => string>>;
}

/**
 * Compiles an entry with its inner entries. Faults are reported, and a faulty field is left out.
 * @param inside for inner rows: the file of the outer record
 */
export function compileEntry(
  written: WrittenEntry,
  fields: Fields,
  path: Path,
  compilation: Compilation,
  inside?: { readonly around: LoadedFile | null },
): Entry {
  const { document, shown, files } = compilation;
  const update = written.update ?? false;
  const once = written.once ?? false;
  const place = inMap(shown, document.at(path));
  const own = written.from === undefined ? undefined : files.get(written.from);
  if (written.from !== undefined && !own) {
    reportUnknownFile(written.from, path, compilation);
    return { file: null, where: null, on: null, update, once, place, fields: [] };
  }
  const file = own ?? inside?.around ?? null;
  const on = own && inside ? onColumn(written, own, inside.around, path, compilation) : null;
  const compiled: CompiledField[] = [];
  const extras = Object.entries(compilation.extras).map(
    ([name, compute]) => [name, (row: CsvRow) => compute(partOf(compiled, row))] as const,
  );
  const scope: Scope = { file, files, tables: compilation.tables, extras: Object.fromEntries(extras) };
  compiled.push(...compileFields(written, fields, path, scope, compilation));
  return { file, where: compileWhere(written, path, file, compilation), on, update, once, place, fields: compiled };
}

/** Reports a name under `from` that the map does not define. A defined file that cannot be read was reported before. */
function reportUnknownFile(name: string, path: Path, { document, report }: Compilation): void {
  const at = [...path, 'from'];
  if (document.doubtful(at)) return;
  const known = Object.keys((document.value as { files: object }).files);
  if (!known.includes(name)) report(document.at(at), unknownName('file', name, known));
}

function compileWhere(
  { where }: WrittenEntry,
  path: Path,
  file: LoadedFile | null,
  compilation: Compilation,
): RowTest | null {
  if (where === undefined) return null;
  const at = [...path, 'where'];
  if (file) return compileTest(where, at, file, compilation) ?? null;
  compilation.report(compilation.document.at(at), '"where" needs a file; add "from"');
  return null;
}

/** Returns the part of an opening stock row, to compute `<ordered>`. */
function partOf(fields: readonly CompiledField[], row: CsvRow): string {
  const part = fields.find(({ name }) => name === 'part');
  return part?.is === 'reference' ? String(part.read(row).value ?? '') : '';
}

function onColumn(
  written: WrittenEntry,
  own: LoadedFile,
  around: LoadedFile | null,
  path: Path,
  { document, report }: Compilation,
): string | null {
  if (!around) {
    report(
      document.at([...path, 'from']),
      'rows of a file belong to a row of another file; add "from" to the outer entry too',
    );
    return null;
  }
  const column = written.on ?? around.keyColumns[0];
  if (around.keyColumns.length !== 1 || column === undefined) {
    report(document.at([...path, 'from']), `the file ${around.name} has no key of one column; set its "key"`);
    return null;
  }
  if (own.header.includes(column)) return column;
  report(document.at([...path, written.on === undefined ? 'from' : 'on']), unknownColumn(column, own));
  return null;
}

function compileFields(
  written: Readonly<Record<string, unknown>>,
  fields: Fields,
  path: Path,
  scope: Scope,
  compilation: Compilation,
): CompiledField[] {
  return Object.entries(fields)
    .filter(([name]) => written[name] !== undefined)
    .map(([name, field]) => compileField(written[name], name, field, [...path, name], scope, compilation))
    .filter((field) => field !== undefined);
}

function compileField(
  written: unknown,
  name: string,
  field: Field,
  path: Path,
  scope: Scope,
  compilation: Compilation,
): CompiledField | undefined {
  switch (field.is) {
    case 'value':
    case 'reference':
    case 'constant': {
      const read = compileValue(written as WrittenValue, path, scope, compilation);
      return read && ({ is: field.is, name, field, read } as CompiledField);
    }
    case 'references': {
      const list = (written as WrittenValue[]).map((each, index) =>
        compileValue(each, [...path, index], scope, compilation),
      );
      return { is: 'references', name, field, list: list.filter((each) => each !== undefined) };
    }
    case 'object':
      return {
        is: 'object',
        name,
        fields: compileFields(written as Record<string, unknown>, field.fields, path, scope, compilation),
      };
    case 'open': {
      const values = written as Record<string, WrittenValue>;
      const keys = Object.keys(values).map((key) => [key, openField] as const);
      const fields = compileFields(values, Object.fromEntries(keys), path, scope, compilation);
      return { is: 'open', name, fields };
    }
    case 'rows': {
      const list = Array.isArray(written);
      const entries = [written].flat() as WrittenEntry[];
      return {
        is: 'rows',
        name,
        field,
        entries: entries.map((entry, index) =>
          compileEntry(entry, field.fields, list ? [...path, index] : path, compilation, { around: scope.file }),
        ),
      };
    }
  }
}

/** A field of the operator's own. */
const openField: Field = { is: 'value', type: 'text', about: '' };

function compileValue(written: WrittenValue, path: Path, scope: Scope, compilation: Compilation): Read | undefined {
  const { document, shown, report } = compilation;
  if (Array.isArray(written)) return compileChoices(written, path, scope, compilation);
  const place = inMap(shown, document.at(path));
  return compileText(String(written), scope, place, (index, message) =>
    report(document.atCharacter(path, index), message),
  );
}

/** Compiles a list of choices. The first true one counts; without a true one the value is null. */
function compileChoices(
  written: readonly WrittenChoice[],
  path: Path,
  scope: Scope,
  compilation: Compilation,
): Read | undefined {
  const { document, shown } = compilation;
  const choices = written
    .map((choice, index) => compileChoice(choice, [...path, index], scope, compilation))
    .filter((choice) => choice !== undefined);
  const place = inMap(shown, document.at(path));
  const empty: Read = (row) => ({
    value: null,
    writing: plainWriting,
    place: row && scope.file ? inRow(scope.file, row) : place,
  });
  return (row) => (choices.find(({ test }) => row && test(row))?.read ?? empty)(row);
}

function compileChoice(
  { when, then, otherwise }: WrittenChoice,
  at: Path,
  scope: Scope,
  compilation: Compilation,
): { test: RowTest; read: Read } | undefined {
  const { document, report } = compilation;
  const isLast = when === undefined && then === undefined;
  const value = isLast ? otherwise : then;
  const isComplete = isLast || (when !== undefined && otherwise === undefined);
  if (value === undefined || !isComplete) {
    report(document.at(at), 'expected "when" with "then", or "otherwise" alone');
    return undefined;
  }
  if (!scope.file) {
    report(document.at(at), 'a choice needs the rows of a file; add "from"');
    return undefined;
  }
  const test = when === undefined ? () => true : compileTest(when, [...at, 'when'], scope.file, compilation);
  const read = compileValue(value, [...at, isLast ? 'otherwise' : 'then'], scope, compilation);
  return test && read && { test, read };
}

function compileTest(
  text: string,
  path: Path,
  file: LoadedFile,
  { document, report }: Compilation,
): RowTest | undefined {
  return compileCondition(text, file, (index, message) => report(document.atCharacter(path, index), message));
}
