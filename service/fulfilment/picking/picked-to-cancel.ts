import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { shipStates } from '../../platform/states/states.ts';
import { type CanceledWork, canceledRows } from '../work/canceled-work.ts';
import { undoCalls, undoOf, undoWords } from '../work/undo.ts';
import type { CanceledOfLine } from './cancel-unpicked.ts';

/** Units to cancel that are picked. */
export interface PickedWork extends CanceledWork {
  /** The units of finished picks that no later step has. */
  readonly unused: string;
  /** The units of all picks that no later step has. */
  readonly free: string;
  readonly part: Column<'part', 'number'>;
}

/**
 * Returns the units to cancel that are picked, once `unpicked` are canceled.
 * @throws order.state where later steps have them
 */
export async function pickedToCancel(
  tx: Tx,
  order: LockedOrder,
  work: readonly CanceledWork[],
  unpicked: readonly CanceledOfLine[],
): Promise<PickedWork[]> {
  const { rows } = await sql<PickedWork>`
    -- Computes what is left to cancel, and the picked units that no later step has.
    with ${canceledRows(work)}, before as (
      select work_id, sum(share) as qty from jsonb_to_recordset(${JSON.stringify(unpicked)}::jsonb) as d(work_id bigint, share numeric)
      group by work_id
    ), used as (
      select line_id, part_id, max(qty) as qty from (
        select w.line_id, w.part_id, w.qty_done as qty from canceled c join work w on w.line_id = c.line_id and w.part_id = c.part_id
        where w.task_id > ${sql.lit(task.pick)}
        union all
        select k.line_id, k.part_id, sum(k.qty) from canceled c join packline k on k.line_id = c.line_id and k.part_id = c.part_id
        group by k.line_id, k.part_id
      ) later group by line_id, part_id
    ), picked as (
      select work_id, sum(qty_committed) as qty, coalesce(sum(qty_committed) filter (where finished), 0) as finished
      from pickline where work_id in (select work_id from canceled) group by work_id
    ), shipping as (
      -- A ship of an order without a pack step has all of its picked units.
      select from shipline l join ship s on s.id = l.ship_id
      where l.order_id = ${order.id} and l.carton_id is null and s.status_id = ${sql.lit(shipStates.id.Open)}
    )
    select c.work_id, w.order_id, c.line_id, c.part_id, w.stocked, c.qty - coalesce(b.qty, 0) as qty, p.number as part,
      case when exists (select from shipping) then 0 else coalesce(i.finished, 0) - coalesce(u.qty, 0) end as unused,
      case when exists (select from shipping) then 0 else coalesce(i.qty, 0) - coalesce(u.qty, 0) end as free
    from canceled c join work w on w.id = c.work_id and w.stocked join part p on p.id = c.part_id
    left join before b on b.work_id = c.work_id
    left join used u on u.line_id = c.line_id and u.part_id = c.part_id
    left join picked i on i.work_id = c.work_id
    where c.qty > coalesce(b.qty, 0) order by c.line_id, c.part_id`.execute(tx);
  const used = rows.find(({ qty, free }) => Number(qty) > Number(free));
  if (used) throw await usedByLaterStep(tx, order, used);
  return rows;
}

/** Returns the refusal of units that are packed or shipped, with the deletions that make it possible. */
async function usedByLaterStep(
  tx: Tx,
  { id, number }: LockedOrder,
  { line_id, part_id, part, qty, free }: PickedWork,
): Promise<Problem> {
  const { rows } = await sql<{ kind: 'pack' | 'ship'; id: number }>`
    -- Finds the packs of the line, or the ships of its order without a pack.
    select 'pack' as kind, pack_id as id from packline where line_id = ${line_id} and part_id = ${part_id} group by pack_id
    union
    select 'ship', l.ship_id from shipline l where l.order_id = ${id} and l.pickup_id is null and l.carton_id is null
    order by 1, 2 desc`.execute(tx);
  const undo: Awaited<ReturnType<typeof undoOf>> = [];
  for (const record of rows) undo.push(...((await undoOf(tx, [record])) ?? []));
  const why = `Of line ${line_id} of order ${number}, ${trim(qty)} of part ${part} are to be canceled that are picked, and ${trim(free)} of them are neither packed nor shipped.`;
  return problem('order.state', undo.length > 0 ? `${why} ${undoWords(undo)}, and cancel them then.` : why, {
    order_id: id,
    next: undoCalls(undo),
  });
}
