import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import type { TaskDetails } from '../work/carton-details.ts';
import { assertLabels, assertWorkable } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import { assertOneParcelOnShips } from '../work/parcels/one-parcel.ts';
import { finishShips } from './finish-ships.ts';
import { palletize } from './pallets.ts';
import { lockWithSharing } from './sharing.ts';
import { splitFromOpenShips } from './split-from-open.ts';
import { nothingToShip, takeReady } from './take.ts';

export interface PerformShip {
  orderIds: readonly number[];
  /** Only cartons with units of these lines. Of orders without a pack step, only these quantities of the lines. */
  lines?: readonly LineDetail[] | null;
  /** Set on the shipped cartons. */
  details?: TaskDetails;
}

/**
 * Performs the Ship task of orders in one transaction: continues open ships, makes a new one, puts cartons onto
 * pallets if the plan requires it, and finishes.
 * @returns id of the ship
 */
export const performShip = operation('task.ship', async (context, input: PerformShip) => {
  const { tx } = context;
  const { orderIds, lines = null } = input;
  const { orders, open } = await lockWithSharing(tx, orderIds, lineIdsOf(lines));
  const { siteId } = assertWorkable(orders, 'ship');
  assertLabels(context, orders, 'ship');
  const continued = lines === null ? open.own : await splitFromOpenShips(tx, open.own, lines);
  const created = await takeReady(context, siteId, orders, lines);
  const shipIds = [...continued, ...created.map(({ id }) => id)];
  const shipId = shipIds.at(-1);
  if (shipId === undefined) {
    throw openElsewhere('ship', 'The rest to ship', open) ?? (await nothingToShip(tx, orders, lines));
  }
  if (orders.length + open.sharing.length > 1) {
    await assertOneParcelOnShips(
      tx,
      shipIds,
      created.map(({ id }) => id),
    );
  }
  const perPallet = Math.min(...orders.map((order) => order.cartons_per_pallet ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(perPallet)) for (const id of shipIds) await palletize(context, id, perPallet);
  await finishShips(context, shipIds, lines, input.details);
  return shipId;
});

/**
 * Performs the Ship task of orders of one site, each with a ship of its own, by statements over all of them. The orders are
 * locked, and nothing refuses the step.
 * @returns the ship of each order; none for orders with an open ship, shared cartons, pallets or nothing left to ship: `performShip`
 * ships or refuses them
 */
export async function shipEach(
  context: OperationContext,
  orders: readonly LockedOrder[],
): Promise<Map<number, number>> {
  const { site_id: siteId } = firstOf(orders);
  const plain = orders.filter(({ cartons_per_pallet }) => cartons_per_pallet === null);
  if (plain.length === 0) return new Map();
  const ships = await takeReady(context, siteId, plain, null, true);
  const made = new Map(ships.map((ship) => [firstOf(ship.orders), ship.id]));
  if (made.size > 0) await finishShips(context, [...made.values()], null);
  return made;
}
