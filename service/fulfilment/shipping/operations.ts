import { lockOrders, lockRecord } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { finishShips } from './finish-ships.ts';
import { lockWithSharing, ordersOfShips } from './sharing.ts';
import { shipStates } from './states.ts';
import { nothingToShip, takeReady } from './take.ts';

/**
 * Makes one ship of all that is packed of the orders (picked, where an order has no pack step) and on no ship yet. A carton
 * goes as a whole, with what it holds of other orders.
 * @returns id of the ship
 * @throws ship.no-step, ship.nothing-left
 */
export const createShip = operation('ship.create', async (context, orderIds: readonly number[]) => {
  const { orders, begun } = await lockWithSharing(context.tx, orderIds);
  const { siteId } = mayBeWorkedOn(orders, 'ship');
  const shipId = await takeReady(context, siteId, orders, null);
  if (shipId === null) throw nothingToShip(orders, null, [...begun.own, ...begun.shared]);
  return shipId;
});

/** Finishes a ship: what it takes stands ready for pickup. Cartons stay closed (spec 3.1). Repeating it changes nothing. */
export const finishShip = operation('ship.finish', async (context, shipId: number) => {
  await lockOrders(context.tx, await ordersOfShips(context.tx, [shipId]));
  const ship = await lockRecord(context.tx, 'ship', shipId);
  if (shipStates.repeated('finish', ship)) return;
  await finishShips(context, [shipId], null);
});
