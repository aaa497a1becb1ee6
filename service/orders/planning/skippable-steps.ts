import { sql } from 'kysely';
import type { SkippableStep, Step } from '../../../config/planning/plan.ts';
import { readyOrders, readyUnshipped } from '../../fulfilment/work/ready.ts';
import { isStepStarted } from '../../fulfilment/work/started-steps.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Removes a step that is not started from the order's work. Goods that waited for this step alone become ready for pickup.
 * @param left the steps that are still required
 */
export async function removeStep(tx: Tx, orderId: number, step: SkippableStep, left: readonly Step[]): Promise<void> {
  await sql`delete from work where order_id = ${orderId} and task_id = ${sql.lit(task[step])}`.execute(tx);
  if (left.includes('ship')) return;
  if (left.includes('pack')) {
    await readyUnshipped(
      tx,
      sql`select c.id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = ${orderId} and r.closed_at is null`,
    );
    return;
  }
  // Whether anything of the order is picked.
  const result = await sql<{ picked: boolean }>`
    select exists (select 1 from work where order_id = ${orderId} and task_id = ${sql.lit(task.pick)} and qty_done > 0) as picked`.execute(
    tx,
  );
  if (firstRow(result).picked) await readyOrders(tx, [orderId]);
}

/**
 * Returns whether a skipped step can still be done. It is too late once a part of the order is picked up, or is ready for
 * pickup in a carton together with another order. A pack step is also too late once the order is on a ship.
 */
export async function canAddStep(tx: Tx, orderId: number, step: SkippableStep): Promise<boolean> {
  if (step === 'pack' && (await isStepStarted(tx, orderId, 'ship'))) return false;
  const result = await sql<{ late: boolean }>`
    -- Returns whether a pickupline of the order is picked up, or shared with another order.
    select exists (
      select 1 from pickupline_order po join pickupline p on p.id = po.pickupline_id
      where po.order_id = ${orderId} and (p.pickup_id is not null
        or exists (select 1 from pickupline_order other where other.pickupline_id = p.id and other.order_id <> po.order_id))) as late`.execute(
    tx,
  );
  return !firstRow(result).late;
}

/**
 * Adds a step to the order's work, with the quantities of its pick work. Goods that were ready for pickup wait for the step.
 * An order of services alone has no pick work: it stays ready.
 */
export async function addStep(tx: Tx, orderId: number, step: SkippableStep): Promise<void> {
  await sql`
    -- Copies the pick work to the step, and deletes the pickuplines that are not picked up.
    with made as (
      insert into work (order_id, site_id, line_id, task_id, part_id, per_unit, stocked, qty, qty_short)
      select order_id, site_id, line_id, ${sql.lit(task[step])}, part_id, per_unit, stocked, qty, 0 from work
      where order_id = ${orderId} and task_id = ${sql.lit(task.pick)} order by id
      returning order_id
    )
    delete from pickupline where pickup_id is null
      and id in (select pickupline_id from pickupline_order where order_id in (select order_id from made))`.execute(tx);
}
