import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { cartonStates } from '../packing/states.ts';

/**
 * Subtracts the weight of an order's units from the closed cartons that it shares with other orders: labels are booked by the
 * weight of the carton. The units are still in the cartons. Parts without a weight are left out.
 */
export async function lightenCartons(tx: Tx, orderId: number): Promise<void> {
  await sql`
    with held as (
      select i.location_id, round(sum(r.qty * p.weight_g)) as weight_g
      from reservation r join inventory i on i.id = r.inventory_id join part p on p.id = r.part_id
      where r.order_id = ${orderId} and r.closed_at is null group by i.location_id
    )
    update carton c set weight_g = c.weight_g - h.weight_g, updated_at = now()
    from held h where c.location_id = h.location_id and c.status_id = ${sql.lit(cartonStates.id.Closed)} and c.weight_g > h.weight_g`.execute(
    tx,
  );
}
