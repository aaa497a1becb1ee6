import { lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { assertWorkable } from '../work/guards.ts';
import { finishShips } from './finish-ships.ts';
import { lockWithSharing, ordersOfShips } from './sharing.ts';
import { shipStates } from './states.ts';
import { nothingToShip, takeReady } from './take.ts';

/**
 * Makes one ship of all closed cartons of the orders that are on no ship. Orders without a pack step ship their picked units. A
 * carton is shipped as a whole, with its units of other orders.
 * @returns id of the ship
 * @throws ship.no-step, ship.nothing-left
 */
export const createShip = operation('ship.create', async (context, orderIds: readonly number[]) => {
  const { orders, open } = await lockWithSharing(context.tx, orderIds);
  const { siteId } = assertWorkable(orders, 'ship');
  const shipId = await takeReady(context, siteId, orders, null);
  if (shipId === null) throw nothingToShip(orders, null, [...open.own, ...open.shared]);
  return shipId;
});

/** Finishes a ship: its cartons and orders are ready for pickup. Cartons stay closed. Repeating it changes nothing. */
export const finishShip = operation('ship.finish', async (context, shipId: number) => {
  await lockOrders(context.tx, await ordersOfShips(context.tx, [shipId]));
  const ship = await lockRecord(context.tx, 'ship', shipId);
  if (shipStates.repeated('finish', ship)) return;
  await finishShips(context, [shipId], null);
});
