import { type RawBuilder, sql } from 'kysely';
import { type LockedOrder, lockOrders } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { shipStates } from '../../platform/states/states.ts';
import type { OpenLists } from '../work/open-lists.ts';

/**
 * Locks orders, and the orders that share cartons with them: a carton is shipped as a whole.
 * @param lineIds null, or the lines whose open ships to return
 * @returns the orders without those that share cartons, and their open ships
 */
export async function lockWithSharing(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<{ orders: LockedOrder[]; open: OpenShips }> {
  const locked = await lockOrders(
    tx,
    orderIds,
    sql`
        -- Finds the orders with units in the same cartons.
        select r.order_id from (
        select distinct c.location_id
        from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = any(${orderIds}::bigint[]) and r.closed_at is null) c
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id`,
  );
  const open = await openShips(tx, orderIds, lineIds);
  // Orders that got a carton in common while this transaction waited for the locks.
  const late = open.sharing.filter((id) => !locked.some((order) => order.id === id));
  if (late.length > 0) await lockOrders(tx, late);
  return { orders: locked.filter((order) => orderIds.includes(order.id)), open };
}

/** SQL: those of the orders that are on an open ship, or share a carton with another order. */
export const entangledOrders = (orderIds: readonly number[]): RawBuilder<unknown> => sql`
  select h.order_id from (
    select distinct r.order_id, c.id, c.location_id
    from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
    where r.order_id = any(${orderIds}::bigint[]) and r.closed_at is null
  ) h
  where exists (select 1 from shipline l join ship s on s.id = l.ship_id where l.carton_id = h.id and s.status_id = ${sql.lit(shipStates.id.Open)})
    or exists (select 1 from inventory i join reservation r on r.inventory_id = i.id
      where i.location_id = h.location_id and r.order_id <> h.order_id)
  union all
  select l.order_id from shipline l join ship s on s.id = l.ship_id
  where l.order_id = any(${orderIds}::bigint[]) and s.status_id = ${sql.lit(shipStates.id.Open)}`;

/** Open ships of the orders. */
export interface OpenShips extends OpenLists {
  /** Other orders with units in the same cartons. */
  readonly sharing: readonly number[];
}

async function openShips(tx: Tx, orderIds: readonly number[], lineIds: readonly number[] | null): Promise<OpenShips> {
  const { rows } = await sql<OpenShips>`
    -- Finds the open ships of the orders or lines, and the orders that share their cartons.
    with holding as (
      select c.id, c.location_id, bool_or(${lineIds}::bigint[] is null or r.line_id = any(${lineIds}::bigint[])) as chosen
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${orderIds}::bigint[]) and r.closed_at is null group by c.id
    ), open as (
      select distinct s.id from ship s join shipline l on l.ship_id = s.id
      where s.status_id = ${sql.lit(shipStates.id.Open)} and (
        l.carton_id in (select id from holding where chosen)
        or l.order_id = any(${orderIds}::bigint[]) and (${lineIds}::bigint[] is null
          or exists (select 1 from salesorderline o where o.salesorder_id = l.order_id and o.id = any(${lineIds}::bigint[]))))
    ), of_ship as (
      select o.id, l.order_id from open o join shipline l on l.ship_id = o.id where l.order_id is not null
      union
      select o.id, r.order_id from open o join shipline l on l.ship_id = o.id
      join carton c on c.id = l.carton_id join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    )
    select array(select id from of_ship group by id having bool_and(order_id = any(${orderIds}::bigint[])) order by id) as own,
      array(select id from of_ship group by id having not bool_and(order_id = any(${orderIds}::bigint[])) order by id) as shared,
      array(select distinct r.order_id from holding h join inventory i on i.location_id = h.location_id
        join reservation r on r.inventory_id = i.id where r.order_id <> all(${orderIds}::bigint[])) as sharing`.execute(
    tx,
  );
  return firstOf(rows);
}

/** Returns the orders whose units are on ships. */
export async function ordersOfShips(tx: Tx, shipIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    -- Finds the orders of the shiplines, and those with units in their cartons.
    select order_id from shipline where ship_id = any(${shipIds}::bigint[]) and order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${shipIds}::bigint[])`.execute(tx);
  return rows.map((row) => row.order_id);
}
