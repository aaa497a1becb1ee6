import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Shortens the picklines whose units were written off at a location, and makes their work short of as many. Lines that are on no
 * pick are shortened first. A work gets at most one pickline without a location, as `placePicklines` expects.
 */
export async function writeOffPicklines(
  tx: Tx,
  locationId: number,
  writtenOff: readonly LineQuantity[],
): Promise<void> {
  const open = sql`(
    select p.id, p.work_id, p.pick_id, p.qty, l.qty as written_off
    from jsonb_to_recordset(${JSON.stringify(writtenOff)}::jsonb) as l(line_id bigint, part_id bigint, qty numeric)
    join work w on w.line_id = l.line_id and w.part_id = l.part_id and w.task_id = ${sql.lit(task.pick)}
    join pickline p on p.work_id = w.id where p.location_id = ${locationId} and p.qty_committed = 0)`;
  await sql`
    -- Lets the written-off quantity wait for stock in place of its pick lines, the last line first.
    with share as (${allocate({
      units: { rows: open, order: sql`pick_id nulls first, id desc` },
      per: ['work_id'],
      need: sql`written_off`,
    })}
    ), deleted as (
      delete from pickline p using share s where p.id = s.id and s.share = s.qty
    ), shortened as (
      update pickline p set qty = p.qty - s.share, updated_at = this_second() from share s where p.id = s.id and s.share < s.qty
    ), total as (
      select work_id, sum(share) as qty from share group by work_id
    ), short as (
      update work w set qty_short = w.qty_short + t.qty from total t where w.id = t.work_id
    ), waiting as (
      update pickline p set qty = p.qty + t.qty, updated_at = this_second() from total t
      where p.work_id = t.work_id and p.location_id is null returning p.work_id
    )
    insert into pickline (work_id, order_id, site_id, line_id, part_id, location_id, qty)
    select w.id, w.order_id, w.site_id, w.line_id, w.part_id, null, t.qty from total t join work w on w.id = t.work_id
    where t.work_id not in (select work_id from waiting)`.execute(tx);
}
