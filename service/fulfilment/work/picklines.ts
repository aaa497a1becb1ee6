import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { Allocation } from '../../inventory/stock/reserve.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Makes the picklines of new pick work of orders of one site: one for each location where units are reserved, and one without a
 * location for the units that stock is short of.
 */
export async function makePicklines(
  tx: Tx,
  siteId: number,
  orderIds: readonly number[],
  allocations: readonly Allocation[],
): Promise<void> {
  await sql`
    -- Inserts a pickline for each allocation, and one for each short quantity.
    insert into pickline (work_id, order_id, line_id, part_id, location_id, qty, site_id)
    select work_id, order_id, line_id, part_id, location_id, qty, ${siteId}::bigint
    from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
      as a(work_id bigint, order_id bigint, line_id bigint, part_id bigint, location_id bigint, qty numeric)
    union all
    select id, order_id, line_id, part_id, null, qty_short, site_id from work
    where order_id = any(${orderIds}::bigint[]) and task_id = ${sql.lit(task.pick)} and qty_short > 0
    order by 1, 5 nulls last`.execute(tx);
}

/** Makes picklines without a location for pick work that is short of more units than before: they wait for stock. */
export async function waitForStock(
  tx: Tx,
  more: readonly { readonly work_id: number; readonly qty: string }[],
): Promise<void> {
  if (more.length === 0) return;
  await sql`
    -- Lengthens the picklines that wait already, and inserts others.
    with more as (
      select * from jsonb_to_recordset(${JSON.stringify(more)}::jsonb) as m(work_id bigint, qty numeric)
    ), lengthened as (
      update pickline p set qty = p.qty + m.qty, updated_at = this_second()
      from more m where p.work_id = m.work_id and p.location_id is null and p.pick_id is null returning p.work_id
    )
    insert into pickline (work_id, order_id, line_id, part_id, qty, site_id)
    select w.id, w.order_id, w.line_id, w.part_id, m.qty, w.site_id from more m join work w on w.id = m.work_id
    where w.stocked and m.work_id not in (select work_id from lengthened) order by w.id`.execute(tx);
}

/** Gives locations to picklines that wait without one, as far as the new allocations go. */
export async function placePicklines(tx: Tx, siteId: number, allocations: readonly Allocation[]): Promise<void> {
  await sql`
    -- Moves allocated quantities from picklines without a location to picklines with one.
    with placed as (
      select * from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
        as a(work_id bigint, order_id bigint, line_id bigint, part_id bigint, location_id bigint, qty numeric)
    ), total as (
      select work_id, sum(qty) as qty from placed group by work_id
    ), shortened as (
      update pickline p set qty = p.qty - t.qty, updated_at = this_second() from total t
      where p.work_id = t.work_id and p.location_id is null and p.pick_id is null and p.qty > t.qty
    ), deleted as (
      delete from pickline p using total t
      where p.work_id = t.work_id and p.location_id is null and p.pick_id is null and p.qty <= t.qty
    )
    insert into pickline (work_id, order_id, site_id, line_id, part_id, location_id, qty)
    select work_id, order_id, ${siteId}::bigint, line_id, part_id, location_id, qty from placed order by work_id, location_id`.execute(
    tx,
  );
}

/**
 * Changes the location of picklines whose reserved units were moved. Lines that are on no pick are changed first. A line of which
 * only a part was moved is split, and both parts stay on its pick.
 */
export async function movePicklines(
  tx: Tx,
  { from, to }: { from: number; to: number },
  moved: readonly LineQuantity[],
): Promise<void> {
  if (moved.length === 0) return;
  const open = sql`(
    select p.*, m.qty as moved
    from (
      select w.id as work_id, sum(l.qty) as qty
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as l(line_id bigint, part_id bigint, qty numeric)
      join work w on w.line_id = l.line_id and w.part_id = l.part_id and w.task_id = ${sql.lit(task.pick)}
      group by w.id) m
    join pickline p on p.work_id = m.work_id where p.location_id = ${from} and p.qty_committed = 0)`;
  await sql`
    -- Moves open pick lines to the other location; a line that is moved in part is split.
    with share as (${allocate({
      units: { rows: open, order: sql`pick_id nulls first, id` },
      per: ['work_id'],
      need: sql`moved`,
    })}
    ), whole as (
      update pickline p set location_id = ${to}, updated_at = this_second() from share s where p.id = s.id and s.share = s.qty
    ), shortened as (
      update pickline p set qty = p.qty - s.share, updated_at = this_second() from share s where p.id = s.id and s.share < s.qty
    )
    insert into pickline (pick_id, work_id, order_id, site_id, line_id, part_id, location_id, qty, short_reason)
    select pick_id, work_id, order_id, site_id, line_id, part_id, ${to}::bigint, share, short_reason from share where share < qty
    order by id`.execute(tx);
}
