import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';

/** What an order line had reserved at a place, of what has expired there. */
export interface Expired {
  order_id: number;
  line_id: number;
  part_id: number;
  location_id: number;
  qty: string;
}

/** What orders have reserved in storage and has expired since. */
export async function expiredOf(tx: Tx, orderIds: readonly number[]): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    select r.order_id, r.line_id, r.part_id, i.location_id, sum(r.qty) as qty
    from reservation r join inventory i on i.id = r.inventory_id join location l on l.id = i.location_id
    where r.order_id = any(${orderIds}::int[]) and r.closed_at is null and not ${sql.raw(isGood)}
      and l.locationtype_id = ${sql.lit(locationType.storage)}
    group by r.order_id, r.line_id, r.part_id, i.location_id order by r.line_id, r.part_id, i.location_id`.execute(tx);
  return rows;
}

/** Ends the reservations of it. Whoever calls holds the stock of its parts. */
export async function releaseExpired(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    with freed as (
      delete from reservation r using inventory i, location l
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null and i.id = r.inventory_id and not ${sql.raw(isGood)}
        and l.id = i.location_id and l.locationtype_id = ${sql.lit(locationType.storage)}
      returning r.inventory_id, r.qty
    )
    update inventory i set qty_committed = i.qty_committed - f.qty
    from (select inventory_id, sum(qty) as qty from freed group by inventory_id) f where i.id = f.inventory_id`.execute(
    tx,
  );
}
