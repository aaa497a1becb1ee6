import { sql } from 'kysely';
import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates, shipStates } from '../../platform/states/states.ts';
import { onIncompleteKits } from '../work/kits/whole-kits.ts';
import { onOpenLists, scopeName } from '../work/open-lists.ts';
import { onOpenPicks } from '../work/open-picks.ts';
import { forgotten } from '../work/put-back/note.ts';
import { makeRecords, ownerOf } from '../work/records-apart.ts';
import { entangledOrders } from './sharing.ts';

/**
 * Returns the problem that nothing is ready to ship. It names the open picks of the orders.
 * @param openShipIds open ships with the ready cartons
 */
export async function nothingToShip(
  tx: Tx,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
  openShipIds: readonly number[] = [],
): Promise<Problem> {
  const where = onOpenLists('ship', openShipIds, ': packs must be finished first');
  const nothing = `Nothing is ready to ship of ${scopeName(orders, lines)}${where}`;
  const orderIds = orders.map((order) => order.id);
  return problem(
    'ship.nothing-left',
    nothing + (await onOpenPicks(tx, orderIds)) + (await onIncompleteKits(tx, orderIds)),
  );
}

/** A new ship with its orders. */
export interface TakenShip extends Row<'ship', 'id'> {
  orders: number[];
}

/**
 * Makes a ship of closed cartons, and of picked units of orders without a pack step, or one for each order.
 * @param lines only cartons and orders with units of these lines; null for all
 * @param apart true for a ship of its own for each order; none for orders on an open ship, or with a carton that holds units of two orders
 * @returns the ships; none where nothing is ready
 */
export async function takeReady(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null,
  apart = false,
): Promise<TakenShip[]> {
  const { tx, actor } = context;
  const lineIds = lineIdsOf(lines);
  const packed = orders.filter((order) => order.required.includes('pack')).map((order) => order.id);
  const unpacked = orders.filter((order) => !order.required.includes('pack')).map((order) => order.id);
  const unlessEntangled = (column: string) =>
    apart ? sql`and ${sql.ref(column)} not in (select order_id from entangled)` : sql``;
  const { rows } = await sql<TakenShip>`
    -- Creates a ship, or one for each order, with the closed cartons of packed orders, and with the unpacked orders themselves.
    with ${apart ? sql`entangled as materialized (${entangledOrders(orders.map(({ id }) => id))}), ` : sql``}ready as (
      select distinct c.id as carton_id, null::bigint as order_id, ${ownerOf(apart, 'r.order_id')} as owner
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${packed}::bigint[]) and r.closed_at is null and c.status_id = ${sql.lit(cartonStates.id.Closed)}
        and (${lineIds}::bigint[] is null or r.line_id = any(${lineIds}::bigint[]))
        and not exists (select 1 from shipline s where s.carton_id = c.id) ${unlessEntangled('r.order_id')}
      union all
      select null, p.order_id, ${ownerOf(apart, 'p.order_id')} from work p join work s on s.line_id = p.line_id and s.part_id = p.part_id and s.task_id = ${sql.lit(task.ship)}
      where p.order_id = any(${unpacked}::bigint[]) and p.task_id = ${sql.lit(task.pick)}
        and (${lineIds}::bigint[] is null or p.line_id = any(${lineIds}::bigint[]))
        and not exists (select 1 from shipline l join ship on ship.id = l.ship_id where l.order_id = p.order_id and ship.status_id = ${sql.lit(shipStates.id.Open)}) ${unlessEntangled('p.order_id')}
      group by p.order_id having sum(p.qty_done) > sum(s.qty_done) and sum(qty_ready(p)) > sum(s.qty_done)
    ), ${makeRecords('ship', sql`ready`, sql`site_id, created_by`, sql`${siteId}::bigint, ${actor.userId}::bigint`)}, new_line as (
      insert into shipline (ship_id, carton_id, order_id)
      select n.id, carton_id, order_id from made n join ready using (owner) order by carton_id, order_id
    ), forgotten as (${forgotten([...packed, ...unpacked])} and exists (select from made))
    select id, case when ${apart} then array[owner] else ${orders.map((order) => order.id)}::bigint[] end as orders
    from made order by id`.execute(tx);
  await recordEvent(context, ...rows.map((ship) => ({ event: 'ship.created', ...ship }) as const));
  return rows;
}
