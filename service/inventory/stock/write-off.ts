import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { allocate } from './allocate.ts';
import type { LineQuantity } from './line-detail.ts';
import { lowerReservations, lowerStock } from './lower-reservations.ts';

/** Units that are on the books at a storage location, and not on the shelf. */
export interface MissingUnits {
  part_id: number;
  location_id: number;
  qty: string;
  reason: string;
  /** Only units of this lot or serial number; null for units without one. Left out: any units. */
  tracked?: { lot: string | null; serial: string | null };
  /** Only units that these orders have reserved. */
  orderIds?: readonly number[];
  /** Only units that this order line has reserved. */
  lineId?: number;
  picklineId?: number;
}

/**
 * Writes off units that orders have reserved: stock, reservations and ledger in one statement. The order that would be served
 * last gives up its units first. The caller shortens the picklines that were to fetch them.
 * @returns the units that were written off, by line; fewer than `missing.qty` where fewer are reserved
 */
export async function writeOff(tx: Tx, actor: Actor, missing: MissingUnits): Promise<LineQuantity[]> {
  const { part_id, location_id, qty, reason, tracked, orderIds = null, lineId = null, picklineId = null } = missing;
  const reserved = sql`(
    select r.id, r.order_id, r.site_id, r.line_id, r.inventory_id, r.qty, i.lot, i.serial, o.priority, o.issue_date
    from inventory i
    join reservation r on r.inventory_id = i.id and r.closed_at is null
    join salesorder o on o.id = r.order_id
    where i.part_id = ${part_id} and i.location_id = ${location_id}
      and (${tracked === undefined} or (i.lot is not distinct from ${tracked?.lot ?? null}::text
        and i.serial is not distinct from ${tracked?.serial ?? null}::text))
      and (${orderIds}::bigint[] is null or r.order_id = any(${orderIds}::bigint[]))
      and (${lineId}::bigint is null or r.line_id = ${lineId}))`;
  const { rows } = await sql<LineQuantity>`
    -- Takes the quantity from reservations, the least urgent first, and from stock.
    with share as (${allocate({
      units: { rows: reserved, order: sql`priority desc, issue_date desc nulls first, id desc` },
      need: sql`${qty}::numeric`,
    })}
    ), ${lowerReservations('share')}, ${lowerStock('share', 'leave')}, ledger as (
      insert into inventorymovement (site_id, part_id, from_location_id, lot, serial, qty, reason, order_id, line_id, pickline_id, account_id)
      select site_id, ${part_id}::bigint, ${location_id}::bigint, lot, serial, share, ${reason}::text, order_id, line_id, ${picklineId}::bigint,
        ${actor.userId}::bigint
      from share
    )
    select order_id, line_id, ${part_id}::bigint as part_id, sum(share) as qty from share group by order_id, line_id order by line_id`.execute(
    tx,
  );
  return rows;
}
