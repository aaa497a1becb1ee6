import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';

/**
 * Returns the site that documents without a record of a site are stored with: the current one of the caller, or the first one where the
 * caller may act.
 */
export async function siteOf(tx: Tx, { siteId, siteIds }: Actor): Promise<number> {
  const own = siteId ?? siteIds?.[0] ?? null;
  if (own !== null) return own;
  const { rows } = await sql<Row<'site', 'id'>>`select id from site order by id limit 1`.execute(tx);
  return firstOf(rows).id;
}
