import { sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import { assertWholeWork } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { inRange, storedDigits } from '../../platform/database/overflow.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { carriedLines, partType, task } from '../../platform/states/kinds.ts';

/**
 * Parts of the lines of an order with those in its kits, kits and aliases included. Each operation takes seconds for so many. Kits
 * of ten kits of ten kits, and so on, would otherwise be a billion parts in one line.
 */
export const mostHandled = 10_000;

interface WorkRow extends Row<'work', 'id' | 'order_id' | 'line_id' | 'part_id' | 'task_id' | 'stocked' | 'qty'> {
  /** Parts of all orders with those in their kits, up to one more than the limit. */
  handled: number;
}

/** An order whose work is to be made. */
export interface OrderToWork {
  readonly id: number;
  readonly number: string;
  /** The steps that its plan requires. */
  readonly steps: readonly Step[];
}

/** Work of the step pick. */
export interface PickWork {
  readonly id: number;
  readonly order_id: number;
  readonly qty: string;
}

/**
 * Makes the work of orders of one site: one row for each line, required task and part that is handled. An alias is handled as its
 * parent, in as many units as it stands for. A kit is handled as its components, and kits inside kits likewise. Lines without stock
 * get work for the pickup alone.
 * @param lineIds only lines of these that have no work yet; null for all lines
 * @returns the pick work, in the sequence of the orders; and the parts
 * @throws order.part-of-unit where the work needs part of a unit which cannot be divided; order.too-large
 */
export async function makeWork(
  tx: Tx,
  siteId: number,
  orders: readonly OrderToWork[],
  lineIds: readonly number[] | null = null,
): Promise<{ pickWork: PickWork[]; partIds: number[] }> {
  const required = orders.flatMap(({ id, steps }, position) =>
    steps.map((step) => ({ order_id: id, position, task_id: task[step] })),
  );
  const numbers = orders.map(({ number }) => number).join(', ');
  const insertion = sql<WorkRow>`
    -- Inserts the work of orders: their lines with aliases and kits resolved, for each step of their plans.
    with recursive step as (
      select * from jsonb_to_recordset(${JSON.stringify(required)}::jsonb) as s(order_id bigint, position int, task_id bigint)
    ), handled as (
      select l.salesorder_id as order_id, l.id as line_id, p.id as part_id, p.parttype_id, p.parent_part_id, p.parent_qty, 1::numeric as per_unit,
        l.qty - l.qty_canceled as qty, 1 as depth
      from salesorderline l join part p on p.id = l.part_id
      where l.salesorder_id = any(${orders.map(({ id }) => id)}::bigint[]) and l.linetype_id in (${carriedLines}) and l.qty > l.qty_canceled
        ${lineIds === null ? sql`` : sql`and l.id = any(${lineIds}::bigint[]) and not exists (select from work w where w.line_id = l.id)`}
      union all
      select h.order_id, h.line_id, p.id, p.parttype_id, p.parent_part_id, p.parent_qty, h.per_unit * inside.qty, h.qty, h.depth + 1
      from handled h
      cross join lateral (
        select h.parent_part_id as part_id, h.parent_qty as qty where h.parttype_id = ${sql.lit(partType.alias)}
        union all
        select bl.part_id, bl.qty from billofmaterial b join billofmaterialline bl on bl.billofmaterial_id = b.id
        where h.parttype_id = ${sql.lit(partType.kit)} and b.part_id = h.part_id
      ) inside
      join part p on p.id = inside.part_id
      where h.depth < 10
    ), bounded as materialized (
      -- PostgreSQL resolves no more kits than this reads.
      select * from handled limit ${mostHandled + 1}
    ), stock as (
      select order_id, line_id, part_id, sum(per_unit) as per_unit, max(qty) as qty
      from bounded where parttype_id = ${sql.lit(partType.inventory)} group by order_id, line_id, part_id
    ), unstocked as (
      select order_id, line_id, part_id, qty from bounded
      where depth = 1 and parttype_id <> ${sql.lit(partType.inventory)} and line_id not in (select line_id from stock)
    )
    insert into work (order_id, line_id, task_id, part_id, site_id, per_unit, stocked, qty, qty_short)
    select order_id, line_id, task_id, part_id, ${siteId}::bigint, per_unit, stocked, qty, qty_short
    from (
      select t.position, s.order_id, s.line_id, t.task_id, s.part_id, s.per_unit, true as stocked, s.qty * s.per_unit as qty,
        case when t.task_id = ${sql.lit(task.pick)} then s.qty * s.per_unit else 0 end as qty_short
      from stock s join step t using (order_id)
      union all
      select t.position, u.order_id, u.line_id, t.task_id, u.part_id, 1, false, u.qty, 0
      from unstocked u join step t using (order_id) where t.task_id = ${sql.lit(task.pickup)}
    ) w
    order by position, line_id, task_id, part_id
    returning id, order_id, line_id, part_id, task_id, stocked, qty, (select count(*) from bounded)::int as handled`;
  const { rows } = await inRange(insertion.execute(tx), () =>
    problem(
      'order.too-large',
      `A line of order ${numbers} needs too many units: its qty times the units in its kits and aliases has more than ${storedDigits} digits before the point. Divide it into several orders.`,
    ),
  );
  if ((rows[0]?.handled ?? 0) > mostHandled) {
    throw problem(
      'order.too-large',
      `Order ${numbers} has more than ${mostHandled} parts, with those in its kits. Divide it into several orders.`,
    );
  }
  await assertWholeWork(
    tx,
    rows.filter((row) => row.stocked),
  );
  return {
    pickWork: rows.filter((row) => row.task_id === task.pick),
    partIds: [...new Set(rows.filter((row) => row.stocked).map((row) => row.part_id))],
  };
}
