import { sql } from 'kysely';
import type { SkippableStep, Step } from '../../../planning/plan.ts';
import { readyOrders, readyUnshipped } from '../../fulfilment/work/ready.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/** Whether anything was done for the step already, or is on its way. */
export async function isStepStarted(tx: Tx, orderId: number, step: SkippableStep): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select 1 from work where order_id = ${orderId} and task_id = ${sql.lit(task[step])} and qty_done > 0)
      or ${
        step === 'pack'
          ? sql`exists (select 1 from packline where order_id = ${orderId})`
          : sql`exists (
        select 1 from shipline s left join carton c on c.id = s.carton_id left join inventory i on i.location_id = c.location_id
        left join reservation r on r.inventory_id = i.id where s.order_id = ${orderId} or r.order_id = ${orderId})`
      } as begun`.execute(tx);
  return rows[0]!.begun;
}

/**
 * Takes a step that has not begun out of the order's work: what waited for it alone stands ready for pickup now.
 * @param left the steps that are still done
 */
export async function leaveOut(tx: Tx, orderId: number, step: SkippableStep, left: readonly Step[]): Promise<void> {
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
  const { rows } = await sql<{ picked: boolean }>`
    select exists (select 1 from work where order_id = ${orderId} and task_id = ${sql.lit(task.pick)} and qty_done > 0) as picked`.execute(
    tx,
  );
  if (rows[0]!.picked) await readyOrders(tx, [orderId]);
}

/**
 * Whether a step that was left out can still be done: nothing of the order was picked up, shipped or (for a pack step) is on a
 * ship, and nothing of it shares a carton that stands ready with another order.
 */
export async function canBeAdded(tx: Tx, orderId: number, step: SkippableStep): Promise<boolean> {
  if (step === 'pack' && (await isStepStarted(tx, orderId, 'ship'))) return false;
  const { rows } = await sql<{ late: boolean }>`
    select exists (
      select 1 from pickupline_order po join pickupline p on p.id = po.pickupline_id
      where po.order_id = ${orderId} and (p.pickup_id is not null
        or exists (select 1 from pickupline_order other where other.pickupline_id = p.id and other.order_id <> po.order_id))) as late`.execute(
    tx,
  );
  return !rows[0]!.late;
}

/**
 * Puts a step into the order's work: as much of it as there is to pick. What stood ready for pickup waits for the step; an order
 * of services alone has nothing of it to do, and stands ready still.
 */
export async function add(tx: Tx, orderId: number, step: SkippableStep): Promise<void> {
  await sql`
    with made as (
      insert into work (order_id, line_id, task_id, part_id, per_unit, stocked, qty, qty_short)
      select order_id, line_id, ${sql.lit(task[step])}, part_id, per_unit, stocked, qty, 0 from work
      where order_id = ${orderId} and task_id = ${sql.lit(task.pick)} order by id
      returning order_id
    )
    delete from pickupline where pickup_id is null
      and id in (select pickupline_id from pickupline_order where order_id in (select order_id from made))`.execute(tx);
}
