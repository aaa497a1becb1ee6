import { type RawBuilder, sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { UnknownRecord } from '../../platform/problems/problems.ts';

/** A pickupline: a carton that is ready for pickup, or an order without a pack step. */
export interface ReadyLine extends Row<'pickupline', 'id' | 'site_id' | 'carton_id' | 'order_id' | 'pickup_id'> {
  location_id: number | null;
  order_ids: number[];
}

/** Reads pickuplines with the orders whose units they hold. @param lock whether to lock them */
export function readLines(tx: Tx, ids: readonly number[], lock = false): Promise<ReadyLine[]> {
  return selectLines(tx, sql`p.id = any(${ids}::bigint[])`, lock);
}

/** Reads the lines of a pickup. */
export const readLinesOf = (tx: Tx, pickupId: number) => selectLines(tx, sql`p.pickup_id = ${pickupId}`, false);

/** Reads and locks the open pickuplines of orders. The orders are locked. */
export function lockOpenLines(tx: Tx, orderIds: readonly number[]): Promise<ReadyLine[]> {
  const ofOrders = sql`select pickupline_id from pickupline_order where order_id = any(${orderIds}::bigint[])`;
  return selectLines(tx, sql`p.pickup_id is null and p.id in (${ofOrders})`, true);
}

async function selectLines(tx: Tx, which: RawBuilder<unknown>, lock: boolean): Promise<ReadyLine[]> {
  const { rows } = await sql<ReadyLine>`
    -- Reads the pickuplines with their orders and the locations of their cartons.
    select p.id, p.site_id, p.carton_id, p.order_id, p.pickup_id,
      (select c.location_id from carton c where c.id = p.carton_id) as location_id,
      array(select o.order_id from pickupline_order o where o.pickupline_id = p.id order by 1) as order_ids
    from pickupline p where ${which} order by p.id ${lock ? sql`for no key update` : sql``}`.execute(tx);
  return rows;
}

/** Refuses ids without a pickupline. @throws record.unknown */
export function assertLinesKnown(ids: readonly number[], lines: readonly ReadyLine[]): void {
  const missing = ids.filter((id) => !lines.some((line) => line.id === id));
  if (missing.length > 0) throw new UnknownRecord('pickupline', missing);
}

/** Reads and locks pickuplines. */
export const lockLines = (tx: Tx, ids: readonly number[]) => readLines(tx, ids, true);

/** Returns the orders that are still on the lines. Some may have left them while the transaction waited for the locks. */
export const ordersOn = (lines: readonly ReadyLine[], orders: readonly LockedOrder[]): LockedOrder[] =>
  orders.filter((order) => lines.some((line) => line.order_ids.includes(order.id)));
