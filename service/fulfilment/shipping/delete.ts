import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { shipStates } from '../../platform/states/states.ts';
import { bookWork } from '../work/book-work.ts';
import { noteUnits } from '../work/put-back/note.ts';
import { endOf, usesOfShip } from '../work/undo.ts';
import { ordersOfShips } from './sharing.ts';

/**
 * Deletes a ship. Its cartons are closed and on no ship again, and no longer ready for pickup.
 * @throws ship.state where a part of it was picked up
 */
export const deleteShip = operation('ship.delete', async (context, shipId: number) => {
  const { tx } = context;
  const orderIds = await ordersOfShips(tx, [shipId]);
  await lockOrders(tx, orderIds);
  const ship = await lockRecord(tx, 'ship', shipId);
  await recordDeletion(context, { event: 'ship.deleted', id: shipId, orders: orderIds });
  await noteShipPutBack(context, shipId);
  if (shipStates.stateOf(ship) === 'Finished') {
    await assertNotPickedUp(tx, shipId);
    const { rows } = await sql<LineQuantity>`
      -- Reads the shipped quantities, negative: contents of cartons, and shipped units of orders without a pack step.
      select r.order_id, r.line_id, r.part_id, -sum(r.qty) as qty
      from shipline s join carton c on c.id = s.carton_id
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where s.ship_id = ${shipId} group by r.order_id, r.line_id, r.part_id
      union all
      select w.order_id, w.line_id, w.part_id, u.qty_done - w.qty_done
      from shipline s join work w on w.order_id = s.order_id and w.task_id + 0 = ${sql.lit(task.ship)}
      join work u on u.line_id = w.line_id and u.part_id = w.part_id and u.task_id = ${sql.lit(task.pickup)}
      where s.ship_id = ${shipId} and w.qty_done > u.qty_done`.execute(tx);
    await bookWork(tx, 'ship', rows, orderIds);
    await sql`
      -- Deletes the pickuplines of the ship.
      delete from pickupline p using shipline s
      where s.ship_id = ${shipId} and p.pickup_id is null and (s.carton_id = p.carton_id or s.order_id = p.order_id)`.execute(
      tx,
    );
  }
  await sql`delete from ship where id = ${shipId}`.execute(tx);
});

/** Notes what people take off a ship that is deleted: its goods stay in their cartons, which wait for another ship. */
function noteShipPutBack(context: OperationContext, shipId: number): Promise<void> {
  return noteUnits(
    context,
    sql`
    select null::bigint as pick_id, null::bigint as pack_id, s.ship_id, k.number || '-' || c.number as carton, r.order_id, r.part_id,
      sum(r.qty) as qty, i.lot, i.serial, c.location_id
    from shipline s join carton c on c.id = s.carton_id join pack k on k.id = c.pack_id join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null
    where s.ship_id = ${shipId} group by s.ship_id, k.number, c.number, r.order_id, r.part_id, i.lot, i.serial, c.location_id`,
    { why: 'delete' },
  );
}

/**
 * Refuses a ship that was picked up in part. Of an order without a pack step, only the work says how much was
 * shipped: no other ship of the order may wait for its pickup then.
 */
async function assertNotPickedUp(tx: Tx, shipId: number): Promise<void> {
  const uses = await usesOfShip(tx, shipId);
  const refusal = `Ship ${shipId} can't be deleted`;
  if (uses.some((use) => use.picked_up))
    throw problem('ship.state', `${refusal}: part of it was picked up.`, { next: [] });
  const shared = uses.find(({ other }) => other !== null);
  if (!shared || shared.order_id === null) return;
  const { words, call } = await endOf(tx, shared.order_id);
  const why = `ship ${shared.other} is for the same order, and both wait for their pickup`;
  const detail = `${refusal}: ${why}. Pick up both, or take the order back: ${words}.`;
  throw problem('ship.state', detail, { order_id: shared.order_id, next: [call] });
}
