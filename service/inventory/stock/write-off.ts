import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';

/** Units that are on the books at a storage location, but not there. */
export interface Missing {
  part_id: number;
  location_id: number;
  qty: string;
  reason: string;
  /** Only units of this lot or serial number; null for those without. Any where it is not said. */
  tracked?: { lot: string | null; serial: string | null };
  /** Only what these orders have reserved, or this line of one. */
  orderIds?: readonly number[];
  lineId?: number;
  picklineId?: number;
}

/** What an order line had reserved there. */
export interface Lost {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

/**
 * Writes off units that orders have reserved: stock, reservation and ledger in one statement. Who would be served last loses
 * them first. The picklines that were to fetch them are the caller's business.
 * @returns what was lost by line; less than asked for where not that much is reserved
 */
export async function lose(tx: Tx, actor: Actor, missing: Missing): Promise<Lost[]> {
  const { part_id, location_id, qty, reason, tracked, orderIds = null, lineId = null, picklineId = null } = missing;
  const { rows } = await sql<Lost>`
    with have as (
      select r.id, r.order_id, r.line_id, r.inventory_id, r.qty, i.lot, i.serial,
        sum(r.qty) over (order by o.priority desc, o.issue_date desc nulls first, r.id desc) as upto
      from inventory i
      join reservation r on r.inventory_id = i.id and r.closed_at is null
      join salesorder o on o.id = r.order_id
      where i.part_id = ${part_id} and i.location_id = ${location_id}
        and (${tracked === undefined} or (i.lot is not distinct from ${tracked?.lot ?? null}::text
          and i.serial is not distinct from ${tracked?.serial ?? null}::text))
        and (${orderIds}::int[] is null or r.order_id = any(${orderIds}::int[]))
        and (${lineId}::int is null or r.line_id = ${lineId})
    ), lost as (
      select id, order_id, line_id, inventory_id, lot, serial, qty as had, least(qty, ${qty}::numeric - (upto - qty)) as qty
      from have where upto - qty < ${qty}::numeric
    ), emptied as (
      delete from reservation r using lost l where r.id = l.id and l.qty = l.had
    ), shrunk as (
      update reservation r set qty = r.qty - l.qty from lost l where r.id = l.id and l.qty < l.had
    ), stock as (
      update inventory i set qty = i.qty - l.qty, qty_committed = i.qty_committed - l.qty
      from (select inventory_id, sum(qty) as qty from lost group by inventory_id) l where i.id = l.inventory_id
    ), ledger as (
      insert into inventorymovement (part_id, from_location_id, lot, serial, qty, reason, order_id, line_id, pickline_id, account_id)
      select ${part_id}::int, ${location_id}::int, lot, serial, qty, ${reason}::text, order_id, line_id, ${picklineId}::int,
        ${actor.userId}::int
      from lost
    )
    select order_id, line_id, ${part_id}::int as part_id, sum(qty) as qty from lost group by order_id, line_id order by line_id`.execute(
    tx,
  );
  return rows;
}
