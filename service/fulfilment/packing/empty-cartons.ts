import { sql } from 'kysely';
import { lockStock } from '../../inventory/stock/locks.ts';
import { moveReserved, type ReservedMove } from '../../inventory/stock/move.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { dropCartons } from '../work/drop-cartons.ts';

/**
 * Deletes cartons of a pack. Their contents return to the moving location.
 * @param cartonId only this carton; null for all cartons of the pack
 */
export async function emptyCartons(
  context: OperationContext,
  pack: { id: number; site_id: number },
  cartonId: number | null = null,
): Promise<void> {
  const { tx, actor } = context;
  const { rows: cartons } = await sql<Row<'carton', 'id'> & { orders: number[] }>`
    -- Reads the cartons with the orders whose units are in them.
    select c.id, array_remove(array_agg(distinct r.order_id), null) as orders
    from carton c
    left join inventory i on i.location_id = c.location_id
    left join reservation r on r.inventory_id = i.id and r.closed_at is null
    where c.pack_id = ${pack.id} and (${cartonId}::bigint is null or c.id = ${cartonId}) group by c.id order by c.id`.execute(
    tx,
  );
  const ids = cartons.map(({ id }) => id);
  const { rows: contents } = await sql<Omit<ReservedMove, 'to_location_id'>>`
    -- Reads the contents of the cartons.
    select r.line_id, r.part_id, i.location_id as from_location_id, r.qty, i.lot, i.serial
    from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null
    where c.id = any(${ids}::bigint[]) order by r.id`.execute(tx);
  const partIds = contents.map((row) => row.part_id);
  await lockStock(tx, pack.site_id, partIds);
  const to = await movingLocation(tx, pack.site_id);
  const moves = contents.map((row) => ({ ...row, to_location_id: to, pack_id: pack.id }));
  await moveReserved(tx, actor, 'given back', moves);
  await sql`delete from pickupline where carton_id = any(${ids}::bigint[])`.execute(tx);
  await dropCartons(context, cartons);
}
