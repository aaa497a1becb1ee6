import { sql } from 'kysely';
import type { Lost } from '../../inventory/stock/write-off.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Units that were reserved at a place are not there: the picklines that were to fetch them are cut, those on no pick first, and
 * the work is short of them. There is one pickline without a place for each work, as `cutPicklines` expects.
 */
export async function writeOffPicklines(tx: Tx, locationId: number, lost: readonly Lost[]): Promise<void> {
  await sql`
    with lost as (
      select w.id as work_id, l.qty
      from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as l(line_id int, part_id int, qty numeric)
      join work w on w.line_id = l.line_id and w.part_id = l.part_id and w.task_id = ${sql.lit(task.pick)}
    ), open as (
      select p.id, p.work_id, p.qty, l.qty as lost,
        sum(p.qty) over (partition by p.work_id order by p.pick_id nulls first, p.id desc) as upto
      from lost l join pickline p on p.work_id = l.work_id where p.location_id = ${locationId} and p.qty_committed = 0
    ), cut as (
      select id, work_id, qty as had, least(qty, lost - (upto - qty)) as qty from open where upto - qty < lost
    ), gone as (
      delete from pickline p using cut c where p.id = c.id and c.qty = c.had
    ), shrunk as (
      update pickline p set qty = p.qty - c.qty, updated_at = now() from cut c where p.id = c.id and c.qty < c.had
    ), total as (
      select work_id, sum(qty) as qty from cut group by work_id
    ), short as (
      update work w set qty_short = w.qty_short + t.qty from total t where w.id = t.work_id
    ), more as (
      update pickline p set qty = p.qty + t.qty, updated_at = now() from total t
      where p.work_id = t.work_id and p.location_id is null returning p.work_id
    )
    insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
    select w.id, w.order_id, w.line_id, w.part_id, null, t.qty from total t join work w on w.id = t.work_id
    where t.work_id not in (select work_id from more)`.execute(tx);
}
