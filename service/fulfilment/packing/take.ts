import { sql } from 'kysely';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockStock } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import type { TaskDetails } from '../work/carton-details.ts';
import { onOpenLists, scopeName } from '../work/open-lists.ts';
import { onOpenPicks } from '../work/open-picks.ts';
import { fillCartons, oneCarton, placeOf } from './fill-cartons.ts';
import type { LooseUnits } from './pack-contents.ts';

export interface PackChoice {
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Whether all units go into one carton at once. Without it, the plans of the orders decide. */
  startInCarton?: boolean | undefined;
  /** Set on the cartons of the pack, when it is packed and finished in one transaction. */
  details?: TaskDetails | undefined;
}

/**
 * Returns the problem that nothing is left to pack. It names the open picks of the orders.
 * @param openPackIds open packs that hold the picked units
 */
export async function nothingToPack(
  tx: Tx,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
  openPackIds: readonly number[] = [],
): Promise<Problem> {
  const nothing = `No picked units are left to pack of ${scopeName(orders, lines)}${onOpenLists('pack', openPackIds)}`;
  const orderIds = orders.map((order) => order.id);
  return problem('pack.nothing-left', nothing + (await onOpenPicks(tx, orderIds)));
}

/**
 * Makes a pack of the picked units that are on no pack, and fills its one carton where it starts in one.
 * @returns its id and its loose units; null where no such units are left
 */
export async function takePicked(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  { lines = null, startInCarton }: PackChoice,
): Promise<{ packId: number; loose: LooseUnits[] } | null> {
  const { tx, actor } = context;
  const orderIds = orders.map((order) => order.id);
  const inOne = startInCarton ?? orders.every((order) => order.start_in_carton);
  const { rows } = await sql<LooseUnits & { id: number }>`
    -- Makes the pack and its lines, and returns the lines.
    with picked as (
      select k.id as work_id, k.order_id, k.line_id, k.part_id,
        least(p.qty_done - coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0), d.qty * k.per_unit) as qty
      from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = ${sql.lit(task.pick)}
      left join (${detailRows(lines)}) d on d.line_id = k.line_id
      where k.order_id = any(${orderIds}::bigint[]) and k.task_id = ${sql.lit(task.pack)} and (${lines === null} or d.line_id is not null)
    ), new_pack as (
      insert into pack (site_id, start_in_carton, created_by)
      select ${siteId}::bigint, ${inOne}::boolean, ${actor.userId}::bigint where exists (select 1 from picked where qty > 0)
      returning id
    ), new_line as (
      insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
      select n.id, p.work_id, p.order_id, p.line_id, p.part_id, p.qty from new_pack n, picked p where p.qty > 0
      order by p.work_id
      returning pack_id, order_id, line_id, part_id, qty
    )
    select l.pack_id as id, l.*, p.number as part from new_line l join part p on p.id = l.part_id order by l.line_id, l.part_id`.execute(
    tx,
  );
  const packId = rows[0]?.id;
  if (packId === undefined) return null;
  await recordEvent(context, {
    event: 'pack.created',
    id: packId,
    orders: [...new Set(rows.map((row) => row.order_id))],
  });
  if (inOne) {
    const partIds = rows.map((row) => row.part_id);
    await lockStock(tx, siteId, partIds);
    await fillCartons(context, placeOf(packId, orders), [oneCarton(rows, null)]);
  }
  return { packId, loose: inOne ? [] : rows };
}
