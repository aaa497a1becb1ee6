import { sql } from 'kysely';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockStock } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { inWords, onOpenLists } from '../work/open-lists.ts';
import type { TaskDetails } from './carton-details.ts';
import { fillCartons, oneCarton, placeOf } from './fill-cartons.ts';
import type { Loose } from './loose.ts';

export interface PackChoice {
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Everything into one carton at once; as the orders' plans say unless given. */
  startInCarton?: boolean | undefined;
  /** Set on the cartons of packs that are done at once. */
  details?: TaskDetails | undefined;
}

/** @param begun packs that somebody has begun with what is picked */
export const nothingToPack = (
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
  begun: readonly number[] = [],
) =>
  problem(
    'pack.nothing-left',
    `Nothing that is picked is left to pack of ${inWords(orders, lines)}${onOpenLists('pack', begun)}`,
  );

/** Makes a pack of what is picked and on no pack yet; null where nothing is. With `loose`: what is in no carton yet. */
export async function takePicked(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  { lines = null, startInCarton }: PackChoice,
): Promise<{ packId: number; loose: Loose[] } | null> {
  const { tx, actor } = context;
  const orderIds = orders.map((order) => order.id);
  const inOne = startInCarton ?? orders.every((order) => order.start_in_carton);
  const { rows } = await sql<Loose & { id: number }>`
    with detail as (${detailRows(lines)}
    ), picked as (
      select k.id as work_id, k.order_id, k.line_id, k.part_id,
        least(p.qty_done - coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0), d.qty * k.per_unit) as qty
      from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = ${sql.lit(task.pick)}
      left join detail d on d.line_id = k.line_id
      where k.order_id = any(${orderIds}::int[]) and k.task_id = ${sql.lit(task.pack)} and (${lines === null} or d.line_id is not null)
    ), made as (
      insert into pack (site_id, start_in_carton, created_by)
      select ${siteId}::int, ${inOne}::boolean, ${actor.userId}::int where exists (select 1 from picked where qty > 0)
      returning id
    ), taken as (
      insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
      select made.id, p.work_id, p.order_id, p.line_id, p.part_id, p.qty from made, picked p where p.qty > 0
      order by p.work_id
      returning pack_id, order_id, line_id, part_id, qty
    )
    select t.pack_id as id, t.*, p.number as part from taken t join part p on p.id = t.part_id order by t.line_id, t.part_id`.execute(
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
    await lockStock(
      tx,
      siteId,
      rows.map((row) => row.part_id),
    );
    await fillCartons(context, placeOf(packId, orders), [oneCarton(rows, null)]);
  }
  return { packId, loose: inOne ? [] : rows };
}
