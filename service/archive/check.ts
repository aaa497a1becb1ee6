import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkFiles, linesOf, sha256 } from './folder.ts';
import { archiveOf, type Chunk, readChunks } from './manifest.ts';
import { type ArchivedRow, type StockSum, stockSums } from './take-rows.ts';

/** Result of the check of a folder. */
export interface ArchiveCheck {
  readonly chunks: number;
  readonly orders: number;
  readonly rows: number;
  /** The faults, a sentence each; empty if the archive is whole. */
  readonly faults: readonly string[];
}

/**
 * Checks an archive by its files alone: the sum of each file, the number of its rows by table, its stock sums, and that no order is in
 * it twice. It needs no database.
 */
export async function checkArchive(folder: string): Promise<ArchiveCheck> {
  const seen = new Map<number, string>();
  const named = new Set<string>();
  let rows = 0;
  const faults: string[] = [];
  const result = () => ({ chunks: named.size, orders: seen.size, rows, faults });
  try {
    if ((await archiveOf(folder)) === null) return { ...result(), faults: [`${folder} has no manifest.`] };
    for await (const chunk of readChunks(folder)) {
      named.add(chunk.file);
      if (chunk.number !== named.size)
        faults.push(`${chunk.file} is chunk ${chunk.number}, and chunk ${named.size} is missing.`);
      rows += await checkChunk(folder, chunk, seen, faults);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push(
      `The manifest has a line after ${[...named].at(-1) ?? 'its beginning'} that is not JSON. Run conveyor archive again: it writes the manifest anew.`,
    );
  }
  for (const file of await chunkFiles(folder)) {
    if (!named.has(file))
      faults.push(`${file} is not in the manifest. Run conveyor archive again: it writes the manifest anew.`);
  }
  return result();
}

/** @returns the number of rows in the file of a chunk */
async function checkChunk(folder: string, chunk: Chunk, seen: Map<number, string>, faults: string[]): Promise<number> {
  const { file } = chunk;
  const bytes = await readFile(join(folder, file)).catch(() => null);
  if (!bytes) {
    faults.push(`${file} is missing, with ${chunk.orders} orders.`);
    return 0;
  }
  if (sha256(bytes) !== chunk.sha256) {
    faults.push(`${file} was changed: its SHA-256 is ${sha256(bytes)}, and the manifest has ${chunk.sha256}.`);
    return 0;
  }
  const rows = (await linesOf(file, bytes)).map((line) => JSON.parse(line) as ArchivedRow);
  const counts: Record<string, number> = {};
  for (const { table, row } of rows) {
    counts[table] = (counts[table] ?? 0) + 1;
    if (table !== 'salesorder') continue;
    const other = seen.get(row.id as number);
    if (other) faults.push(`${file} has the order ${row.number}, which is in ${other} too.`);
    seen.set(row.id as number, file);
  }
  for (const table of new Set([...Object.keys(counts), ...Object.keys(chunk.rows)])) {
    if (counts[table] === chunk.rows[table]) continue;
    faults.push(`${file} has ${counts[table] ?? 0} rows of ${table}, and the manifest has ${chunk.rows[table] ?? 0}.`);
  }
  const sums = stockSums(rows.filter(({ table }) => table === 'inventorymovement').map(({ row }) => row));
  if (sumsText(sums) !== sumsText(chunk.sums)) faults.push(`${file} has other stock sums than the manifest.`);
  return rows.length;
}

const sumsText = (sums: readonly StockSum[]): string =>
  sums.map(({ part_id, site_id, qty }) => `${part_id} ${site_id} ${qty}`).join('\n');
