import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/generated/tables.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { endedOrders } from '../platform/states/open.ts';
import { bytesOfLines, chunkFiles, fileOf, putAside, sha256, writeDurably } from './folder.ts';
import { addToManifest, archiveOf, type Chunk, writeManifest } from './manifest.ts';
import { type ArchivedRow, carryForward, stockSums, takeRows } from './take-rows.ts';

/** Orders of a chunk. Its transaction locks nothing but rows of closed orders, and events appear in the event log after it. */
const ordersAtOnce = 100;
/** Chunks that are read out of the database at a time. */
const chunksAtOnce = 500;

export interface ArchiveOptions {
  readonly database: Database;
  readonly folder: string;
  /** Orders that ended before this time are archived. */
  readonly before: Date;
  /** Called after each chunk. */
  readonly onChunk?: (chunk: Chunk) => void;
  readonly ordersAtOnce?: number;
  /** Tests end the program here: after the file of a chunk is written, before its transaction commits. */
  readonly beforeCommit?: () => Promise<void>;
}

/** Why an archive cannot go on. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * Writes closed orders into files and removes them, chunk by chunk.
 *
 * A chunk is one transaction: it deletes the rows, writes them into a file, waits until the disk has the file, and notes it with its
 * sum before it commits. If the program ends at any moment, either the transaction has committed and the file is there, or the
 * orders are there and no chunk names the file. The next run continues.
 * @returns the number of archived orders
 * @throws ArchiveError for a folder of another archive, or while another run archives
 */
export async function archiveOrders(options: ArchiveOptions): Promise<number> {
  const { database, folder } = options;
  await mkdir(folder, { recursive: true });
  const archive = await openArchive(database, folder);
  await putUnnamedAside(database, archive, folder);
  await writeManifest(folder, archive, chunksOf(database, archive));
  for (let orders = 0; ; ) {
    const chunk = await database.transaction('archive.chunk', (tx) => writeChunk(tx, archive, options));
    if (!chunk) return orders;
    await addToManifest(folder, chunk);
    orders += chunk.orders;
    options.onChunk?.(chunk);
  }
}

/** Returns the id of the archive of a folder. A new folder becomes a new archive. */
async function openArchive({ kysely }: Database, folder: string): Promise<string> {
  const known = await archiveOf(folder);
  if (known === null) {
    if ((await chunkFiles(folder)).length > 0)
      throw new ArchiveError(`${folder} has files of an archive, but no manifest. Use another folder.`);
    const made = sql<Row<'archive', 'id'>>`insert into archive default values returning id`;
    const { id } = firstRow(await made.execute(kysely));
    await writeManifest(folder, id, []);
    return id;
  }
  const { rows } = await sql`select 1 from archive where id = ${known}::uuid`.execute(kysely);
  if (rows.length > 0) return known;
  throw new ArchiveError(
    `${folder} belongs to the archive ${known}, which this database does not know: it is of another installation, or the database was restored to a time before. Use another folder.`,
  );
}

async function* chunksOf({ readPool }: Database, archive: string): AsyncGenerator<Chunk> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Chunk>`
      -- Reads the next chunks of an archive.
      select number, file, sha256, bytes, orders, rows, sums from archive_chunk
      where archive_id = ${archive}::uuid and number > ${after} order by number limit ${sql.lit(chunksAtOnce)}`.execute(
      readPool,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}

async function putUnnamedAside(database: Database, archive: string, folder: string): Promise<void> {
  const { rows } = await sql<Row<'archive_chunk', 'file'>>`
    -- Reads which files an archive has.
    select file from archive_chunk where archive_id = ${archive}::uuid`.execute(database.readPool);
  const named = new Set(rows.map(({ file }) => file));
  for (const file of await chunkFiles(folder)) {
    if (named.has(file)) continue;
    await putAside(folder, file);
    await rm(join(folder, file));
  }
}

async function writeChunk(
  tx: Transaction<Tables>,
  archive: string,
  { folder, before, ordersAtOnce: limit = ordersAtOnce, beforeCommit }: ArchiveOptions,
): Promise<Chunk | null> {
  const { free } = firstRow(
    await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtext('conveyor.archive')) as free`.execute(tx),
  );
  if (!free) throw new ArchiveError('Another run of conveyor archive is in progress.');
  const orders = await closedOrders(tx, before, limit);
  if (orders.length === 0) return null;
  const ids = orders.map(({ id }) => id);
  await carryForward(tx, ids);
  const taken = await takeRows(tx, ids);
  const bytes = await bytesOfLines([...taken.values()].flat());
  const movements = (taken.get('inventorymovement') ?? []).map((line) => (JSON.parse(line) as ArchivedRow).row);
  const last = sql<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from archive_chunk where archive_id = ${archive}::uuid`;
  const { number } = firstRow(await last.execute(tx));
  const chunk: Chunk = {
    number,
    file: fileOf(number),
    sha256: sha256(bytes),
    bytes: bytes.length,
    orders: ids.length,
    rows: Object.fromEntries([...taken].map(([table, rows]) => [table, rows.length])),
    sums: stockSums(movements),
  };
  await noteChunk(tx, archive, chunk, orders);
  await writeDurably(folder, chunk.file, (file) => file.writeFile(bytes));
  await beforeCommit?.();
  return chunk;
}

type ClosedOrder = Row<'salesorder', 'id' | 'number'>;

/** Locks the next closed orders that nothing works on. Orders that somebody has locked are left for a later run. */
async function closedOrders(tx: Transaction<Tables>, before: Date, limit: number): Promise<ClosedOrder[]> {
  const { rows } = await sql<ClosedOrder>`
    -- Locks the next orders that are archived.
    select o.id, o.number from salesorder o
    where o.state = 'done' and o.since < ${before} and o.status_id in (${endedOrders})
      and not exists (select from autowork a where a.order_id = o.id and a.state <> 'done')
      and not exists (select from reservation r where r.order_id = o.id and r.closed_at is null)
      and not exists (select from returnorder r where r.salesorder_id = o.id and r.ended_at is null)
      and not exists (select from booking b where b.order_id = o.id and b.state = 'canceling')
      and not exists (select from bulkrunorder b where b.order_id = o.id and b.outcome is null)
    order by o.since, o.id limit ${sql.lit(limit)} for update of o skip locked`.execute(tx);
  return rows;
}

async function noteChunk(
  tx: Transaction<Tables>,
  archive: string,
  { number, file, sha256: sum, bytes, orders, rows, sums }: Chunk,
  archived: readonly ClosedOrder[],
): Promise<void> {
  await sql`
    -- Notes a chunk of an archive.
    insert into archive_chunk (archive_id, number, file, sha256, bytes, orders, rows, sums)
    values (${archive}::uuid, ${number}, ${file}, ${sum}, ${bytes}, ${orders}, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(sums)}::jsonb)`.execute(
    tx,
  );
  await sql`
    -- Notes which orders are in the chunk.
    insert into archived_order (order_id, number, archive_id, chunk)
    select id, number, ${archive}::uuid, ${number}
    from jsonb_to_recordset(${JSON.stringify(archived)}::jsonb) as r(id bigint, number text)`.execute(tx);
}
