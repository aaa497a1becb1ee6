import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tx } from '../operation.ts';
import { extentOf, lastIdOf, type Partition, partitionsOf, takePartitions } from './partitions.ts';
import { type PartitionedTable, partitionedTables } from './tables.ts';
import { nextLower, partitionWidth } from './width.ts';

/**
 * Makes the next partition of each table whose ids have passed the middle of the newest one. Rows without a partition go to the default
 * one, so nothing stops if this comes late.
 * @returns the names of the new partitions
 * @throws record.locked if others use the table for too long; the error of PostgreSQL, such as 42501 for a role that may make no tables
 */
export async function makePartitions(database: Database, tables = partitionedTables): Promise<string[]> {
  const made: string[] = [];
  for (const table of tables) {
    if (!(await isDue(database.kysely, table))) continue;
    const names = await database.transaction('partitions.make', async (tx) => {
      const isOurs = (await takePartitions(tx)) && (await isDue(tx, table));
      return isOurs ? makeNext(tx, table) : [];
    });
    if (names.length === 0) continue;
    made.push(...names);
    // Autovacuum never counts what the planner knows about all partitions together.
    await sql`analyze ${sql.table(table.name)}`.execute(database.readPool);
  }
  return made;
}

async function isDue(reader: Parameters<typeof partitionsOf>[0], table: PartitionedTable): Promise<boolean> {
  const newest = (await partitionsOf(reader, table)).at(-1);
  return newest !== undefined && (await lastIdOf(reader, table)) > (Math.max(newest.lower, 0) + newest.upper) / 2;
}

async function makeNext(tx: Tx, table: PartitionedTable): Promise<string[]> {
  const partitions = await partitionsOf(tx, table);
  const newest = partitions.at(-1) as Partition;
  const lower = nextLower(newest.upper, await lastIdOf(tx, table));
  const extent = await extentOf(tx, table, newest);
  const upper = lower + partitionWidth(extent, table.span, table.least);
  const parents = [table.name, ...(table.companion ? [table.companion.name] : [])];
  for (const parent of parents) await attachNew(tx, parent, lower, upper);
  return parents.map((parent) => partitionName(parent, lower));
}

const partitionName = (parent: string, lower: number): string => `${parent}_${lower}`;

/** `create table … partition of` would lock the parent against everybody; to attach a table locks only the default partition. */
async function attachNew(tx: Tx, parent: string, lower: number, upper: number): Promise<void> {
  const name = sql.table(partitionName(parent, lower));
  await sql`
    -- Makes a table like its siblings.
    create table ${name} (like ${sql.table(parent)} including defaults including constraints)`.execute(tx);
  await sql`
    -- Makes it a partition.
    alter table ${sql.table(parent)} attach partition ${name} for values from (${sql.lit(lower)}) to (${sql.lit(upper)})`.execute(
    tx,
  );
}
