import { sql } from 'kysely';
import type { Tx } from '../operation.ts';
import { problem } from '../problems.ts';

/** The single moving location of a site, to which everything is picked (spec 1.2). */
export async function movingLocation(tx: Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from location where site_id = ${siteId} and locationtype_id = 2 and active order by id limit 1`.execute(tx);
  if (!rows[0]) {
    throw problem('record.state', `Site ${siteId} has no moving location. Make one: POST /location with locationtype_id 2.`);
  }
  return rows[0].id;
}
