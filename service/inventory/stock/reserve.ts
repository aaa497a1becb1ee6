import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { planForMany } from '../../platform/database/plan-for-many.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { allocate } from './allocate.ts';
import type { LineQuantity } from './line-detail.ts';

/*
 * Only this folder writes `inventory`, `inventorymovement` and `reservation`. Each function changes a set of rows, and writes
 * the ledger, in one statement. Its caller holds `lockStock` for the parts.
 */

/** Part of the pick work of an order line, reserved at one storage location. */
export interface Allocation extends LineQuantity {
  work_id: number;
  location_id: number;
}

/** A new reservation. */
export interface Reserved extends Allocation {
  /** Whether the work has all of its units now. */
  covered: boolean;
}

/** In which order needs are served. */
const precedences = {
  /** By priority of the order, then by time of issue. */
  priority: sql`priority, issue_date nulls last, id`,
  /** In the order in which the work was made. */
  work: sql`id`,
};

/**
 * Reserves what pick work is short of, as far as the storage locations of the site have free units. Units that
 * expire first are reserved first, then those that came in first. Expired units are never reserved.
 * @param workIds rows of `work` of the task Pick
 * @param precedence which work is served first
 * @returns the new reservations, by work and location
 */
export async function reserve(
  tx: Tx,
  siteId: number,
  workIds: readonly number[],
  precedence: keyof typeof precedences = 'priority',
): Promise<Reserved[]> {
  const free = sql`(
    select i.id as inventory_id, i.part_id, i.location_id, i.qty - i.qty_committed as qty, i.expires_on, i.received_at
    from inventory i join location l on l.id = i.location_id
    where i.part_id in (select part_id from need) and i.qty > i.qty_committed
      and l.site_id + 0 = ${siteId} and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active and ${sql.raw(isGood)})`;
  await planForMany(tx, workIds.length);
  const { rows } = await sql<Reserved>`
    -- Reserves free stock for the short work, and lowers what is short.
    with need as (
      select w.id, w.order_id, w.line_id, w.part_id, w.qty_short as qty, o.priority, o.issue_date
      from work w join salesorder o on o.id = w.order_id
      where w.id = any(${workIds}::bigint[]) and w.qty_short > 0
    ), share as (${allocate({
      needs: { rows: sql`need`, order: precedences[precedence] },
      units: { rows: free, order: sql`expires_on nulls last, received_at, inventory_id` },
      per: ['part_id'],
      columns: sql`n.id as work_id, n.order_id, n.line_id, n.part_id, u.inventory_id, u.location_id`,
    })}
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.share
      from (select inventory_id, sum(share) as share from share group by inventory_id) s where i.id = s.inventory_id
    ), reserved as (
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
      select order_id, ${siteId}::bigint, line_id, part_id, inventory_id, share from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), covered as (
      update work w set qty_short = w.qty_short - s.share
      from (select work_id, sum(share) as share from share group by work_id) s where w.id = s.work_id
      returning w.id, w.qty_short = 0 as covered
    )
    select s.work_id, s.order_id, s.line_id, s.part_id, s.location_id, sum(s.share) as qty, bool_and(c.covered) as covered
    from share s join covered c on c.id = s.work_id group by s.work_id, s.order_id, s.line_id, s.part_id, s.location_id
    order by s.work_id, s.location_id`.execute(tx);
  return rows;
}
