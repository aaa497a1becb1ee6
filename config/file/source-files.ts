import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { readDocument, type SourceDocument } from './document.ts';
import { ConfigurationError, type Fault, type Report } from './faults.ts';
import type { Variables } from './variables.ts';
import { checkFile, type WrittenFile } from './written.ts';

/** The operators' file, or one that it includes: read, and checked by its schema. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** As in messages and plans: relative to the current folder where it is inside it. */
  readonly shown: string;
  readonly text: string;
  /** Content hash. */
  readonly hash: string;
  readonly document: SourceDocument;
  readonly written: WrittenFile;
  readonly report: Report;
}

/** Files inside files inside files: more than anybody means. */
const mostFiles = 200;

const unread: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' };

/**
 * Reads the operators' file and all that it includes: the file first, then what it includes, in the order of `include`, each
 * with what that includes in turn.
 * @param faults gathers what is wrong with any of them
 * @throws ConfigurationError where one is no YAML, or the first is not there: nothing can be said of the rest then
 */
export async function readSourceFiles(path: string, variables: Variables, faults: Fault[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const read = new Set<string>();
  let broken = false;

  async function add(at: string, missing: (why: string) => void): Promise<void> {
    read.add(at);
    const shown = shownAs(at);
    const text = await readFile(at, 'utf8').catch((error: NodeJS.ErrnoException) => {
      missing(unread[error.code ?? ''] ?? `the file cannot be read: ${error.message}`);
      return null;
    });
    if (text === null) return;
    const report: Report = ({ line, column }, message) => faults.push({ file: shown, line, column, message });
    const document = readDocument(text, variables, report);
    if (document.broken) {
      broken = true;
      return;
    }
    const written = checkFile(document, report, files.length === 0 ? 'main' : 'included');
    files.push({ path: at, shown, text, hash: contentHash(text), document, written, report });
    for (const [index, name] of (written.include ?? []).entries()) {
      const place = document.at(document.has(['include', index]) ? ['include', index] : ['include']);
      const named = await filesOf(name, dirname(at));
      if (named.length === 0) report(place, `"${name}" fits no file; paths are relative to this file`);
      for (const file of named) {
        if (read.has(file)) report(place, `"${shownAs(file)}" is included already`);
        else if (read.size >= mostFiles) report(place, `more than ${mostFiles} files are included`);
        else await add(file, (why) => report(place, `"${name}": ${why}; paths are relative to this file`));
      }
    }
  }

  await add(path, (why) => {
    throw new ConfigurationError([{ file: shownAs(path), line: 1, column: 1, message: why }]);
  });
  if (broken) throw new ConfigurationError(faults);
  return files;
}

/** The files that an entry of `include` means, in the order of their names. A `*` stands for any text in the last part. */
async function filesOf(name: string, folder: string): Promise<string[]> {
  const path = resolve(folder, name);
  const pattern = basename(path);
  if (!pattern.includes('*')) return [path];
  const matcher = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`);
  const found = await readdir(dirname(path)).catch(() => [] as string[]);
  return found
    .filter((file) => matcher.test(file))
    .sort()
    .map((file) => resolve(dirname(path), file));
}

const escaped = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

/** Relative to the current folder for what is inside it, as a person there would type it. */
export function shownAs(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside || '.';
}

/** Twelve digits tell the versions of a file apart. */
function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
