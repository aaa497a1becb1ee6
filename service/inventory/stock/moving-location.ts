import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import type { LockedOrder } from './locks.ts';

/** Returns the moving location of a locked order's site. @throws record.state where the site has none */
export function movingLocationOf({ site_id, moving_location_id }: LockedOrder): number {
  if (moving_location_id === null) throw noMovingLocation(site_id);
  return moving_location_id;
}

/** Returns the single moving location of a site, to which all units are picked. @throws record.state where the site has none */
export async function movingLocation(tx: Tx, siteId: number): Promise<number> {
  const { rows } = await sql<Row<'location', 'id'>>`
    select id from location where site_id = ${siteId} and locationtype_id = ${sql.lit(locationType.moving)} and active order by id limit 1`.execute(
    tx,
  );
  const [location] = rows;
  if (!location) throw noMovingLocation(siteId);
  return location.id;
}

function noMovingLocation(siteId: number) {
  const body = { site_id: siteId, name: 'Moving', locationtype_id: locationType.moving };
  return problem(
    'record.state',
    `Site ${siteId} has no moving location. Make one: POST /location with locationtype_id ${locationType.moving}.`,
    { next: [{ method: 'POST', path: '/location', body, why: 'Makes a moving location' }] },
  );
}
