import { sql } from 'kysely';
import type { Step } from '../../plugins/plan.ts';
import type { Tx } from '../operation.ts';

/** Ids of the constants that the code decides by (design page §3). */
export const task = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const satisfies Record<Step, number>;
export const orderStatus = { draft: 1, issued: 2, inProgress: 3, fulfilled: 4, closedShort: 5, void: 6 } as const;

/**
 * Makes the work of an order: one row per line, required task and part that is handled for it. An alias is handled as its
 * parent, a kit as its components (through kits of kits); non-inventory and shipping lines are carried along to the pickup.
 * @returns the pick work and its parts
 */
export async function makeWork(
  tx: Tx,
  orderId: number,
  steps: readonly Step[],
): Promise<{ pickWork: number[]; partIds: number[] }> {
  const { rows } = await sql<{ id: number; part_id: number; task_id: number; stocked: boolean }>`
    with recursive handled as (
      select l.id as line_id, p.id as part_id, p.parttype_id, p.parent_part_id, 1::numeric as per_unit, l.qty, 1 as depth
      from salesorderline l join part p on p.id = l.part_id
      where l.salesorder_id = ${orderId} and l.linetype_id in (1, 9) and l.qty > 0
      union all
      select h.line_id, p.id, p.parttype_id, p.parent_part_id, h.per_unit * inside.qty, h.qty, h.depth + 1
      from handled h
      cross join lateral (
        select h.parent_part_id as part_id, 1::numeric as qty where h.parttype_id = 4
        union all
        select bl.part_id, bl.qty from billofmaterial b join billofmaterialline bl on bl.billofmaterial_id = b.id
        where h.parttype_id = 3 and b.part_id = h.part_id
      ) inside
      join part p on p.id = inside.part_id
      where h.depth < 10
    ), stock as (
      select line_id, part_id, sum(per_unit) as per_unit, max(qty) as qty
      from handled where parttype_id = 1 group by line_id, part_id
    ), carried as (
      select line_id, part_id, qty from handled
      where depth = 1 and parttype_id <> 1 and line_id not in (select line_id from stock)
    )
    insert into work (order_id, line_id, task_id, part_id, per_unit, stocked, qty, qty_short)
    select ${orderId}::int, s.line_id, t.id, s.part_id, s.per_unit, true, s.qty * s.per_unit,
      case when t.id = 1 then s.qty * s.per_unit else 0 end
    from stock s cross join unnest(${steps.map((step) => task[step])}::int[]) as t(id)
    union all
    select ${orderId}::int, c.line_id, 4, c.part_id, 1, false, c.qty, 0 from carried c
    order by 2, 3, 4
    returning id, part_id, task_id, stocked`.execute(tx);
  const pick = rows.filter((row) => row.task_id === task.pick);
  return {
    pickWork: pick.map((row) => row.id),
    partIds: [...new Set(rows.filter((row) => row.stocked).map((row) => row.part_id))],
  };
}

/** Work that was done on an order line. */
export interface Done {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

/**
 * Books done work, and with it the counters of the lines and the state of the orders, which all follow from work: carried lines
 * go with the last stock, Issued becomes In Progress with the first unit done, Fulfilled when nothing is open. Negative
 * quantities take it back. One statement: every step of every order runs it.
 * @param orderIds orders whose state is brought up to date beside those of `done`
 * @returns the orders that became fulfilled
 */
export async function bookWork(
  tx: Tx,
  step: Step,
  done: readonly Done[],
  orderIds: readonly number[] = [],
): Promise<number[]> {
  const counter = { pick: 'qty_picked', pack: 'qty_packed', ship: 'qty_shipped', pickup: 'qty_picked_up' }[step];
  const orders = [...new Set([...orderIds, ...done.map((d) => d.order_id)])];
  if (orders.length === 0) return [];
  const { issued, inProgress, fulfilled } = orderStatus;
  const reached = sql.raw(
    `(case when s.stock_done then ${fulfilled} when s.begun then ${inProgress} else ${issued} end)`,
  );
  const { rows } = await sql<{ id: number; fulfilled: boolean }>`
    with done as (
      select line_id, part_id, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d(line_id int, part_id int, qty numeric)
      group by line_id, part_id
    ), booked as (
      update work w set qty_done = w.qty_done + d.qty from done d
      where w.line_id = d.line_id and w.part_id = d.part_id and w.task_id = ${task[step]}
      returning w.id, w.order_id, w.line_id, w.task_id, w.per_unit, w.stocked, w.qty, w.qty_done
    ), now_work as (
      -- No join: it would lay each line beside each other line, and cost an order of 2,000 lines a second a step.
      select order_id, line_id, task_id, per_unit, stocked, qty, qty_done from booked
      union all
      select order_id, line_id, task_id, per_unit, stocked, qty, qty_done from work
      where order_id = any(${orders}::int[]) and id not in (select id from booked)
    ), state as (
      select given.id, bool_or(w.qty_done > 0 and w.stocked) as begun,
        bool_and(w.qty_done >= w.qty) filter (where w.stocked) is not false as stock_done
      from unnest(${orders}::int[]) as given(id) left join now_work w on w.order_id = given.id group by given.id
    ), counted as (
      -- A kit counts as many whole units as the scarcest of its components gives; all of them are the line, whole or not.
      select w.line_id, min(case when w.per_unit = 1 then w.qty_done when w.qty_done >= round(l.qty * w.per_unit, 6) then l.qty
        else trunc(w.qty_done / w.per_unit) end) as qty
      from now_work w join salesorderline l on l.id = w.line_id
      where w.task_id = ${task[step]} and w.line_id in (select line_id from done) group by w.line_id
    ), lines as (
      update salesorderline l set ${sql.ref(counter)} = c.qty, updated_at = now() from counted c where l.id = c.line_id
    ), carried as (
      update work w set qty_done = w.qty from state s
      where w.order_id = s.id and s.stock_done and not w.stocked and w.qty_done < w.qty
      returning w.line_id, w.qty
    ), carried_lines as (
      update salesorderline l set qty_picked_up = c.qty, updated_at = now() from carried c where l.id = c.line_id
    )
    update salesorder o set updated_at = now(), attention = null, status_id = ${reached}, fulfilled_at = case when s.stock_done then now() end
    from state s
    where o.id = s.id and o.status_id + 0 in (${issued}, ${inProgress}, ${fulfilled}) and (o.status_id <> ${reached} or o.attention is not null)
    returning o.id, s.stock_done as fulfilled`.execute(tx);
  return rows.filter((row) => row.fulfilled).map((row) => row.id);
}
