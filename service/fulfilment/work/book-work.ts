import { sql } from 'kysely';
import type { Step } from '../../../planning/plan.ts';
import { orderStates } from '../../orders/states.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

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
  const { Issued: issued, 'In Progress': inProgress, Fulfilled: fulfilled } = orderStates.id;
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
