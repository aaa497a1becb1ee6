import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { assertKnown } from '../platform/records/known.ts';
import { unknownRecord } from '../platform/records/refusals.ts';
import { locationType, partType } from '../platform/states/kinds.ts';
import type { TrackedPart } from './stock/tracking.ts';
import { isWhole } from './stock/whole-units.ts';

/** A part at a storage location. */
export interface PartPlace
  extends TrackedPart,
    Row<'part', 'parttype_id'>,
    Row<'location', 'site_id' | 'locationtype_id'> {
  location: Column<'location', 'name'>;
  /** Whether the location is in use. */
  active: Column<'location', 'active'>;
}

/**
 * Returns a part at a storage location.
 * @param pointer JSON pointer of the location in the body
 * @throws body.invalid where the part has no stock, or the location is no storage; reference.unknown
 */
export async function placeOf(
  tx: Tx,
  partId: number,
  locationId: number,
  pointer = '/location_id',
): Promise<PartPlace> {
  const { rows } = await sql<PartPlace>`
    -- Reads the part and the location.
    select p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking, p.parttype_id, l.name as location, l.site_id,
      l.locationtype_id, l.active
    from part p, location l where p.id = ${partId} and l.id = ${locationId}`.execute(tx);
  const place = rows[0];
  if (!place) {
    await assertKnown(tx, 'part', [{ pointer: '/part_id', id: partId }]);
    throw unknownRecord(pointer, 'location', locationId);
  }
  if (place.parttype_id !== partType.inventory) {
    throw problem(
      'body.invalid',
      `Part ${place.part} is not of the type Inventory: it has no stock of its own. Name the parts that it consists of.`,
      {
        errors: [{ pointer: '/part_id', detail: 'must be a part of the type Inventory' }],
      },
    );
  }
  if (place.locationtype_id !== locationType.storage) {
    throw problem(
      'body.invalid',
      `${place.location} is no storage location: its units belong to orders and move with them. Name a storage location.`,
      { errors: [{ pointer, detail: 'must be a location of the type Storage' }] },
    );
  }
  return place;
}

/** Returns the orders that have units of the part reserved at the location. */
export async function ordersAt(tx: Tx, partId: number, locationId: number): Promise<number[]> {
  const { rows } = await sql<Row<'reservation', 'order_id'>>`
    select distinct r.order_id from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
    where i.part_id = ${partId} and i.location_id = ${locationId}`.execute(tx);
  return rows.map((row) => row.order_id);
}
