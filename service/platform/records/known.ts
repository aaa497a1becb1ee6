import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import { unknownRecord } from './refusals.ts';

/** A field of a body that holds the id of a record, or nothing. */
export interface Reference {
  readonly pointer: string;
  readonly id: number | null | undefined;
}

/**
 * Demands that the records exist which several fields name: a foreign key would say the column, and not which field it was.
 * @throws 422 `reference.unknown` on the first that does not
 */
export async function demandKnown(
  tx: Tx,
  table: 'linetype' | 'part' | 'site' | 'usergroup',
  references: readonly Reference[],
): Promise<void> {
  const ids = references.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::int[])`.execute(tx);
  const known = new Set(rows.map((row) => row.id));
  const missing = references.find(({ id }) => id != null && !known.has(id));
  if (missing) throw unknownRecord(missing.pointer, table, missing.id);
}

/** The members of a list of ids, each as a field of its own: `/site_ids/0`. */
export const members = (field: string, ids: readonly number[]): Reference[] =>
  ids.map((id, position) => ({ pointer: `/${field}/${position}`, id }));
