import { sql } from 'kysely';
import type { Allocation } from '../../inventory/stock/reserve.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Open pick work is cut into picklines by the place where it is reserved; what is short is one pickline without a place.
 * For newly made work: `short` is all of it that could not be reserved.
 */
export async function makePicklines(tx: Tx, orderId: number, allocations: readonly Allocation[]): Promise<void> {
  await sql`
    insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
    select work_id, order_id, line_id, part_id, location_id, qty
    from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
      as a(work_id int, order_id int, line_id int, part_id int, location_id int, qty numeric)
    union all
    select id, order_id, line_id, part_id, null, qty_short from work
    where order_id = ${orderId} and task_id = ${sql.lit(task.pick)} and qty_short > 0
    order by 1, 5 nulls last`.execute(tx);
}

/** Stock arrived: picklines without a place get one, as far as it reaches. */
export async function cutPicklines(tx: Tx, allocations: readonly Allocation[]): Promise<void> {
  await sql`
    with placed as (
      select * from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
        as a(work_id int, order_id int, line_id int, part_id int, location_id int, qty numeric)
    ), total as (
      select work_id, sum(qty) as qty from placed group by work_id
    ), shrunk as (
      update pickline p set qty = p.qty - t.qty, updated_at = now() from total t
      where p.work_id = t.work_id and p.location_id is null and p.pick_id is null and p.qty > t.qty
    ), emptied as (
      delete from pickline p using total t
      where p.work_id = t.work_id and p.location_id is null and p.pick_id is null and p.qty <= t.qty
    )
    insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
    select work_id, order_id, line_id, part_id, location_id, qty from placed order by work_id, location_id`.execute(tx);
}
