import { type RawBuilder, sql } from 'kysely';
import type { LockedOrder } from '../../../inventory/stock/locks.ts';
import type { Tx } from '../../../platform/database/operation.ts';
import type { NotNullRow, Row } from '../../../platform/database/row.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { cartonStates } from '../../../platform/states/states.ts';

/** SQL: the booked cartons `c` of an order that have not left, for a `from`. */
export const bookedCartons = (
  orderId: RawBuilder<unknown>,
) => sql`reservation r join inventory i on i.id = r.inventory_id
    join carton c on c.location_id = i.location_id
    where r.order_id = ${orderId} and r.closed_at is null and c.tracking_number is not null
      and c.status_id <> ${sql.lit(cartonStates.id.Locked)}`;

/**
 * Labels cost money and are on the cartons: a person cancels them before something changes that is on the label.
 * @param order a locked order
 * @param what the change, such as `change the carrier`
 * @throws order.state for an order with a booked carton that has not left
 */
export async function assertNoLabel(tx: Tx, order: LockedOrder, what: string): Promise<void> {
  const { rows } = await sql<Row<'carton', 'number'> & NotNullRow<'carton', 'tracking_number'>>`
    select distinct c.number, c.tracking_number from ${bookedCartons(sql`${order.id}`)} order by 1`.execute(tx);
  if (rows.length === 0) return;
  const cartons = rows.map(({ number, tracking_number }) => `carton ${number} (${tracking_number})`).join(', ');
  throw problem(
    'order.state',
    `Order ${order.number} is booked: ${cartons}. Cancel that, or take the tracking number off, and ${what} then.`,
    { order_id: order.id },
  );
}
