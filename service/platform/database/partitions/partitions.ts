import { type Kysely, sql } from 'kysely';
import type { Tables } from '../generated/tables.ts';
import type { Tx } from '../operation.ts';
import { firstRow } from '../rows.ts';
import type { PartitionedTable } from './tables.ts';

/** A partition: the rows whose id is at least `lower` and below `upper`. */
export interface Partition {
  readonly name: string;
  /** -Infinity for the first one. */
  readonly lower: number;
  readonly upper: number;
}

/** A partition with its first and its last row. Ids grow with time, except within seconds. */
export interface Extent {
  readonly first: { readonly id: number; readonly at: Date };
  readonly last: { readonly id: number; readonly at: Date };
}

type Reader = Kysely<Tables> | Tx;
type Named = Pick<PartitionedTable, 'name'>;

const range = /FROM \((?:MINVALUE|'(-?\d+)')\) TO \('(\d+)'\)/;

/** Returns the partitions of a table, the oldest first, without the default one. */
export async function partitionsOf(reader: Reader, { name }: Named): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    -- Lists the partitions of a table with their bounds.
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${name})`.execute(reader);
  const partitions = rows.flatMap(({ name, bound }): Partition[] => {
    const [, lower = Number.NEGATIVE_INFINITY, upper] = range.exec(bound) ?? [];
    return upper === undefined ? [] : [{ name, lower: Number(lower), upper: Number(upper) }];
  });
  return partitions.sort((a, b) => a.upper - b.upper);
}

/** Returns the last id that the sequence of a table gave; 0 before the first one. */
export async function lastIdOf(reader: Reader, { name }: Named): Promise<number> {
  const last = sql<{ id: number }>`
    -- Reads the last id that was given.
    select case when is_called then last_value else 0 end as id from ${sql.table(`${name}_id_seq`)}`;
  return firstRow(await last.execute(reader)).id;
}

/** Returns the first and the last row of a partition; null without rows. */
export async function extentOf(
  reader: Reader,
  { time }: PartitionedTable,
  { name }: Partition,
): Promise<Extent | null> {
  const end = async (order: 'asc' | 'desc') => {
    const { rows } = await sql<{ id: number; at: Date }>`
      -- Reads the row at one end of a partition.
      select id, ${sql.ref(time)} as at from ${sql.table(name)} order by id ${sql.raw(order)} limit 1`.execute(reader);
    return rows[0];
  };
  const [first, last] = [await end('asc'), await end('desc')];
  return first && last ? { first, last } : null;
}

/**
 * Takes the lock for making and dropping partitions, until the end of the transaction.
 * @returns false while another process has it
 */
export async function takePartitions(tx: Tx): Promise<boolean> {
  const taken = sql<{ taken: boolean }>`
    -- Takes the lock, and waits little for the locks of tables: everybody else waits behind it.
    select pg_try_advisory_xact_lock(hashtext('conveyor.partitions')) as taken,
      set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '5s', true)`;
  return firstRow(await taken.execute(tx)).taken;
}
