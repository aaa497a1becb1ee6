import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/operation.ts';
import { lastIdOf, type Partition, partitionsOf, takePartitions } from '../platform/database/partitions/partitions.ts';
import { eventLog, ledger, type PartitionedTable } from '../platform/database/partitions/tables.ts';
import { firstRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problems/problems.ts';

/** A partition that an archive has emptied: the action on it, and the freed bytes of the disk. */
export interface Rewritten {
  readonly partition: string;
  readonly done: 'dropped' | 'rewritten';
  readonly bytes: number;
}

/** The rows of a statement. Transactions are short, because events appear in the event log when the transactions before them have ended. */
const chunk = 20_000;
/** Attempts to exchange two tables, with a second between them. Each tries for some seconds. */
const mostAttempts = 20;

/**
 * Gives the space of archived rows back to the disk. A partition of events or of the ledger that gets no further
 * rows, and has lost more than half of its rows, is rewritten: the remaining rows are copied into a new table, which
 * then replaces it. An empty one is dropped. Only the archive changes rows of such a partition, and readers wait for
 * milliseconds.
 */
export async function rewritePartitions(database: Database): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = [];
  for (const table of [eventLog, ledger]) {
    const lastId = await lastIdOf(database.readPool, table);
    // The next partition is made after the newest one, which therefore stays.
    const older = (await partitionsOf(database.readPool, table)).slice(0, -1);
    const full = older.filter(({ upper }) => upper <= lastId);
    for (const partition of full) rewritten.push(...(await rewrite(database, table, partition)));
  }
  return rewritten;
}

/** @returns nothing for a partition that has most of its rows, or that others work with */
async function rewrite(database: Database, table: PartitionedTable, partition: Partition): Promise<Rewritten[]> {
  const { rows, bytes, needed } = await sizeOf(database, partition);
  if (needed * 2 > bytes) return [];
  if (rows > 0) await copyRows(database, table, partition);
  if (!(await exchange(database, table, partition, rows))) {
    await sql`drop table if exists ${sql.table(copyOf(partition))}`.execute(database.kysely);
    return [];
  }
  if (rows === 0) return [{ partition: partition.name, done: 'dropped', bytes }];
  const { bytes: left } = await sizeOf(database, partition);
  return [{ partition: partition.name, done: 'rewritten', bytes: bytes - left }];
}

/** Bytes of a row beside its values: its header, its pointer, and its share of the indexes and of what pages leave free. */
const besideValues = 128;

/** Returns the rows of a partition, its bytes including indexes, and the bytes that its rows need. */
async function sizeOf(
  database: Database,
  { name }: Partition,
): Promise<{ rows: number; bytes: number; needed: number }> {
  const size = sql<{ rows: number; bytes: number; width: number }>`
    -- Measures a partition.
    select (select count(*) from ${sql.table(name)}) as rows, pg_total_relation_size(${name}::regclass) as bytes,
      coalesce((select avg(pg_column_size(t.*))::float8 from (select * from ${sql.table(name)} limit 1000) t), 0) as width`;
  const { rows, bytes, width } = firstRow(await size.execute(database.readPool));
  return { rows, bytes, needed: rows * (width + besideValues) };
}

const copyOf = ({ name }: Partition) => `${name}_copy`;

/** Copies the rows of a partition into a table of its own. It repeats a copy that an interrupted run left. */
async function copyRows({ kysely }: Database, { name: parent }: PartitionedTable, partition: Partition): Promise<void> {
  const copy = sql.table(copyOf(partition));
  await sql`drop table if exists ${copy}`.execute(kysely);
  await sql`
    -- Makes the table that takes the place of a partition. Its check spares a look at all rows then.
    create table ${copy} (like ${sql.table(parent)} including defaults including constraints including indexes,
      constraint range check (${sql.raw(rangeOf(partition))}))`.execute(kysely);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ last: number | null }>`
      -- Copies the next rows of a partition.
      with copied as (
        insert into ${copy} select * from ${sql.table(partition.name)} where id > ${after} order by id limit ${chunk} returning id)
      select max(id) as last from copied`.execute(kysely);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
  }
}

const rangeOf = ({ lower, upper }: Partition): string =>
  `id < ${upper}${Number.isFinite(lower) ? ` and id >= ${lower}` : ''}`;

/** Drops a partition, with its copy in its place if it has rows. @returns false if others had the table locked, or its rows have changed */
async function exchange(
  database: Database,
  table: PartitionedTable,
  partition: Partition,
  rows: number,
): Promise<boolean> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    try {
      return await database.transaction('partitions.exchange', (tx) => exchangeNow(tx, table, partition, rows));
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'record.locked')) throw error;
      await pause(1_000);
    }
  }
  return false;
}

async function exchangeNow(
  tx: Tx,
  { name: parent }: PartitionedTable,
  partition: Partition,
  rows: number,
): Promise<boolean> {
  if (!(await takePartitions(tx))) return false;
  // Only the archive changes these rows, so the sums delay no other transaction.
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const old = sql.table(partition.name);
  await sql`lock table ${old} in share row exclusive mode`.execute(tx);
  const source = rows > 0 ? copyOf(partition) : partition.name;
  const sums = sql<{ same: boolean }>`
    -- Compares the rows of a partition with those that are to stay.
    select (select row(count(*), sum(id)) from ${old}) is not distinct from (select row(count(*), sum(id)) from ${sql.table(source)})
      and (select count(*) from ${old}) = ${rows}::bigint as same`;
  if (!firstRow(await sums.execute(tx)).same) return false;
  await sql`alter table ${sql.table(parent)} detach partition ${old}`.execute(tx);
  await sql`drop table ${old}`.execute(tx);
  if (rows === 0) return true;
  const copy = sql.table(copyOf(partition));
  const from = Number.isFinite(partition.lower) ? sql.lit(partition.lower) : sql`minvalue`;
  await sql`
    -- Makes the copy the partition.
    alter table ${sql.table(parent)} attach partition ${copy} for values from (${from}) to (${sql.lit(partition.upper)})`.execute(
    tx,
  );
  await sql`alter table ${copy} drop constraint range`.execute(tx);
  await sql`alter table ${copy} rename to ${old}`.execute(tx);
  return true;
}
