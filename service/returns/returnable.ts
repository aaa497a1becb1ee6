import { sql } from 'kysely';
import { trim } from '../inventory/stock/quantity.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { task } from '../platform/states/kinds.ts';
import { returnOrderStates } from '../platform/states/states.ts';

const { Requested, Closed, Refused, Canceled } = returnOrderStates.id;

/**
 * Refuses lines of returns that together are more than left with the order. A return claims the requested units, then the authorised
 * ones, and at its end those that arrived. Units that were sent back may return once more. The order is locked.
 * @throws returnorder.excess
 */
export async function assertReturnable(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<
    Row<'returnorderline', 'line_id'> & { part: Column<'part', 'number'>; departed: string; claimed: string }
  >`
    -- Finds a part of an order line with larger claims of returns than units that left.
    with claim as (
      select l.line_id, l.part_id, greatest(coalesce(u.qty, 0),
        case r.status_id when ${sql.lit(Closed)} then 0 when ${sql.lit(Requested)} then l.qty_requested else l.qty_authorised end)
        - coalesce(u.sent_back, 0) as qty
      from returnorder r join returnorderline l on l.returnorder_id = r.id
      left join (select returnorderline_id, sum(qty) as qty, sum(qty_sent_back) as sent_back from returnorderunit
        where returnorder_id in (select id from returnorder where salesorder_id = ${orderId}) group by 1) u on u.returnorderline_id = l.id
      where r.salesorder_id = ${orderId} and r.status_id not in (${sql.lit(Refused)}, ${sql.lit(Canceled)})
    )
    select c.line_id, p.number as part, coalesce(w.qty_done, 0) as departed, sum(c.qty) as claimed
    from claim c join part p on p.id = c.part_id
    left join work w on w.line_id = c.line_id and w.part_id = c.part_id and w.task_id = ${sql.lit(task.pickup)} and w.stocked
    group by c.line_id, p.number, w.qty_done having sum(c.qty) > coalesce(w.qty_done, 0) order by c.line_id limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return;
  const { line_id, part, departed, claimed } = first;
  throw problem(
    'returnorder.excess',
    `${trim(departed)} of part ${part} left with line ${line_id}, and its returns would have ${trim(claimed)}. GET /returnorder?salesorder_id=${orderId} lists them.`,
    {
      line_id,
      next: [
        {
          method: 'GET',
          path: `/returnorder?salesorder_id=${orderId}&embed=lines`,
          body: null,
          why: 'Lists the returns of the order',
        },
      ],
    },
  );
}
