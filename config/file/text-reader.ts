import { isUtf8 } from 'node:buffer';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileText } from '../changes.ts';
import { placeIn } from './file-names.ts';

/** Source of the texts of a configuration. Paths are absolute. */
export interface TextReader {
  /** @throws NodeJS.ErrnoException, such as ENOENT; Error for bytes that are not UTF-8 */
  read(path: string): Promise<string>;
  /** Returns the names of the files in a folder; none for a folder that does not exist. */
  names(folder: string): Promise<string[]>;
}

export const diskReader: TextReader = {
  async read(path) {
    const bytes = await readFile(path);
    if (isUtf8(bytes)) return bytes.toString('utf8');
    throw new Error('it is not UTF-8; save it with this encoding');
  },
  names: (folder) => readdir(folder).catch(() => []),
};

/** Reads texts as if they were files of a folder. Nothing of the disk is read. */
export function readerOf(folder: string, files: readonly FileText[]): TextReader {
  const texts = new Map(files.map(({ file, text }) => [placeIn(folder, file), text]));
  return {
    async read(path) {
      const text = texts.get(path);
      if (text !== undefined) return text;
      throw Object.assign(new Error(`no text has the name ${path}`), { code: 'ENOENT' });
    },
    names: async (wanted) =>
      [...texts.keys()].filter((path) => dirname(path) === wanted).map((path) => path.slice(wanted.length + 1)),
  };
}
