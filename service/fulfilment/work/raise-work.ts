import { sql } from 'kysely';
import { assertWholeWork } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';

/** Pick work that needs more units. */
export interface MorePickWork extends Row<'work', 'line_id' | 'part_id'> {
  readonly work_id: Column<'work', 'id'>;
  readonly qty: string;
}

/**
 * Raises the work of lines whose quantities were raised, for all steps. The units are short until stock is reserved for them.
 * @returns the pick work by how much it grew
 * @throws order.part-of-unit
 */
export async function raiseWork(tx: Tx, orderId: number, lineIds: readonly number[]): Promise<MorePickWork[]> {
  const { rows } = await sql<MorePickWork & Row<'work', 'order_id' | 'stocked' | 'task_id'>>`
    -- Raises the work to the quantities of the lines that are not canceled.
    with more as (
      select w.id, round((l.qty - l.qty_canceled) * w.per_unit, 6) - w.qty as qty
      from work w join salesorderline l on l.id = w.line_id where w.order_id = ${orderId} and w.line_id = any(${lineIds}::bigint[])
    )
    update work w set qty = w.qty + m.qty, qty_short = w.qty_short + case when w.task_id = ${sql.lit(task.pick)} then m.qty else 0 end
    from more m where w.id = m.id and m.qty > 0
    returning w.id as work_id, w.order_id, w.line_id, w.part_id, w.stocked, w.task_id, m.qty`.execute(tx);
  await assertWholeWork(
    tx,
    rows.filter(({ stocked }) => stocked),
  );
  return rows.filter(({ task_id }) => task_id === task.pick);
}
