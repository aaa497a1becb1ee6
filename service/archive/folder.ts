import { createHash } from 'node:crypto';
import { constants, copyFile, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { StockSum } from './take-rows.ts';

/** A file of an archive, as the manifest names it. */
export interface Chunk {
  readonly number: number;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly orders: number;
  /** The number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly sums: readonly StockSum[];
}

export interface Manifest {
  readonly format: 1;
  readonly archive: string;
  readonly chunks: readonly Chunk[];
}

const manifestName = 'manifest.json';
/** Archives of before 26 November 2026 have files that are not compressed, and go on with compressed ones. */
const chunkName = /^\d{6}\.jsonl(\.gz)?$/;

export const fileOf = (number: number): string => `${String(number).padStart(6, '0')}.jsonl.gz`;
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the manifest of a folder. @returns null for a folder without one */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the bytes of a file for rows, a line each. A file of 100 orders has a tenth of the bytes of its rows. */
export const bytesOfLines = (lines: readonly string[]): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(`${lines.join('\n')}\n`));

/** Returns the lines of a file with rows. @throws Error if its bytes are not those of a compressed file */
export async function linesOf(file: string, bytes: Buffer): Promise<string[]> {
  const text = file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
  return text.toString().trimEnd().split('\n');
}

/** Writes the manifest of a folder, which a reader sees whole or not at all. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeDurably(folder, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
}

/** Writes a file so that it survives a loss of power: under another name first, then with its own. */
export async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  const partial = join(folder, `${name}.partial`);
  const file = await open(partial, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
