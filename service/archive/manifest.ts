import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, writeDurably } from './folder.ts';
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

/** The first line of a manifest. A line for each chunk follows, so that a chunk is added without the others being written again. */
interface Head {
  readonly format: 2;
  readonly archive: string;
}

/** The whole manifest of an archive that began before 27 November 2026. The next run replaces it. */
interface FormerManifest {
  readonly format: 1;
  readonly archive: string;
  readonly chunks: readonly Chunk[];
}

const manifestName = 'manifest.jsonl';
const formerName = 'manifest.json';

const lineOf = (value: Head | Chunk): string => `${JSON.stringify(value)}\n`;

/** Returns the id of the archive of a folder; null for a folder without a manifest. @throws SyntaxError for one that is no JSON */
export async function archiveOf(folder: string): Promise<string | null> {
  for await (const head of linesOf<Head>(folder)) return head.archive;
  return (await readFormer(folder))?.archive ?? null;
}

/** Reads the chunks of a folder, in the order of their numbers. @throws SyntaxError for a line that is no JSON */
export async function* readChunks(folder: string): AsyncGenerator<Chunk> {
  let isHead = true;
  for await (const line of linesOf<Head | Chunk>(folder)) {
    if (!isHead) yield line as Chunk;
    isHead = false;
  }
  if (isHead) yield* (await readFormer(folder))?.chunks ?? [];
}

/** Writes the manifest of a folder, which a reader sees whole or not at all. */
export async function writeManifest(
  folder: string,
  archive: string,
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
): Promise<void> {
  await writeDurably(folder, manifestName, async (file) => {
    await file.appendFile(lineOf({ format: 2, archive }));
    for await (const chunk of chunks) await file.appendFile(lineOf(chunk));
  });
  await rm(join(folder, formerName), { force: true });
}

/** Adds a chunk to the manifest of a folder, so that it survives a loss of power. */
export async function addToManifest(folder: string, chunk: Chunk): Promise<void> {
  const file = await open(join(folder, manifestName), 'a');
  try {
    await file.appendFile(lineOf(chunk));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads the lines of a manifest; none without one. The last line may be cut off where the program ended while it wrote it. */
async function* linesOf<Line>(folder: string): AsyncGenerator<Line> {
  let file: FileHandle;
  try {
    file = await open(join(folder, manifestName));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    let before: string | undefined;
    for await (const line of file.readLines({ autoClose: false })) {
      if (before !== undefined) yield JSON.parse(before);
      before = line;
    }
    const last = before === undefined ? undefined : parsed<Line>(before);
    if (last !== undefined) yield last;
  } finally {
    await file.close();
  }
}

function parsed<Line>(text: string): Line | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readFormer(folder: string): Promise<FormerManifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, formerName), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
