import { sql } from 'kysely';
import type { LineQuantity } from '../inventory/stock/line-detail.ts';
import { type PickupOfOrder, pickupOf } from '../inventory/stock/take-out.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import { beyondSites } from '../platform/database/site-limits.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { freeNumber, nextId } from '../platform/records/numbers.ts';
import { receiptStates } from '../platform/states/states.ts';
import { type LockedReceipt, ordersOf } from './lock.ts';

/** Units of transfer orders, with the pickup of each order. */
export interface Sent {
  readonly pickups: PickupOfOrder;
  readonly units: readonly LineQuantity[];
}

/**
 * Expects units that left with transfer orders at the receiving sites: makes a receipt for each order. From now on they are in transit.
 * It takes a statement for any number of orders and lines.
 */
export async function expectSent(context: OperationContext, { pickups, units }: Sent): Promise<void> {
  if (units.length === 0) return;
  const { tx } = context;
  const made = await beyondSites(tx, () =>
    sql<Pick<LockedReceipt, 'id' | 'order_id'>>`
      -- Makes the receipts, with a line for each part.
      with sent as (
        select order_id, part_id, sum(qty) as qty, min(line_id) as place
        from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(order_id bigint, line_id bigint, part_id bigint, qty numeric)
        group by order_id, part_id
      ), numbered as materialized (
        select ${nextId('receipt')} as id, o.id as order_id, o.to_site_id from salesorder o where o.id in (select order_id from sent)
      ), line as (
        insert into receiptline (receipt_id, part_id, qty)
        select n.id, s.part_id, s.qty from sent s join numbered n using (order_id) order by n.id, s.place
      )
      insert into receipt (id, number, site_id, order_id, pickup_id) overriding system value
      select n.id, ${freeNumber('receipt', sql`'IN-' || n.id`)}, n.to_site_id, n.order_id, ${pickupOf(pickups, 'n.order_id')} from numbered n
      returning id, order_id`.execute(tx),
  );
  await recordEvent(
    context,
    ...made.rows.map(({ id, order_id }) => ({ event: 'receipt.created', id, orders: ordersOf({ order_id }) }) as const),
  );
}

/**
 * Locks the receipts of a pickup for its undo. They come before the locks of stock.
 * @returns their ids
 * @throws receipt.state where units came in or are lost
 */
export async function lockReceiptsOf(tx: Tx, pickupId: number, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<LockedReceipt>`
    -- Locks the receipts of a pickup.
    select id, number, site_id, status_id, order_id, pickup_id from receipt
    where order_id = any(${orderIds}::bigint[]) and pickup_id = ${pickupId} and status_id <> ${receiptStates.id.Canceled}
    order by id for no key update`.execute(tx);
  for (const receipt of rows) receiptStates.demand('cancel', receipt);
  return rows.map(({ id }) => id);
}

/** Takes units that did not leave after all off locked receipts. A receipt without any others is canceled. */
export async function expectNoLonger(
  context: OperationContext,
  receiptIds: readonly number[],
  back: readonly LineQuantity[],
): Promise<void> {
  if (receiptIds.length === 0) return;
  const { tx } = context;
  const { Canceled: canceled } = receiptStates.id;
  const changed = await beyondSites(tx, () =>
    sql<Pick<LockedReceipt, 'id' | 'order_id' | 'status_id'>>`
      -- Lowers the expected quantities by the units, and cancels the receipts that expect no others.
      with back as (
        select r.id as receipt_id, u.part_id, sum(u.qty) as qty
        from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as u(order_id bigint, part_id bigint, qty numeric)
        join receipt r on r.order_id = u.order_id and r.id = any(${receiptIds}::bigint[]) group by r.id, u.part_id
      ), remaining as (
        select l.receipt_id from receiptline l left join back b using (receipt_id, part_id)
        where l.receipt_id = any(${receiptIds}::bigint[]) and l.qty > coalesce(b.qty, 0)
      ), lowered as (
        update receiptline l set qty = l.qty - b.qty from back b
        where b.receipt_id = l.receipt_id and b.part_id = l.part_id and l.qty > b.qty
      ), removed as (
        delete from receiptline l using back b
        where b.receipt_id = l.receipt_id and b.part_id = l.part_id and l.qty = b.qty and l.receipt_id in (select receipt_id from remaining)
      )
      update receipt set updated_at = this_second(),
        status_id = case when id in (select receipt_id from remaining) then status_id else ${canceled} end
      where id in (select receipt_id from back) returning id, order_id, status_id`.execute(tx),
  );
  await recordEvent(
    context,
    ...changed.rows.map(
      ({ id, order_id, status_id }) =>
        ({
          event: status_id === canceled ? 'receipt.canceled' : 'receipt.modified',
          id,
          orders: ordersOf({ order_id }),
        }) as const,
    ),
  );
}
