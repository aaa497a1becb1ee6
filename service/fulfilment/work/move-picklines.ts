import { sql } from 'kysely';
import type { Moved } from '../../inventory/stock/transfer.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Units that were reserved at one place lie at another now: the picklines that are to fetch them say so, those on no pick first. A
 * pickline of which only part was moved is parted, and both parts stay on its pick.
 */
export async function movePicklines(
  tx: Tx,
  { from, to }: { from: number; to: number },
  moved: readonly Moved[],
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    with moved as (
      select w.id as work_id, sum(m.qty) as qty
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(line_id int, part_id int, qty numeric)
      join work w on w.line_id = m.line_id and w.part_id = m.part_id and w.task_id = ${sql.lit(task.pick)}
      group by w.id
    ), open as (
      select p.*, m.qty as moved, sum(p.qty) over (partition by p.work_id order by p.pick_id nulls first, p.id) as upto
      from moved m join pickline p on p.work_id = m.work_id where p.location_id = ${from} and p.qty_committed = 0
    ), cut as (
      select *, least(qty, moved - (upto - qty)) as share from open where upto - qty < moved
    ), whole as (
      update pickline p set location_id = ${to}, updated_at = now() from cut c where p.id = c.id and c.share = c.qty
    ), shrunk as (
      update pickline p set qty = p.qty - c.share, updated_at = now() from cut c where p.id = c.id and c.share < c.qty
    )
    insert into pickline (pick_id, work_id, order_id, line_id, part_id, location_id, qty, short_reason)
    select pick_id, work_id, order_id, line_id, part_id, ${to}::int, share, short_reason from cut where share < qty
    order by id`.execute(tx);
}
