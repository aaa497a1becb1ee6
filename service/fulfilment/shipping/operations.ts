import { lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { shipStates } from '../../platform/states/states.ts';
import { assertWorkable } from '../work/guards.ts';
import { assertOneParcelOnShips } from '../work/parcels/one-parcel.ts';
import { type MadeByOrder, madeByOrder, workableOrders } from '../work/skipped-orders.ts';
import { finishShips } from './finish-ships.ts';
import { lockWithSharing, ordersOfShips } from './sharing.ts';
import { nothingToShip, takeReady } from './take.ts';

/**
 * Makes one ship of all closed cartons of the orders that are on no ship. Orders without a pack step ship their
 * picked units. A carton is shipped as a whole, with its units of other orders. Orders without anything to ship are
 * left out.
 * @throws the refusal if nothing can be shipped of any order: ship.no-step, ship.nothing-left; carton.other-parcel for a carton whose
 * orders are no longer one parcel
 */
export const createShip = operation(
  'ship.create',
  async (context, orderIds: readonly number[]): Promise<MadeByOrder> => {
    const { tx } = context;
    const locked = await lockWithSharing(tx, orderIds);
    const orders = workableOrders(locked.orders, 'ship');
    const { siteId } = assertWorkable(orders.workable, 'ship');
    const openShips = [...locked.open.own, ...locked.open.shared];
    const [ship] = await takeReady(context, siteId, orders.workable, null);
    if (!ship) throw await nothingToShip(tx, orders.workable, null, openShips);
    const onShip = await ordersOfShips(tx, [ship.id]);
    if (locked.orders.length + locked.open.sharing.length > 1) await assertOneParcelOnShips(tx, [ship.id], [ship.id]);
    const made = { id: ship.id, orderIds: orderIds.filter((one) => onShip.includes(one)) };
    return madeByOrder(made, orders, (order) => nothingToShip(tx, [order], null, openShips));
  },
);

/**
 * Finishes a ship: its cartons and orders are ready for pickup. Cartons stay closed. Repeating it changes nothing.
 * @throws carton.other-parcel for a carton whose orders are no longer one parcel
 */
export const finishShip = operation('ship.finish', async (context, shipId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfShips(context.tx, [shipId]));
  const ship = await lockRecord(context.tx, 'ship', shipId);
  if (shipStates.repeated('finish', ship)) return;
  if (orders.length > 1) await assertOneParcelOnShips(context.tx, [shipId]);
  await finishShips(context, [shipId], null);
});
