import { sql } from 'kysely';
import { grouped } from '../../../lib/grouped.ts';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockStock } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { onIncompleteKits } from '../work/kits/whole-kits.ts';
import { onOpenLists, scopeName } from '../work/open-lists.ts';
import { onOpenPicks } from '../work/open-picks.ts';
import { forgotten } from '../work/put-back/note.ts';
import { makeRecords, ownerOf } from '../work/records-apart.ts';
import type { StepInput } from '../work/step.ts';
import { type CartonFilling, fillCartons, oneCartonEach, placeOf } from './fill-cartons.ts';
import { type LooseUnits, ordersWithOpenPack } from './pack-contents.ts';

export interface PackChoice extends Pick<StepInput, 'lines' | 'apart'> {
  /** Whether all units go into one carton at once. Without it, the plans of the orders decide. */
  readonly startInCarton?: boolean | undefined;
}

/** A new pack, and its units that are in no carton. */
export interface TakenPack {
  packId: number;
  orderIds: number[];
  loose: LooseUnits[];
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
  return problem(
    'pack.nothing-left',
    nothing + (await onOpenPicks(tx, orderIds)) + (await onIncompleteKits(tx, orderIds)),
  );
}

/**
 * Makes a pack of the picked units that are on no pack, or one for each order, and fills the carton of a pack that starts in one. Each parcel has a carton of its own.
 * @returns the packs; none where no such units are left
 */
export async function takePicked(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  { lines = null, startInCarton, apart = false }: PackChoice,
): Promise<TakenPack[]> {
  const { tx, actor } = context;
  const orderIds = orders.map((order) => order.id);
  const together = startInCarton ?? orders.every((order) => order.start_in_carton);
  const starting = orders.flatMap((order) => ((startInCarton ?? order.start_in_carton) ? [order.id] : []));
  const startsInOne = apart ? sql`owner = any(${starting}::bigint[])` : sql`${together}::boolean`;
  const { rows } = await sql<LooseUnits & { in_one: boolean }>`
    -- Makes the packs and their lines, and returns the lines.
    with picked as materialized (
      select k.id as work_id, k.order_id, k.line_id, k.part_id, ${ownerOf(apart, 'k.order_id')} as owner,
        least(qty_ready(p) - coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0), d.qty * k.per_unit) as qty
      from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = ${sql.lit(task.pick)}
      left join (${detailRows(lines)}) d on d.line_id = k.line_id
      where k.order_id = any(${orderIds}::bigint[]) and k.task_id = ${sql.lit(task.pack)} and (${lines === null} or d.line_id is not null)
        ${apart ? sql`and k.order_id not in (${ordersWithOpenPack(orderIds)})` : sql``}
    ), ready as (
      select * from picked where qty > 0
    ), ${makeRecords('pack', sql`ready`, sql`site_id, start_in_carton, created_by`, sql`${siteId}::bigint, ${startsInOne}, ${actor.userId}::bigint`)}, new_line as (
      insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
      select n.id, p.work_id, p.order_id, p.line_id, p.part_id, p.qty from made n join ready p using (owner)
      order by p.work_id
      returning pack_id, order_id, line_id, part_id, qty
    ), forgotten as (${forgotten(orderIds)} and exists (select from made))
    select l.*, p.number as part, ${apart ? sql`l.order_id = any(${starting}::bigint[])` : sql`${together}::boolean`} as in_one
    from new_line l join part p on p.id = l.part_id order by l.pack_id, l.line_id, l.part_id`.execute(tx);
  const packs = [...grouped(rows, ({ pack_id }) => pack_id)].map(([packId, own]) => {
    return { packId, orderIds: [...new Set(own.map((row) => row.order_id))], own, inOne: firstOf(own).in_one };
  });
  await recordEvent(
    context,
    ...packs.map(({ packId, orderIds }) => ({ event: 'pack.created', id: packId, orders: orderIds }) as const),
  );
  const started = packs.filter((pack) => pack.inOne);
  if (started.length > 0) {
    const partIds = started.flatMap(({ own }) => own.map((row) => row.part_id));
    await lockStock(tx, siteId, partIds);
    const cartons: CartonFilling[] = [];
    for (const { own } of started) cartons.push(...(await oneCartonEach(tx, own)));
    await fillCartons(context, placeOf(orders), cartons);
  }
  return packs.map(({ packId, orderIds, own, inOne }) => ({ packId, orderIds, loose: inOne ? [] : own }));
}
