import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';

/**
 * This folder alone writes `inventory`, `inventorymovement` and `reservation`. Every function changes a set of rows in one
 * statement, with the ledger in the same statement, and expects its caller to hold `lockStock` for the parts.
 *
 * Who needs how much (cumulated in the order of precedence) is laid beside who has how much (cumulated likewise); where two
 * intervals overlap, that much goes from the one to the other. So one join shares any needs out over any stock, exactly.
 */

/** Part of what an order line needs, reserved at one storage location. */
export interface Allocation {
  work_id: number;
  order_id: number;
  line_id: number;
  part_id: number;
  location_id: number;
  qty: string;
}

/**
 * Reserves what pick work is short of, as far as there is stock in storage at the site: orders by priority, then by time of
 * issue; stock that expires first, then what came in first. What has expired is for nobody.
 * @param workIds rows of `work` of the task Pick
 * @returns what was reserved, by work and location
 */
export async function reserve(tx: Tx, siteId: number, workIds: readonly number[]): Promise<Allocation[]> {
  const { rows } = await sql<Allocation>`
    with need as (
      select w.id, w.order_id, w.line_id, w.part_id, w.qty_short as qty,
        sum(w.qty_short) over (partition by w.part_id order by o.priority, o.issue_date nulls last, w.id) as upto
      from work w join salesorder o on o.id = w.order_id
      where w.id = any(${workIds}::int[]) and w.qty_short > 0
    ), have as (
      select i.id, i.part_id, i.location_id, i.qty - i.qty_committed as qty,
        sum(i.qty - i.qty_committed)
          over (partition by i.part_id order by i.expires_on nulls last, i.received_at, i.id) as upto
      from inventory i join location l on l.id = i.location_id
      where i.part_id in (select part_id from need) and i.qty > i.qty_committed
        and l.site_id + 0 = ${siteId} and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active and ${sql.raw(isGood)}
    ), share as (
      select n.id as work_id, n.order_id, n.line_id, n.part_id, h.id as inventory_id, h.location_id,
        least(n.upto, h.upto) - greatest(n.upto - n.qty, h.upto - h.qty) as qty
      from need n join have h on h.part_id = n.part_id
      where n.upto > h.upto - h.qty and h.upto > n.upto - n.qty
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.qty
      from (select inventory_id, sum(qty) as qty from share group by inventory_id) s where i.id = s.inventory_id
    ), reserved as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select order_id, line_id, part_id, inventory_id, qty from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), covered as (
      update work w set qty_short = w.qty_short - s.qty
      from (select work_id, sum(qty) as qty from share group by work_id) s where w.id = s.work_id
    )
    select work_id, order_id, line_id, part_id, location_id, sum(qty) as qty
    from share group by work_id, order_id, line_id, part_id, location_id
    order by work_id, location_id`.execute(tx);
  return rows;
}
