import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { locationType, task } from '../../platform/states/kinds.ts';
import { detailRows, type LineDetail } from './line-detail.ts';

/** What left the house: units of an order line. */
export interface TakenOut {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

/** Where units leave from. */
export interface Leaving {
  /** Locations of cartons: all that they hold. */
  cartonLocationIds: readonly number[];
  /** Orders without a pack step: what they hold at the moving location and the step before the pickup has let go. */
  orderIds: readonly number[];
  /** Of those orders, only so much of these lines (in units of the line); all of a line without a qty. */
  lines?: readonly LineDetail[] | null;
}

/** Takes out of stock what orders hold. The reservations are closed and kept: they say what a locked carton held. */
export async function takeOut(tx: Tx, actor: Actor, pickupId: number, from: Leaving): Promise<TakenOut[]> {
  const lines = from.lines ?? null;
  const { rows } = await sql<TakenOut>`
    with detail as (${detailRows(lines)}
    ), allowed as (
      -- What another pick has brought here and nobody has finished yet stays.
      select w.line_id, w.part_id, least(before.qty_done - w.qty_done, d.qty * w.per_unit) as qty
      from work w
      cross join lateral (
        select b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < ${sql.lit(task.pickup)}
        order by b.task_id desc limit 1) before
      left join detail d on d.line_id = w.line_id
      where w.order_id = any(${from.orderIds}::int[]) and w.task_id = ${sql.lit(task.pickup)} and w.stocked and before.qty_done > w.qty_done
        and (${lines === null} or d.line_id is not null)
    ), loose as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty, r.inventory_id, i.location_id, i.lot, i.serial,
        a.qty as allowed, sum(r.qty) over (partition by r.line_id, r.part_id order by i.expires_on nulls last, r.id) as upto
      from allowed a
      join reservation r on r.line_id = a.line_id and r.part_id = a.part_id and r.closed_at is null
      join inventory i on i.id = r.inventory_id join location l on l.id = i.location_id and l.locationtype_id = ${sql.lit(locationType.moving)}
    ), leaving as (
      select r.id, r.order_id, r.line_id, r.part_id, r.qty as had, r.qty, r.inventory_id, i.location_id, i.lot, i.serial
      from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
      where i.location_id = any(${from.cartonLocationIds}::int[])
      union all
      select id, order_id, line_id, part_id, qty, least(qty, allowed - (upto - qty)), inventory_id, location_id, lot, serial
      from loose where upto - qty < allowed
    ), stock as (
      update inventory i set qty = i.qty - s.qty, qty_committed = i.qty_committed - s.qty
      from (select inventory_id, sum(qty) as qty from leaving group by inventory_id) s where i.id = s.inventory_id
    ), closed as (
      update reservation r set closed_at = now() from leaving s where r.id = s.id and s.qty = s.had
    ), shrunk as (
      update reservation r set qty = r.qty - s.qty from leaving s where r.id = s.id and s.qty < s.had
    ), parted as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty, closed_at)
      select order_id, line_id, part_id, inventory_id, qty, now() from leaving where qty < had
    ), ledger as (
      insert into inventorymovement (part_id, from_location_id, lot, serial, qty, reason, order_id, line_id, pickup_id, account_id)
      select part_id, location_id, lot, serial, qty, 'pickup', order_id, line_id, ${pickupId}::int, ${actor.userId}::int from leaving
    )
    select order_id, line_id, part_id, sum(qty) as qty from leaving
    group by order_id, line_id, part_id order by line_id, part_id`.execute(tx);
  return rows;
}
