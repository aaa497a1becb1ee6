import { sql } from 'kysely';
import type { LockedOrder } from '../database/locks.ts';
import type { OperationContext } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { type Problem, problem } from '../problems.ts';
import { detailRows, type LineDetail } from '../stock/line-detail.ts';
import { ofParts } from './of-parts.ts';
import { shortOf } from './shortage.ts';

export interface PickChoice {
  orderIds: readonly number[];
  /** Only lines of these parts. */
  partIds?: readonly number[] | null;
  lines?: readonly LineDetail[] | null;
}

/** @returns id of the new pick, or null where nothing is left to take */
export async function takePicklines(
  context: OperationContext,
  siteId: number,
  { orderIds, partIds = null, lines = null }: PickChoice,
): Promise<number | null> {
  const { tx, actor } = context;
  const { rows } = await sql<{ id: number; order_id: number }>`
    with detail as (${detailRows(lines)}
    ), free as (
      select p.*, w.per_unit, sum(p.qty) over (partition by p.work_id order by p.id) as upto
      from pickline p join work w on w.id = p.work_id
      where p.order_id = any(${orderIds}::int[]) and p.pick_id is null and p.location_id is not null
        and (${partIds}::int[] is null or ${ofParts(partIds)})
    ), wanted as (
      select f.*, case when d.qty is null then f.qty else least(f.qty, d.qty * f.per_unit - (f.upto - f.qty)) end as take
      from free f left join detail d on d.line_id = f.line_id
      where (${lines === null} or d.line_id is not null) and (d.qty is null or f.upto - f.qty < d.qty * f.per_unit)
    ), made as (
      insert into pick (site_id, created_by) select ${siteId}::int, ${actor.userId}::int where exists (select 1 from wanted)
      returning id
    ), rest as (
      insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
      select work_id, order_id, line_id, part_id, location_id, qty - take from wanted where take < qty
    )
    update pickline p set pick_id = made.id, qty = w.take, updated_at = now()
    from made, wanted w where p.id = w.id
    returning made.id, p.order_id`.execute(tx);
  const pickId = rows[0]?.id;
  if (pickId === undefined) return null;
  await happened(context, { event: 'pick.created', id: pickId, orders: [...new Set(rows.map((row) => row.order_id))] });
  return pickId;
}

/** Why nothing is there to be picked: stock is short, or all of it is picked or on a pick. */
export async function nothingToPick({ tx }: OperationContext, orders: readonly LockedOrder[]): Promise<Problem> {
  const short = await shortOf(
    tx,
    orders.map((order) => order.id),
  );
  return (
    short ?? problem('pick.nothing-left', `Nothing is left to pick of order ${orders.map((o) => o.number).join(', ')}.`)
  );
}
