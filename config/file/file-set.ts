import { basename, dirname, isAbsolute, posix, resolve } from 'node:path';
import { parse } from 'yaml';
import { isPluginPath } from '../../plugins/load.ts';
import type { FileText } from '../changes.ts';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError } from './faults.ts';
import { nameFrom } from './file-names.ts';
import { readSourceFiles } from './source-files.ts';
import { diskReader } from './text-reader.ts';
import { VariableReader } from './variables.ts';

/**
 * A configuration as texts that can be sent and stored: the operators' file first, then the files that it includes, and the plugins
 * that they name by relative paths. Names are paths from the folder of the operators' file.
 */
export interface FileSet {
  readonly files: readonly FileText[];
  readonly plugins: readonly FileText[];
}

/** Returns the texts of a loaded configuration. */
export function fileSetOf({ files, pluginFiles }: Pick<Configuration, 'files' | 'pluginFiles'>): FileSet {
  const home = dirname(files[0]?.path ?? '');
  return {
    files: files.map(({ path, text }) => ({ file: nameFrom(home, path), text })),
    plugins: pluginFiles,
  };
}

/**
 * Reads the texts of an operators' file with its included files and its plugins. Their content is not checked: it may need variables
 * that only the service has.
 * @throws ConfigurationError if a file cannot be read, or is no valid YAML
 */
export async function readFileSet(file: string): Promise<FileSet> {
  const path = resolve(file);
  const home = dirname(path);
  const sources = await readSourceFiles(path, {
    reader: diskReader,
    variables: new VariableReader(process.env),
    faults: [],
  });
  const files = sources.map((source) => ({ file: nameFrom(home, source.path), text: source.text }));
  const names = new Set(sources.flatMap(({ text }) => pluginPathsIn(parse(text))));
  const plugins: FileText[] = [];
  for (const name of [...names].sort()) {
    // The check of the service names the place of a plugin that does not exist.
    const text = await diskReader.read(resolve(home, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined) return null;
      throw new ConfigurationError([{ file: name, line: 1, column: 1, message: error.message }]);
    });
    if (text !== null) plugins.push({ file: nameFrom(home, resolve(home, name)), text });
  }
  return { files, plugins };
}

/** Returns the relative paths of plugins in the sections `plugins` and `carriers`. */
function pluginPathsIn(content: unknown): string[] {
  const { plugins, carriers } = (content ?? {}) as { plugins?: unknown; carriers?: unknown };
  const named = Array.isArray(plugins) ? plugins : [];
  const ofCarriers = typeof carriers === 'object' && carriers !== null ? Object.values(carriers) : [];
  return [...named, ...ofCarriers.map((carrier) => (carrier as { plugin?: unknown } | null)?.plugin)].filter(
    (name): name is string => typeof name === 'string' && isPluginPath(name) && !isAbsolute(name),
  );
}

/** Checks that a set can be written into a folder of its own. @throws ConfigurationError with a fault for each name that cannot */
export function assertPortable({ files, plugins }: FileSet): void {
  const names = [...files, ...plugins].map(({ file }) => file);
  const faults = names.flatMap((file, index) => {
    const message = nameFault(file) ?? (names.indexOf(file) < index ? 'the file is there twice' : null);
    return message === null ? [] : [{ file, line: 1, column: 1, message }];
  });
  if (files[0] && basename(files[0].file) !== files[0].file) {
    const message = "the first file is the operators' file, and its name has no folder";
    faults.push({ file: files[0].file, line: 1, column: 1, message });
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
}

function nameFault(file: string): string | null {
  if (file === '' || /[\0\\]/.test(file)) return 'the name is no path with slashes';
  if (posix.isAbsolute(file) || file !== posix.normalize(file) || file.split('/').includes('..')) {
    return "the file is not below the folder of the operators' file; move it there";
  }
  return file.split('/')[0] === 'node_modules' ? 'packages are installed on each machine, and are not sent' : null;
}
