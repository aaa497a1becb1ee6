import { sql } from 'kysely';
import { type LockedOrder, lockOrders } from '../../platform/database/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { OpenLists } from '../work/open-lists.ts';
import { shipStates } from './states.ts';

/**
 * Locks orders, and with them those that have something in the same cartons: a carton goes as a whole.
 * @param lineIds only ships that take something of these lines are `begun`
 */
export async function lockWithSharing(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<{ orders: LockedOrder[]; begun: UnderWay }> {
  const locked = await lockOrders(
    tx,
    orderIds,
    sql`select r.order_id from (
        select distinct c.location_id
        from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = any(${orderIds}::int[]) and r.closed_at is null) c
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id`,
  );
  const begun = await underWay(tx, orderIds, lineIds);
  // Those that came to share one while we waited.
  const late = begun.sharing.filter((id) => !locked.some((order) => order.id === id));
  if (late.length > 0) await lockOrders(tx, late);
  return { orders: locked.filter((order) => orderIds.includes(order.id)), begun };
}

/** Open ships of the orders. */
interface UnderWay extends OpenLists {
  /** Other orders that have something in the same cartons. */
  readonly sharing: readonly number[];
}

async function underWay(tx: Tx, orderIds: readonly number[], lineIds: readonly number[] | null): Promise<UnderWay> {
  const { rows } = await sql<UnderWay>`
    with holding as (
      select c.id, c.location_id, bool_or(${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[])) as asked
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null group by c.id
    ), open as (
      select distinct s.id from ship s join shipline l on l.ship_id = s.id
      where s.status_id = ${sql.lit(shipStates.id.Open)} and (
        l.carton_id in (select id from holding where asked)
        or l.order_id = any(${orderIds}::int[]) and (${lineIds}::int[] is null
          or exists (select 1 from salesorderline o where o.salesorder_id = l.order_id and o.id = any(${lineIds}::int[]))))
    ), of_ship as (
      select o.id, l.order_id from open o join shipline l on l.ship_id = o.id where l.order_id is not null
      union
      select o.id, r.order_id from open o join shipline l on l.ship_id = o.id
      join carton c on c.id = l.carton_id join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    )
    select array(select id from of_ship group by id having bool_and(order_id = any(${orderIds}::int[])) order by id) as own,
      array(select id from of_ship group by id having not bool_and(order_id = any(${orderIds}::int[])) order by id) as shared,
      array(select distinct r.order_id from holding h join inventory i on i.location_id = h.location_id
        join reservation r on r.inventory_id = i.id where r.order_id <> all(${orderIds}::int[])) as sharing`.execute(
    tx,
  );
  return rows[0]!;
}

/** The orders that ships take something of. */
export async function ordersOfShips(tx: Tx, shipIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from shipline where ship_id = any(${shipIds}::int[]) and order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${shipIds}::int[])`.execute(tx);
  return rows.map((row) => row.order_id);
}
