import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { locationType } from '../../platform/states/kinds.ts';

/** Ends reservations of order lines in storage: the stock is free for others again. All lines of the orders unless said. */
export async function release(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  await sql`
    with freed as (
      delete from reservation r using inventory i, location l
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null
        and (${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[]))
        and i.id = r.inventory_id and l.id = i.location_id and l.locationtype_id = ${sql.lit(locationType.storage)}
      returning r.inventory_id, r.qty
    )
    update inventory i set qty_committed = i.qty_committed - f.qty
    from (select inventory_id, sum(qty) as qty from freed group by inventory_id) f where i.id = f.inventory_id`.execute(
    tx,
  );
}
