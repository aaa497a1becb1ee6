import { createHash } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { syncFolder } from '../../lib/sync-folder.ts';

/** Archives that began before 27 November 2026 have uncompressed files, and continue with compressed ones. */
const chunkName = /^\d{6}\.jsonl(\.gz)?$/;

export const fileOf = (number: number): string => `${String(number).padStart(6, '0')}.jsonl.gz`;
/** Whether a file could not be opened because it does not exist. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the bytes of a file for rows, a line each. A file of 100 orders has a tenth of the bytes of its rows. */
export const bytesOfLines = (lines: readonly string[]): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(`${lines.join('\n')}\n`));

/** Returns the lines of a file with rows. @throws Error if its bytes are not those of a compressed file */
export async function linesOf(file: string, bytes: Buffer): Promise<string[]> {
  const text = file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
  return text.toString().trimEnd().split('\n');
}

/** Writes a file so that it survives a loss of power: under another name first, then with its own. */
export async function writeDurably(
  folder: string,
  name: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const partial = join(folder, `${name}.partial`);
  const file = await open(partial, 'w');
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
  await syncFolder(folder);
}

/** Returns the names of the files with rows. */
export async function chunkFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => chunkName.test(name)).sort();
}

/**
 * Puts a file aside that no chunk names: the transaction of its chunk failed, or the database was restored, and has the orders. It is
 * kept, because the database may be a copy whose original still needs it.
 */
export async function putAside(folder: string, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const aside = `${name}.unnamed-${attempt}`;
    try {
      await copyFile(join(folder, name), join(folder, aside), constants.COPYFILE_EXCL);
      return aside;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
