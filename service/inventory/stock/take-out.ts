import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { locationType, task } from '../../platform/states/kinds.ts';
import { allocate } from './allocate.ts';
import { detailRows, type LineDetail, type LineQuantity } from './line-detail.ts';
import { closeReservations, lowerStock } from './lower-reservations.ts';

/** The places that units leave from. */
export interface DepartureSource {
  /** Locations of cartons: all units in them leave. */
  cartonLocationIds: readonly number[];
  /** Orders without a pack step: units at the moving location leave, as far as the step before the pickup is done. */
  orderIds: readonly number[];
  /** Only these quantities of the lines of those orders, in units of the line. Null: all lines. */
  lines?: readonly LineDetail[] | null;
}

/** The pickup with which the units of each order leave. */
export type PickupOfOrder = ReadonlyMap<number, number>;

/** SQL: the pickup of the order in this column. */
export const pickupOf = (pickups: PickupOfOrder, column: string) =>
  sql`(${[...pickups.values()]}::bigint[])[array_position(${[...pickups.keys()]}::bigint[], ${sql.ref(column)})]`;

/**
 * SQL: how much of each order line may leave the moving location. Units that belong to a pick which is not finished stay.
 * @param lines null for all lines of the orders
 */
const departingWork = (orderIds: readonly number[], lines: readonly LineDetail[] | null) => sql`
  -- Returns the quantities that the step before the pickup has done and nobody has picked up.
  select w.line_id, w.part_id, least(qty_ready(before.work) - w.qty_done, d.qty * w.per_unit) as qty
  from work w
  cross join lateral (
    select b as work, b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < ${sql.lit(task.pickup)}
    order by b.task_id desc limit 1) before
  left join (${detailRows(lines)}) d on d.line_id = w.line_id
  where w.order_id = any(${orderIds}::bigint[]) and w.task_id = ${sql.lit(task.pickup)} and w.stocked
    and case when before.qty_done > w.qty_done then qty_ready(before.work) > w.qty_done end
    and (${lines === null} or d.line_id is not null)`;

/** SQL: the reservations at moving locations that may leave, each with the quantity that may leave of its line. */
const unpackedUnits = (from: DepartureSource) => sql`(
  select r.id, r.order_id, r.site_id, r.line_id, r.part_id, r.qty, r.inventory_id, i.location_id, i.lot, i.serial, i.expires_on, w.qty as departing
  from (${departingWork(from.orderIds, from.lines ?? null)}) w
  join reservation r on r.line_id = w.line_id and r.part_id = w.part_id and r.closed_at is null
  join inventory i on i.id = r.inventory_id
  join location l on l.id = i.location_id and l.locationtype_id = ${sql.lit(locationType.moving)})`;

/**
 * Takes units of orders out of stock at a pickup, and writes the ledger. Their reservations are closed and not deleted: a locked
 * carton shows the units that it left with. Six CTEs in one statement, because each order runs it once.
 * @returns what left, by order line and part
 */
export async function takeOut(
  tx: Tx,
  actor: Actor,
  pickups: PickupOfOrder,
  from: DepartureSource,
): Promise<LineQuantity[]> {
  const unpacked = allocate({
    units: { rows: unpackedUnits(from), order: sql`expires_on nulls last, id` },
    per: ['line_id', 'part_id'],
    need: sql`departing`,
  });
  const { rows } = await sql<LineQuantity>`
    -- Closes the reservations of the units that leave, lowers the stock, and writes the movements.
    with share as (
      select r.id, r.order_id, r.site_id, r.line_id, r.part_id, r.qty, r.qty as share, r.inventory_id, i.location_id, i.lot, i.serial
      from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
      where i.location_id = any(${from.cartonLocationIds}::bigint[])
      union all
      select id, order_id, site_id, line_id, part_id, qty, share, inventory_id, location_id, lot, serial from (${unpacked}) unpacked
    ), ${closeReservations('share')}, ${lowerStock('share', 'leave')}, ledger as (
      insert into inventorymovement (site_id, part_id, from_location_id, lot, serial, qty, reason, order_id, line_id, pickup_id, account_id)
      select site_id, part_id, location_id, lot, serial, share, 'pickup', order_id, line_id, ${pickupOf(pickups, 'order_id')}, ${actor.userId}::bigint from share
    )
    select order_id, line_id, part_id, sum(share) as qty from share
    group by order_id, line_id, part_id order by line_id, part_id`.execute(tx);
  return rows;
}
