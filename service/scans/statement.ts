import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/**
 * Reads rows within the limits of the request. The statement has a name, so that a connection keeps its plan: it finds everything by
 * keys and indexes, whatever the values are, and planning would take longer than reading.
 */
export async function rowsOf<Row>(
  database: Pick<Database, 'pool' | 'readPool'>,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(database.readPool);
  const name = `scan_${createHash('sha1').update(text).digest('base64url')}`;
  const { rows } = await database.pool.query({ name, text, values: [...parameters] });
  return rows as Row[];
}
