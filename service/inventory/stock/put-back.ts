import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { type Carry, carry } from './move.ts';

/**
 * Brings units that orders hold at moving locations or in open and closed cartons back to where they were picked from. They
 * stay reserved for their lines; `release` frees them.
 */
export async function putBack(
  tx: Tx,
  actor: Actor,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  const { rows } = await sql<Carry>`
    select r.line_id, r.part_id, i.location_id as from_location_id, home.location_id as to_location_id, r.qty, i.lot, i.serial
    from reservation r
    join inventory i on i.id = r.inventory_id
    join location l on l.id = i.location_id and l.locationtype_id <> ${sql.lit(locationType.storage)}
    cross join lateral (
      select m.from_location_id as location_id from inventorymovement m join location s on s.id = m.from_location_id
      -- What people give as a reason of their own is no pick.
      where m.reason = 'pick' and m.pickline_id is not null and m.order_id = r.order_id and m.line_id = r.line_id and m.part_id = r.part_id and s.locationtype_id = ${sql.lit(locationType.storage)}
      order by m.lot is not distinct from i.lot and m.serial is not distinct from i.serial desc, m.id desc limit 1) home
    where r.order_id = any(${orderIds}::int[]) and r.closed_at is null
      and (${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[]))
    order by r.id`.execute(tx);
  await carry(tx, actor, 'given back', rows);
}
