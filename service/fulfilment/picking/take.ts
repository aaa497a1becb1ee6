import { sql } from 'kysely';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { inWords, onOpenLists } from '../work/open-lists.ts';
import { ofParts } from './of-parts.ts';
import { shortOf } from './shortage.ts';

export interface PickChoice {
  orderIds: readonly number[];
  /** Only lines of these parts. */
  partIds?: readonly number[] | null;
  lines?: readonly LineDetail[] | null;
}

/**
 * Takes what is on no pick onto a new one, and what is on begun picks with it. A begun pick of which everything is wanted stays as
 * it is; of others only what is wanted leaves them, what was fetched for them already as a whole or not at all.
 * @param begun open picks that hold nothing but these orders
 * @returns begun picks to go on with, and the new one last; none where nothing is left to take
 */
export async function takePicklines(
  context: OperationContext,
  siteId: number,
  { orderIds, partIds = null, lines = null }: PickChoice,
  begun: readonly number[] = [],
): Promise<number[]> {
  const { tx, actor } = context;
  const { rows } = await sql<{ id: number; orders: number[] | null }>`
    with detail as (${detailRows(lines)}
    ), open as (
      -- Whoever is under way with a pick is disturbed last.
      select p.*, w.per_unit, p.qty_committed > 0 as fetched,
        sum(p.qty) over (partition by p.work_id order by p.pick_id is not null, p.qty_committed > 0, p.id) as upto
      from pickline p join work w on w.id = p.work_id
      where p.order_id = any(${orderIds}::int[]) and p.location_id is not null
        and (p.pick_id is null or p.pick_id = any(${begun}::int[])) and (${partIds}::int[] is null or ${ofParts(partIds)})
    ), wanted as (
      select o.*, case when d.qty is null or o.fetched then o.qty else least(o.qty, d.qty * o.per_unit - (o.upto - o.qty)) end as take
      from open o left join detail d on d.line_id = o.line_id
      where (${lines === null} or d.line_id is not null)
        and (d.qty is null or case when o.fetched then o.upto <= d.qty * o.per_unit else o.upto - o.qty < d.qty * o.per_unit end)
    ), whole as (
      select w.pick_id as id from wanted w where w.pick_id is not null
      group by w.pick_id having sum(w.take) = (select sum(p.qty) from pickline p where p.pick_id = w.pick_id)
    ), moving as (
      select * from wanted where pick_id is null or pick_id not in (select id from whole)
    ), made as (
      insert into pick (site_id, created_by) select ${siteId}::int, ${actor.userId}::int where exists (select 1 from moving)
      returning id
    ), rest as (
      insert into pickline (work_id, order_id, line_id, part_id, location_id, qty)
      select work_id, order_id, line_id, part_id, location_id, qty - take from moving where take < qty and pick_id is null
    ), kept as (
      -- Whoever has a begun pick in hand knows its lines by their ids.
      update pickline p set qty = p.qty - m.take, updated_at = now()
      from moving m where p.id = m.id and m.take < m.qty and m.pick_id is not null
    ), parted as (
      insert into pickline (pick_id, work_id, order_id, line_id, part_id, location_id, qty)
      select made.id, work_id, order_id, line_id, part_id, location_id, take
      from made, moving m where m.take < m.qty and m.pick_id is not null
    ), moved as (
      update pickline p set pick_id = made.id, qty = m.take, updated_at = now()
      from made, moving m where p.id = m.id and (m.take = m.qty or m.pick_id is null)
    )
    select id, null::int[] as orders from whole
    union all
    select id, array(select distinct order_id from moving order by 1) from made
    order by 1`.execute(tx);
  const made = rows.flatMap(({ id, orders }) =>
    orders === null ? [] : [{ event: 'pick.created', id, orders } as const],
  );
  await recordEvent(context, ...made);
  return rows.map(({ id }) => id);
}

/** Why nothing is there to be picked: stock is short, or all of it is picked or on a pick. */
export async function nothingToPick(
  { tx }: OperationContext,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
): Promise<Problem> {
  const short = await shortOf(
    tx,
    orders.map((order) => order.id),
    lines,
  );
  if (short) return short;
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from pickline l join pick p on p.id = l.pick_id
    where l.order_id = any(${orders.map((order) => order.id)}::int[]) and not l.finished order by p.id`.execute(tx);
  const begun = rows.map(({ id }) => id);
  return problem(
    'pick.nothing-left',
    `Nothing is left to pick of ${inWords(orders, lines)}${onOpenLists('pick', begun)}`,
  );
}
