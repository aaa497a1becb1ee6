import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { unfit, unknownRecord } from '../../platform/records/refusals.ts';
import { locationType } from '../../platform/states/kinds.ts';

/** A location of a body. */
export interface Place {
  readonly pointer: string;
  readonly id: number;
  /** Whether orders get the units there: the location is in use. */
  readonly available: boolean;
}

/**
 * Checks locations for units that come in. Orders get stock from every storage location in use. So returned units that wait for their
 * inspection, or are in quarantine, need a storage location that is not in use (`active` is false).
 * @throws reference.unknown, body.invalid
 */
export async function assertPlaces(tx: Tx, siteId: number, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const { rows } = await sql<Row<'location', 'id' | 'name' | 'site_id' | 'locationtype_id' | 'active'>>`
    -- Reads the locations.
    select id, name, site_id, locationtype_id, active from location where id = any(${places.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { pointer, id, available } of places) {
    const place = byId.get(id);
    if (!place) throw unknownRecord(pointer, 'location', id);
    if (place.site_id !== siteId)
      throw unfit(pointer, `must be a location of the site: ${place.name} is at another one`);
    if (place.locationtype_id !== locationType.storage) throw unfit(pointer, 'must be a location of the type Storage');
    if (place.active === available) continue;
    const use = available
      ? 'must be a location in use, so that orders get the units'
      : 'must be a location that is not in use (`active` false), because orders may not get the units';
    throw unfit(pointer, use);
  }
}
