import { sql } from 'kysely';
import { lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders, lockStockOf } from '../../inventory/stock/locks.ts';
import { moveReserved, type ReservedMove } from '../../inventory/stock/move.ts';
import { movingLocationOf } from '../../inventory/stock/moving-location.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { NotNullRow } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { pickStates } from '../../platform/states/states.ts';
import { assertStart } from '../work/guards.ts';
import { type OpenLists, openElsewhere } from '../work/open-lists.ts';
import type { StepInput, StepTask } from '../work/step.ts';
import { exchangeExpired } from './exchange-expired.ts';
import { bookPicked, closePicks, type FinishedLine } from './finish-picks.ts';
import { shortageOf } from './shortage.ts';
import { nothingToPick, takePicklines } from './take.ts';

/** Performs the Pick task of orders in one transaction. See `pickLocked`. @returns id of the pick */
export const performPick = operation('task.pick', async (context, { orderIds, ...input }: StepTask) => {
  const orders = await lockOrders(context.tx, orderIds);
  assertStart(context, orders, 'pick');
  const picks = await pickLocked(context, orders, input);
  return Math.max(...picks.values());
});

/**
 * Picks locked orders of one site: continues open picks or makes a new one, commits all lines from where they are reserved, and
 * finishes. With `apart`, it leaves out orders that share an open pick, have short or expired stock, or have nothing left to pick.
 * @returns the pick of each order, the last one of several
 * @throws unless `apart`: stock.short naming every part that is short, unless `partial`; pick.state, pick.nothing-left
 */
export async function pickLocked(
  context: OperationContext,
  orders: readonly LockedOrder[],
  { lines = null, partial = false, apart = false }: StepInput,
): Promise<Map<number, number>> {
  const { tx } = context;
  const { site_id: siteId } = firstOf(orders);
  const ids = orders.map(({ id }) => id);
  const which = { orderIds: ids, lineIds: lineIdsOf(lines), apart };
  let open = await openPicks(tx, which);
  if (apart) open = open.filter(({ shared, short, expired }) => shared.length === 0 && !short && !expired);
  else {
    if (open.some(({ expired }) => expired)) {
      await exchangeExpired(context, siteId, ids);
      open = await openPicks(tx, which);
    }
    const shortage = !partial && open.some(({ short }) => short) ? await shortageOf(tx, ids, lines) : null;
    if (shortage) throw shortage;
  }
  const own = onceEach(open, 'own');
  const choice = { orderIds: open.map(({ order_id }) => order_id), lines, apart };
  const picks = await takePicklines(context, siteId, choice, own);
  if (picks.length === 0) {
    if (apart) return new Map();
    const elsewhere = { own, shared: onceEach(open, 'shared') };
    throw openElsewhere('pick', 'The rest to pick', elsewhere) ?? (await nothingToPick(context, orders, lines));
  }
  if (!apart) await lockStockOf(tx, siteId, ids);
  const pickIds = picks.map(({ id }) => id);
  await commitAndFinish(context, pickIds, orders);
  const ordersWith = (pick: number) => open.flatMap(({ own, order_id }) => (own.includes(pick) ? [order_id] : []));
  return new Map(
    picks.flatMap(({ id, orders: taken }) => (taken ?? ordersWith(id)).map((order) => [order, id] as const)),
  );
}

/** The open picks of an order, and what its stock lacks. */
interface OpenPicks extends OpenLists {
  readonly order_id: number;
  /** Whether stock is short for the order. */
  readonly short: boolean;
  /** Whether units that the order has reserved have expired. */
  readonly expired: boolean;
}

interface PicksOf {
  readonly orderIds: readonly number[];
  /** Only picks with one of these lines; null for all. */
  readonly lineIds?: readonly number[] | null;
  /** True if each order has picks of its own. A pick with another of the orders is shared then. */
  readonly apart: boolean;
}

/** Finds the open picks of each order, and whether its stock is short or expired. */
async function openPicks(tx: Tx, { orderIds, lineIds = null, apart }: PicksOf): Promise<OpenPicks[]> {
  const others = apart ? sql`array[o.id]` : sql`${orderIds}::bigint[]`;
  const isShared = sql`exists (select 1 from pickline l where l.pick_id = n.id and l.order_id <> all(${others}))`;
  const { rows } = await sql<OpenPicks>`
    -- Finds the open picks of each order, and whether it has short or expired stock.
    with open as (
      select distinct l.order_id, p.id from pickline l join pick p on p.id = l.pick_id
      where l.order_id = any(${orderIds}::bigint[]) and not l.finished and p.status_id = ${sql.lit(pickStates.id.Open)}
        and (${lineIds}::bigint[] is null or l.line_id = any(${lineIds}::bigint[]))
    )
    select o.id as order_id, array(select n.id from open n where n.order_id = o.id and not ${isShared} order by 1) as own,
      array(select n.id from open n where n.order_id = o.id and ${isShared} order by 1) as shared,
      exists (select 1 from work w where w.order_id = o.id and w.qty_short > 0) as short,
      exists (
        select 1 from reservation r join inventory i on i.id = r.inventory_id
        where r.order_id = o.id and r.closed_at is null and not ${sql.raw(isGood)}) as expired
    from unnest(${orderIds}::bigint[]) as o(id)`.execute(tx);
  return rows;
}

/** Returns the open picks of several orders, each once. */
const onceEach = (open: readonly OpenPicks[], kind: 'own' | 'shared'): number[] =>
  [...new Set(open.flatMap((ofOrder) => ofOrder[kind]))].sort((a, b) => a - b);

/** Commits every open line of picks from where it is reserved, and finishes the picks. The stock of their parts is locked. */
async function commitAndFinish(
  context: OperationContext,
  pickIds: readonly number[],
  orders: readonly LockedOrder[],
): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<FinishedLine & NotNullRow<'pickline', 'id' | 'location_id'> & { open: boolean }>`
    -- Commits the open lines of the picks, and closes the picks.
    with before as (
      select id, qty_committed = 0 as open from pickline where pick_id = any(${pickIds}::bigint[])
    ), closed as (${closePicks(pickIds)})
    update pickline p set qty_committed = case when b.open then p.qty else p.qty_committed end, finished = true, updated_at = this_second()
    from before b where p.id = b.id
    returning p.id, p.pick_id, order_id, line_id, part_id, location_id, qty_committed as qty, false as returned, b.open`.execute(
    tx,
  );
  const to_location_id = movingLocationOf(firstOf(orders));
  const moves = rows
    .filter(({ open }) => open)
    .map(({ id: pickline_id, line_id, part_id, location_id: from_location_id, qty }): ReservedMove => {
      return { line_id, part_id, from_location_id, to_location_id, qty, pickline_id };
    });
  await moveReserved(tx, actor, 'pick', moves);
  await bookPicked(context, pickIds, rows, orders);
}
