import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError, type Fault, type Report } from '../../../config/file/faults.ts';
import { reportIssues } from '../../../config/file/schema-issues.ts';
import { diskReader } from '../../../config/file/text-reader.ts';
import { VariableReader } from '../../../config/file/variables.ts';
import { type Path, readYaml, type YamlDocument } from '../../../config/file/yaml-document.ts';
import { projectRoot } from '../../../config/root.ts';
import { Failure } from '../../../lib/failure.ts';
import { type LoadedFile, loadFiles, type Source } from '../rows/files.ts';
import type { RowFault } from '../rows/place.ts';
import { compileEntry, type Entry } from './compile.ts';
import { mapSchema, type WrittenMap, writtenMap } from './schema.ts';
import { type SectionName, sectionNames, sections } from './sections.ts';

/** A compiled map with its files. */
export interface LoadedMap {
  readonly name: string;
  readonly files: ReadonlyMap<string, LoadedFile>;
  entriesOf(section: SectionName): readonly Entry[];
}

export interface MapSource {
  /** Path of the map, relative to the current folder. */
  readonly map: string;
  /** Folder of the files, or the file of a map that has one. */
  readonly folder: string;
  readonly fault: (fault: RowFault) => void;
  readonly note: (sentence: string) => void;
  /** Returns the ordered quantity of a part in this import, for `<ordered>`. */
  readonly ordered: (part: string) => string;
}

/** Exit code for a faulty map, or for a folder that does not fit the map. */
const faultyMap = 2;

/**
 * Reads a map and the files it names.
 * @throws Failure with all faults of the map and their places
 */
export async function loadMap({ map: named, folder, fault, note, ordered }: MapSource): Promise<LoadedMap> {
  const map = await mapPath(named);
  const source = await diskReader.read(map).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      error.code === 'ENOENT' ? `There is no file ${map}.` : `${map} cannot be read: ${error.code ?? error.message}.`,
      faultyMap,
    );
  });
  const faults: Fault[] = [];
  const report: Report = ({ line, column }, message) => faults.push({ file: map, line, column, message });
  const document = readYaml(source, new VariableReader(process.env), report);
  const written = faults.length === 0 ? check(document, report) : undefined;
  if (!written) throw failureOf(faults);
  const at = (path: Path, message: string) => report(document.at(path), message);
  const files = await loadFiles(written.files, await sourceAt(folder), at, { fault, note });
  const compilation = { document, shown: map, files, tables: written.tables, report };
  const compiled = new Map<SectionName, Entry[]>();
  const single = (name: SectionName) => !Array.isArray((document.value as Record<string, unknown>)[name]);
  for (const name of sectionNames) {
    const entries = written.sections[name] ?? [];
    const extras: Readonly<Record<string, (part: string) => string>> = name === 'stock' ? { ordered } : {};
    compiled.set(
      name,
      entries.map((entry, index) =>
        compileEntry(entry, sections[name].fields, single(name) ? [name] : [name, index], { ...compilation, extras }),
      ),
    );
  }
  if (faults.length > 0) throw failureOf(faults);
  return { name: written.name, files, entriesOf: (name) => compiled.get(name) ?? [] };
}

/** Returns the path of a map: a file, or the name of a bundled map such as `shopify`. */
async function mapPath(named: string): Promise<string> {
  if (/[/\\.]/.test(named) || (await isFile(named))) return named;
  const bundled = join(projectRoot, 'config', 'imports', `${named}.yaml`);
  if (await isFile(bundled)) return bundled;
  const files = await readdir(dirname(bundled));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  throw new Failure(`There is no file ${named}, and no bundled map of this name: ${names.join(', ')}.`, faultyMap);
}

const sourceAt = async (path: string): Promise<Source> => ({ path, isFile: await isFile(path) });

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (file) => file.isFile(),
    () => false,
  );

function check(document: YamlDocument, report: Report): WrittenMap | undefined {
  const checked = mapSchema.safeParse(document.value ?? {});
  if (checked.success) return writtenMap(checked.data);
  reportIssues(checked.error.issues, mapSchema, document, report);
  return undefined;
}

function failureOf(faults: readonly Fault[]): Failure {
  return new Failure(new ConfigurationError(faults).message, faultyMap);
}
