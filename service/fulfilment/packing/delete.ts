import { sql } from 'kysely';
import { lockOrders, lockRecord } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { bookWork } from '../work/book-work.ts';
import { emptyCartons } from './empty-cartons.ts';
import { ordersOfPack } from './orders-of-pack.ts';
import { cartonStates, packStates } from './states.ts';

/**
 * Deletes a pack: what its cartons hold goes back to the moving location, the cartons go.
 * @throws pack.state where a carton of it was shipped or picked up
 */
export const deletePack = operation('pack.delete', async (context, packId: number) => {
  const { tx } = context;
  const orderIds = await ordersOfPack(tx, packId);
  await lockOrders(tx, orderIds);
  const pack = await lockRecord(tx, 'pack', packId);
  const gone = await sql<{ id: number; where: string }>`
    select c.id, case when c.status_id = ${sql.lit(cartonStates.id.Locked)} then 'was picked up' else 'is on ship ' || s.ship_id end as "where"
    from carton c left join shipline s on s.carton_id = c.id
    where c.pack_id = ${packId} and (c.status_id = ${sql.lit(cartonStates.id.Locked)} or s.id is not null) order by c.id limit 1`.execute(
    tx,
  );
  if (gone.rows[0]) {
    throw problem('pack.state', `Pack ${packId} can't be deleted: carton ${gone.rows[0].id} ${gone.rows[0].where}.`);
  }
  await recordDeletion(context, { event: 'pack.deleted', id: packId, orders: orderIds });
  await emptyCartons(context, pack);
  if (packStates.stateOf(pack) === 'Finished') {
    const { rows } = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
      select order_id, line_id, part_id, -sum(qty) as qty from packline where pack_id = ${packId}
      group by order_id, line_id, part_id`.execute(tx);
    await bookWork(tx, 'pack', rows, orderIds);
  }
  await sql`delete from pack where id = ${packId}`.execute(tx);
});
