import type { Path, SourceDocument } from '../../../config/file/document.ts';
import type { Report } from '../../../config/file/faults.ts';
import { unknownName } from '../../../config/file/issues.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import { type LoadedFile, unknownColumn } from '../rows/files.ts';
import { inMap, inRow, type Place } from '../rows/place.ts';
import { compileCondition, type RowTest } from './condition.ts';
import type { Field, Fields } from './fields.ts';
import type { WrittenChoice, WrittenEntry, WrittenValue } from './schema.ts';
import { compileText, type Read, type Scope } from './template.ts';

/** An entry of a section that is ready to be read for each of its rows. */
export interface Entry {
  /** Null for one record that comes from the map itself. */
  readonly file: LoadedFile | null;
  readonly where: RowTest | null;
  /** Of rows inside another record: their column with its key; null where they come out of its own row. */
  readonly on: string | null;
  readonly update: boolean;
  readonly place: Place;
  readonly fields: readonly CompiledField[];
}

export interface CompiledField {
  readonly name: string;
  readonly field: Field;
  /** Of an entry without this key: nothing of what follows. */
  readonly read?: Read;
  readonly list?: readonly Read[];
  readonly object?: readonly CompiledField[];
  readonly entries?: readonly Entry[];
}

export interface Compilation {
  readonly document: SourceDocument;
  /** The map, as the person named it. */
  readonly shown: string;
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly tables: Scope['tables'];
  readonly report: Report;
  /** What `<name>` stands for beside columns, for a row of an entry whose part the reader gives. */
  readonly extras: Readonly<Record<string, (part: string) => string>>;
}

/**
 * Compiles an entry with everything inside it; faults are told, and what has one is left out.
 * @param inside for rows inside another record: the file that the record comes from
 */
export function compileEntry(
  written: WrittenEntry,
  fields: Fields,
  path: Path,
  compilation: Compilation,
  inside?: { readonly around: LoadedFile | null },
): Entry {
  const { document, shown, files, report } = compilation;
  const own = written.from === undefined ? undefined : files.get(written.from);
  if (written.from !== undefined && !own && !document.doubtful([...path, 'from'])) {
    // A file that could not be read is told already.
    const known = Object.keys((document.value as { files: object }).files);
    if (!known.includes(written.from)) report(document.at([...path, 'from']), unknownName('file', written.from, known));
  }
  const file = own ?? (written.from === undefined ? (inside?.around ?? null) : null);
  const broken = written.from !== undefined && !own;
  const on = own && inside ? onColumn(written, own, inside.around, path, compilation) : null;
  const compiled: CompiledField[] = [];
  const scope: Scope = {
    file,
    files,
    tables: compilation.tables,
    extras: Object.fromEntries(
      Object.entries(compilation.extras).map(([name, work]) => [name, (row: CsvRow) => work(partOf(compiled, row))]),
    ),
  };
  if (!broken) compiled.push(...compileFields(written, fields, path, scope, compilation));
  let where: RowTest | null = null;
  if (written.where !== undefined && !broken) {
    if (file) where = condition(written.where, [...path, 'where'], file, compilation) ?? null;
    else report(document.at([...path, 'where']), '"where" needs a file; say "from"');
  }
  return { file, where, on, update: written.update ?? false, place: inMap(shown, document.at(path)), fields: compiled };
}

/** The part of an entry of the opening stock, which `<ordered>` is worked out for. */
function partOf(fields: readonly CompiledField[], row: CsvRow): string {
  const cell = fields.find(({ name }) => name === 'part')?.read?.(row);
  return String(cell?.value ?? '');
}

function onColumn(
  written: WrittenEntry,
  own: LoadedFile,
  around: LoadedFile | null,
  path: Path,
  { document, report }: Compilation,
): string | null {
  if (!around) {
    report(document.at([...path, 'from']), 'rows of a file belong to a row of another; say "from" around them too');
    return null;
  }
  const column = written.on ?? around.keyColumns[0];
  if (around.keyColumns.length !== 1 || column === undefined) {
    report(
      document.at([...path, 'from']),
      `the file ${around.name} has no key of one column; say which column is its "key"`,
    );
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
    .map(([name, field]) => compileField(written[name], name, field, [...path, name], scope, compilation));
}

function compileField(
  written: unknown,
  name: string,
  field: Field,
  path: Path,
  scope: Scope,
  compilation: Compilation,
): CompiledField {
  switch (field.is) {
    case 'value':
    case 'reference':
    case 'constant':
      return { name, field, read: compileValue(written as WrittenValue, path, scope, compilation) };
    case 'references': {
      const list = (written as WrittenValue[]).map((each, index) =>
        compileValue(each, [...path, index], scope, compilation),
      );
      return { name, field, list: list.filter((read) => read !== undefined) };
    }
    case 'object':
      return {
        name,
        field,
        object: compileFields(written as Record<string, unknown>, field.fields, path, scope, compilation),
      };
    case 'open': {
      const own = Object.entries(written as Record<string, WrittenValue>).map(([key, each]): CompiledField => {
        const about = { is: 'value', type: 'text', about: '' } as const;
        return { name: key, field: about, read: compileValue(each, [...path, key], scope, compilation) };
      });
      return { name, field, object: own };
    }
    case 'rows': {
      const list = Array.isArray(written);
      const entries = [written].flat() as WrittenEntry[];
      return {
        name,
        field,
        entries: entries.map((entry, index) =>
          compileEntry(entry, field.fields, list ? [...path, index] : path, compilation, { around: scope.file }),
        ),
      };
    }
  }
}

function compileValue(written: WrittenValue, path: Path, scope: Scope, compilation: Compilation): Read | undefined {
  const { document, shown, report } = compilation;
  if (Array.isArray(written)) return compileChoices(written, path, scope, compilation);
  const place = inMap(shown, document.at(path));
  return compileText(String(written), scope, place, (index, message) =>
    report(document.atCharacter(path, index), message),
  );
}

/** The first choice that holds; nothing where none does. */
function compileChoices(
  written: readonly WrittenChoice[],
  path: Path,
  scope: Scope,
  compilation: Compilation,
): Read | undefined {
  const { document, report, shown } = compilation;
  const choices: { test: RowTest; read: Read }[] = [];
  for (const [index, choice] of written.entries()) {
    const at = [...path, index];
    const { when, then, otherwise } = choice;
    const whole =
      otherwise === undefined ? when !== undefined && then !== undefined : when === undefined && then === undefined;
    if (!whole) {
      report(document.at(at), 'expected "when" with "then", or "otherwise" alone');
      continue;
    }
    if (!scope.file) {
      report(document.at(at), 'a choice needs a file whose rows it is made for; say "from"');
      continue;
    }
    const test = when === undefined ? () => true : condition(when, [...at, 'when'], scope.file, compilation);
    const value = otherwise === undefined ? then! : otherwise;
    const read = compileValue(value, [...at, otherwise === undefined ? 'then' : 'otherwise'], scope, compilation);
    if (test && read) choices.push({ test, read });
  }
  const place = inMap(shown, document.at(path));
  const nothing: Read = (row) => ({
    value: null,
    writing: { decimalPoint: '.', dates: undefined },
    place: row && scope.file ? inRow(scope.file, row) : place,
  });
  return (row) => (choices.find(({ test }) => test(row!))?.read ?? nothing)(row);
}

function condition(text: string, path: Path, file: LoadedFile, { document, report }: Compilation): RowTest | undefined {
  return compileCondition(text, file, (index, message) => report(document.atCharacter(path, index), message));
}
