import { sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { orderStateIsWritten } from '../../inventory/stock/order-state.ts';
import { type CommitHooks, commitHooks } from '../../platform/database/commit-hooks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';
import { unitsOfLine } from './kits/units-of-line.ts';

const counters = { pick: 'qty_picked', pack: 'qty_packed', ship: 'qty_shipped', pickup: 'qty_picked_up' } as const;

const counted = Object.entries(counters) as [Step, string][];
/** SQL: the counters of a line, from all of its work. */
const countedUnits = sql.raw(counted.map(([step, counter]) => `${unitsOfLine(step)} as ${counter}`).join(', '));
const setCounters = sql.raw(counted.map(([, counter]) => `${counter} = c.${counter}`).join(', '));

/** A quantity that a step has done. */
interface DoneQuantity extends LineQuantity {
  readonly task_id: number;
}

/** The quantities that the next booking of their transaction writes, too. */
const later = new WeakMap<CommitHooks, DoneQuantity[]>();

/**
 * Books quantities as `bookWork` does, together with the next step of the transaction, or at its end: steps that follow each other write
 * their lines and their order once. The transaction must not read this work.
 */
export function bookLater(tx: Tx, step: Step, quantities: readonly LineQuantity[]): void {
  const hooks = commitHooks(tx);
  const noted = later.get(hooks);
  if (!noted) {
    // Before the state of the orders is written, which follows from their work.
    hooks.before.unshift(async () => {
      await book(tx, [], []);
    });
  }
  later.set(hooks, [...(noted ?? []), ...doneBy(step, quantities)]);
}

const doneBy = (step: Step, quantities: readonly LineQuantity[]): DoneQuantity[] =>
  quantities.map((line) => ({ ...line, task_id: task[step] }));

/**
 * Books quantities as done work, and updates the counters of the lines and the state of the orders. An
 * order is in progress from the first unit on, and fulfilled when no work is open. Lines without stock are done with the last
 * line that has stock. Negative quantities undo work.
 * @param orderIds orders whose state is updated too, besides those of `quantities`
 * @returns the orders that became fulfilled
 */
export function bookWork(
  tx: Tx,
  step: Step,
  quantities: readonly LineQuantity[],
  orderIds: readonly number[] = [],
): Promise<number[]> {
  return book(tx, doneBy(step, quantities), orderIds);
}

/**
 * Eight CTEs in one statement, because each order runs it several times. With work, counters and state in one statement, and locks
 * and stock in one, an order needs 65 statements instead of 82, and 22 ms of the service instead of 31 (docs/measurements.md).
 */
async function book(tx: Tx, done: readonly DoneQuantity[], orderIds: readonly number[]): Promise<number[]> {
  const hooks = commitHooks(tx);
  const quantities = [...(later.get(hooks) ?? []), ...done];
  later.delete(hooks);
  const orders = [...new Set([...orderIds, ...quantities.map((line) => line.order_id)])];
  if (orders.length === 0) return [];
  const { Issued: issued, 'In Progress': inProgress, Fulfilled: fulfilled } = orderStates.id;
  const newState = sql.raw(
    `(case when s.stock_done then ${fulfilled} when s.started then ${inProgress} else ${issued} end)`,
  );
  const { rows } = await sql<Row<'salesorder', 'id'> & { fulfilled: boolean }>`
    -- Counts finished quantities as done work, and moves the orders to their new states.
    with line_qty as (
      select line_id, task_id, part_id, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(quantities)}::jsonb) as d(line_id bigint, task_id bigint, part_id bigint, qty numeric)
      group by line_id, task_id, part_id
    ), booked as (
      update work w set qty_done = w.qty_done + d.qty from line_qty d
      where w.line_id = d.line_id and w.part_id = d.part_id and w.task_id = d.task_id
      returning w.id, w.order_id, w.line_id, w.task_id, w.per_unit, w.stocked, w.qty, w.qty_done
    ), all_work as (
      -- A join would compare each line with each other line: a second for each step of an order of 2,000 lines.
      select order_id, line_id, task_id, per_unit, stocked, qty, qty_done from booked
      union all
      select order_id, line_id, task_id, per_unit, stocked, qty, qty_done from work
      where order_id = any(${orders}::bigint[]) and id not in (select id from booked)
    ), state as (
      -- A row for each order, although it may have no work. A join would compare each order with the work of all.
      select order_id as id, bool_or(qty_done > 0 and stocked) as started, bool_and(qty_done >= qty) filter (where stocked) is not false as stock_done
      from (
        select order_id, stocked, qty, qty_done from all_work
        union all
        select id, false, 0, 0 from unnest(${orders}::bigint[]) as o(id)) w
      group by order_id
    ), counted as (
      select l.id as line_id, ${countedUnits}
      from all_work w join salesorderline l on l.id = w.line_id join part p on p.id = l.part_id join salesorder o on o.id = w.order_id
      -- As a condition and not as a join, for the same reason.
      where (w.line_id in (select line_id from line_qty)) is true group by l.id, p.id, o.id
    ), lines as (
      update salesorderline l set ${setCounters}, updated_at = this_second() from counted c where l.id = c.line_id
    ), unstocked as (
      update work w set qty_done = w.qty from state s
      where w.order_id = s.id and s.stock_done and not w.stocked and w.qty_done < w.qty
      returning w.line_id, w.qty
    ), unstocked_lines as (
      update salesorderline l set qty_picked_up = u.qty, updated_at = this_second() from unstocked u where l.id = u.line_id
    )
    -- The attention about a missing workflow stays while the order is open. The state of a fulfilled one is known: without it, the commit would
    -- write the order, with all of its indexes, once more.
    update salesorder o set updated_at = this_second(), status_id = ${newState},
      attention = case when not s.stock_done and o.attention ->> 'code' like 'engine.%' then o.attention end, fulfilled_at = case when s.stock_done then this_second() end,
      state = case when s.stock_done then 'done' else o.state end, step = case when not s.stock_done then o.step end,
      reason = case when not s.stock_done then o.reason end, since = case when s.stock_done and o.state <> 'done' then this_second() else o.since end,
      to_pack = o.to_pack and not s.stock_done, to_ship = o.to_ship and not s.stock_done
    from state s
    where o.id = s.id and o.status_id + 0 in (${issued}, ${inProgress}, ${fulfilled}) and (o.status_id <> ${newState} or o.attention is not null)
    returning o.id, s.stock_done as fulfilled`.execute(tx);
  const ended = rows.filter((row) => row.fulfilled).map((row) => row.id);
  orderStateIsWritten(tx, ended);
  return ended;
}
