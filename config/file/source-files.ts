import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { ConfigurationError, type Fault, type Report } from './faults.ts';
import { type FileSections, readSections } from './sections.ts';
import type { TextReader } from './text-reader.ts';
import type { VariableReader } from './variables.ts';
import { readYaml, type YamlDocument } from './yaml-document.ts';

/** The operators' file or an included file, after the check by its schema. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** Path for messages and plans: relative to the current folder for files inside it. */
  readonly shown: string;
  readonly text: string;
  /** Content hash. */
  readonly hash: string;
  readonly document: YamlDocument;
  readonly sections: FileSections;
  readonly report: Report;
}

/** Limit against endless includes. */
const mostFiles = 200;

const readErrors: Readonly<Record<string, string>> = { ENOENT: 'the file does not exist', EISDIR: 'it is a folder' };

export interface Reading {
  readonly reader: TextReader;
  /** Values for `${NAME}`. */
  readonly variables: VariableReader;
  /** Collects the faults of all files. */
  readonly faults: Fault[];
  /** Paths for messages are relative to this folder. Default: the current one. */
  readonly shownFrom?: string;
}

/**
 * Reads the operators' file and all included files: the file first, then the files of `include` in their order, each followed by
 * its own includes.
 * @throws ConfigurationError if a file is not valid YAML or the first file cannot be read, because further checks need the text
 */
export async function readSourceFiles(
  path: string,
  { reader, variables, faults, shownFrom = process.cwd() }: Reading,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const read = new Set<string>();
  let broken = false;

  async function add(at: string, missing: (why: string) => void): Promise<void> {
    read.add(at);
    const shown = shownAs(at, shownFrom);
    const text = await reader.read(at).catch((error: NodeJS.ErrnoException) => {
      missing(readErrors[error.code ?? ''] ?? `the file cannot be read: ${error.message}`);
      return null;
    });
    if (text === null) return;
    const report: Report = ({ line, column }, message) =>
      faults.push({ file: shown, line, column, message: variables.withoutSecrets(message) });
    const document = readYaml(text, variables, report);
    if (document.broken) {
      broken = true;
      return;
    }
    const sections = readSections(document, report, files.length === 0 ? 'main' : 'included');
    const file: SourceFile = { path: at, shown, text, hash: contentHash(text), document, sections, report };
    files.push(file);
    await addIncluded(file);
  }

  async function addIncluded({ path: at, document, sections, report }: SourceFile): Promise<void> {
    for (const [index, name] of (sections.include ?? []).entries()) {
      const place = document.at(document.has(['include', index]) ? ['include', index] : ['include']);
      const named = await filesOf(name, dirname(at), reader);
      if (named.length === 0) report(place, `"${name}" matches no file; paths are relative to this file`);
      for (const file of named) {
        const refusal = refusalOf(file);
        if (refusal !== null) report(place, refusal);
        else await add(file, (why) => report(place, `"${name}": ${why}; paths are relative to this file`));
      }
    }
  }

  function refusalOf(file: string): string | null {
    if (read.has(file)) return `"${shownAs(file, shownFrom)}" is already included`;
    return read.size >= mostFiles ? `more than ${mostFiles} files are included` : null;
  }

  await add(path, (why) => {
    throw new ConfigurationError([{ file: shownAs(path, shownFrom), line: 1, column: 1, message: why }]);
  });
  if (broken) throw new ConfigurationError(faults);
  return files;
}

/** Returns the files of one entry of `include`, sorted by name. A `*` matches any text in the last part of the path. */
async function filesOf(name: string, folder: string, reader: TextReader): Promise<string[]> {
  const path = resolve(folder, name);
  const pattern = basename(path);
  if (!pattern.includes('*')) return [path];
  const matcher = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`);
  const names = await reader.names(dirname(path));
  return names
    .filter((file) => matcher.test(file))
    .sort()
    .map((file) => resolve(dirname(path), file));
}

const escaped = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

/** Returns a path inside a folder relative to that folder, and any other path unchanged. */
function shownAs(path: string, folder: string): string {
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside || '.';
}

/** Returns 12 hexadecimal digits, which are enough to distinguish the versions of a file. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
