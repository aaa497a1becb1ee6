import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/generated/tables.ts';
import type { Row } from '../database/row.ts';
import { unknownRecord } from './refusals.ts';

/** A field of a body that holds the id of a record, or null. */
export interface Reference {
  readonly pointer: string;
  readonly id: number | null | undefined;
}

/**
 * Checks that the records in several fields exist. A foreign key would name the column, not the field.
 * @throws 422 `reference.unknown` for the first field whose record does not exist
 */
export async function assertKnown(
  database: Kysely<Tables>,
  table:
    | 'carrier'
    | 'customer'
    | 'linetype'
    | 'location'
    | 'part'
    | 'salesorder'
    | 'site'
    | 'source'
    | 'usergroup'
    | 'webhook',
  references: readonly Reference[],
): Promise<void> {
  const ids = references.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const { rows } = await sql<Row<'usergroup', 'id'>>`
    select id from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(database);
  const known = new Set(rows.map((row) => row.id));
  const missing = references.find(({ id }) => id != null && !known.has(id));
  if (missing) throw unknownRecord(missing.pointer, table, missing.id);
}

/** Returns the members of a list of ids, each as a field: `/site_ids/0`. */
export const members = (field: string, ids: readonly number[]): Reference[] =>
  ids.map((id, position) => ({ pointer: `/${field}/${position}`, id }));
