import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';
import { shipStates } from '../../platform/states/states.ts';
import { type CanceledWork, canceledRows, type PickedWork } from '../work/canceled-work.ts';
import type { CanceledOfLine } from './cancel-unpicked.ts';

/** Returns the units to cancel that are picked, once `unpicked` are canceled. Packs give up only what picks alone do not have. */
export async function pickedToCancel(
  tx: Tx,
  order: LockedOrder,
  work: readonly CanceledWork[],
  unpicked: readonly CanceledOfLine[],
): Promise<PickedWork[]> {
  const { rows } = await sql<PickedWork>`
    -- Computes the units left to cancel, and the picked units that later steps have.
    with ${canceledRows(work)}, before as (
      select work_id, sum(share) as qty from jsonb_to_recordset(${JSON.stringify(unpicked)}::jsonb) as d(work_id bigint, share numeric)
      group by work_id
    ), used as materialized (
      -- Without this, PostgreSQL may compute it again for each line.
      select line_id, part_id, max(qty) as qty from (
        select w.line_id, w.part_id, w.qty_done as qty from canceled c join work w on w.line_id = c.line_id and w.part_id = c.part_id
        where w.task_id > ${sql.lit(task.pick)}
        union all
        select k.line_id, k.part_id, sum(k.qty) from canceled c join packline k on k.line_id = c.line_id and k.part_id = c.part_id
        group by k.line_id, k.part_id
      ) later group by line_id, part_id
    ), picked as materialized (
      select work_id, sum(qty_committed) as qty, coalesce(sum(qty_committed) filter (where finished), 0) as finished
      from pickline where work_id in (select work_id from canceled) group by work_id
    ), shipping as (
      -- A ship of an order without a pack step has all of its picked units.
      select from shipline l join ship s on s.id = l.ship_id
      where l.order_id = ${order.id} and l.carton_id is null and s.status_id = ${sql.lit(shipStates.id.Open)}
    )
    select c.work_id, w.order_id, c.line_id, c.part_id, w.stocked, n.qty, p.number as part, n.packed, i.finished - coalesce(u.qty, 0) + n.packed as unused
    from canceled c join work w on w.id = c.work_id and w.stocked join part p on p.id = c.part_id
    join picked i on i.work_id = c.work_id
    left join before b on b.work_id = c.work_id
    left join used u on u.line_id = c.line_id and u.part_id = c.part_id
    cross join lateral (
      select c.qty - coalesce(b.qty, 0) as qty, greatest(c.qty - coalesce(b.qty, 0)
        - case when exists (select from shipping) then 0 else i.qty - coalesce(u.qty, 0) end, 0) as packed) n
    where n.qty > 0 order by c.line_id, c.part_id`.execute(tx);
  return rows;
}
