import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { assertWorkable } from '../work/guards.ts';
import { onOpenLists, scopeName } from '../work/open-lists.ts';
import { makeRecords, ownerOf } from '../work/records-apart.ts';
import { exchangeExpired } from './exchange-expired.ts';
import type { Line } from './read-line.ts';
import { shortageOf } from './shortage.ts';

export interface PickChoice {
  orderIds: readonly number[];
  /** Only lines of these parts. */
  partIds?: readonly number[] | null;
  lines?: readonly LineDetail[] | null;
  /** True for a pick of its own for each order. */
  apart?: boolean;
}

/**
 * SQL: the pickline `p` is for one of the parts. The ordered part counts as well as the picked one: an alias is picked as its
 * parent, a kit as its components.
 */
export const isForParts = (partIds: readonly number[] | null) => sql`(p.part_id = any(${partIds}::bigint[])
  or exists (select 1 from salesorderline l where l.id = p.line_id and l.part_id = any(${partIds}::bigint[])))`;

/** A pick that has the wanted lines. */
export interface TakenPick {
  id: number;
  /** The orders of a new pick; null for an open one that stays. */
  orders: number[] | null;
}

/** SQL: the picklines that a new pick may take, each with the quantity of its line that is wanted; null for all of it. */
const availableLines = ({ orderIds, partIds = null, lines = null }: PickChoice, openPickIds: readonly number[]) => sql`(
  select p.*, p.qty_committed > 0 as committed, d.qty * w.per_unit as wanted, ${lines === null} or d.line_id is not null as chosen
  from pickline p join work w on w.id = p.work_id left join (${detailRows(lines)}) d on d.line_id = p.line_id
  where p.order_id = any(${orderIds}::bigint[]) and p.location_id is not null
    and (p.pick_id is null or p.pick_id = any(${openPickIds}::bigint[])) and (${partIds}::bigint[] is null or ${isForParts(partIds)}))`;

/**
 * Puts picklines that are on no pick onto a new one, and lines of open picks with them. An open pick stays unchanged where all of
 * its lines are wanted. Other open picks lose only the lines that are wanted. A committed line is taken as a whole or not at all.
 *
 * Eight CTEs in one statement, because each pick of each order runs it: one statement costs an order 0.22 ms
 * (docs/measurements.md), and most picks need neither the split nor the open picks.
 * @param openPickIds open picks that hold lines of these orders alone
 * @returns the unchanged open picks, and the new ones after them with their orders; empty where nothing is left to pick
 */
export async function takePicklines(
  context: OperationContext,
  siteId: number,
  choice: PickChoice,
  openPickIds: readonly number[] = [],
): Promise<TakenPick[]> {
  const { tx, actor } = context;
  // Lines of open picks, and among them committed ones, are taken last: a picker is at work with them.
  const share = allocate({
    units: { rows: availableLines(choice, openPickIds), order: sql`pick_id is not null, committed, id` },
    per: ['work_id'],
    need: sql`wanted`,
  });
  const { rows } = await sql<TakenPick>`
    -- Moves the wanted lines to a new pick, or one for each order, and splits the lines of which only a part is wanted.
    with wanted_line as (
      select * from (${share}) share where chosen and (not committed or share = qty)
    ), whole as (
      select w.pick_id as id from wanted_line w where w.pick_id is not null
      group by w.pick_id having sum(w.share) = (select sum(p.qty) from pickline p where p.pick_id = w.pick_id)
    ), moving as (
      select w.*, ${ownerOf(choice.apart ?? false, 'w.order_id')} as owner from wanted_line w where pick_id is null or pick_id not in (select id from whole)
    ), ${makeRecords('pick', sql`moving`, sql`site_id, created_by`, sql`${siteId}::bigint, ${actor.userId}::bigint`)}, rest as (
      insert into pickline (work_id, order_id, site_id, line_id, part_id, location_id, qty)
      select work_id, order_id, site_id, line_id, part_id, location_id, qty - share from moving where share < qty and pick_id is null
    ), shortened as (
      -- A line of an open pick keeps its id: the picker knows it by that.
      update pickline p set qty = p.qty - m.share, updated_at = this_second()
      from moving m where p.id = m.id and m.share < m.qty and m.pick_id is not null
    ), split as (
      insert into pickline (pick_id, work_id, order_id, site_id, line_id, part_id, location_id, qty)
      select n.id, work_id, order_id, site_id, line_id, part_id, location_id, share
      from made n join moving m using (owner) where m.share < m.qty and m.pick_id is not null
    ), moved as (
      update pickline p set pick_id = n.id, qty = m.share, updated_at = this_second()
      from made n join moving m using (owner) where p.id = m.id and (m.share = m.qty or m.pick_id is null)
    )
    select id, null::bigint[] as orders from whole
    union all
    select n.id, array(select distinct m.order_id from moving m where m.owner = n.owner order by 1) from made n
    order by 1`.execute(tx);
  const created = rows.flatMap(({ id, orders }) =>
    orders === null ? [] : [{ event: 'pick.created', id, orders } as const],
  );
  await recordEvent(context, ...created);
  return rows;
}

/**
 * Makes one pick for orders, which are locked.
 * @param partIds only lines of these parts; null for all
 * @returns its id; null where nothing is left to pick
 * @throws where the orders cannot be worked on
 */
export async function makePick(
  context: OperationContext,
  orders: readonly LockedOrder[],
  partIds: readonly number[] | null = null,
): Promise<number | null> {
  const { siteId } = assertWorkable(orders, 'pick');
  const orderIds = orders.map((order) => order.id);
  await exchangeExpired(context, siteId, orderIds);
  const [pick] = await takePicklines(context, siteId, { orderIds, partIds });
  return pick?.id ?? null;
}

/** Returns the problem that nothing can be picked: stock is short, or all units are picked or on a pick. */
export async function nothingToPick(
  { tx }: OperationContext,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
): Promise<Problem> {
  const orderIds = orders.map((order) => order.id);
  const shortage = await shortageOf(tx, orderIds, lines);
  if (shortage) return shortage;
  const { rows } = await sql<Row<'pick', 'id'>>`
    -- Finds the open picks of the orders.
    select distinct p.id from pickline l join pick p on p.id = l.pick_id
    where l.order_id = any(${orderIds}::bigint[]) and not l.finished order by p.id`.execute(tx);
  const openPickIds = rows.map(({ id }) => id);
  return problem(
    'pick.nothing-left',
    `Nothing is left to pick of ${scopeName(orders, lines)}${onOpenLists('pick', openPickIds)}`,
  );
}

/** Puts units of the order line that are reserved and on no pick onto a pick, so that its picker goes on to their place. */
export async function refillPick(tx: Tx, { work_id }: Pick<Line, 'work_id'>, pickId: number): Promise<void> {
  await sql`
    -- Puts the other lines of the work onto the pick.
    update pickline set pick_id = ${pickId}, updated_at = this_second()
    where work_id = ${work_id} and pick_id is null and location_id is not null`.execute(tx);
}
