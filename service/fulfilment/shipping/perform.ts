import { lineIdsOf } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { assertStart } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import { assertOneParcelOnShips } from '../work/parcels/one-parcel.ts';
import type { StepInput, StepTask } from '../work/step.ts';
import { finishShips } from './finish-ships.ts';
import { palletize } from './pallets.ts';
import { lockWithSharing, type OpenShips } from './sharing.ts';
import { splitFromOpenShips } from './split-from-open.ts';
import { nothingToShip, takeReady } from './take.ts';

/** Performs the Ship task of orders in one transaction. See `shipLocked`. @returns id of the ship */
export const performShip = operation('task.ship', async (context, { orderIds, ...input }: StepTask) => {
  const { orders, open } = await lockWithSharing(context.tx, orderIds, lineIdsOf(input.lines ?? null));
  assertStart(context, orders, 'ship');
  const ships = await shipLocked(context, orders, { ...input, open });
  return Math.max(...ships.values());
});

/**
 * Ships locked orders of one site: continues open ships, makes a new one, puts cartons onto pallets if the plan requires it, and
 * finishes. With `apart`, it leaves out orders with an open ship, shared cartons or nothing left to ship.
 * @param input.open the open ships of the orders; none with `apart`
 * @returns the ship of each order, the last one of several
 * @throws unless `apart`: ship.state, ship.nothing-left; carton.other-parcel
 */
export async function shipLocked(
  context: OperationContext,
  orders: readonly LockedOrder[],
  { lines = null, details, apart = false, open = noShips }: StepInput & { readonly open?: OpenShips },
): Promise<Map<number, number>> {
  const { tx } = context;
  const { site_id: siteId } = firstOf(orders);
  const continued = lines === null ? open.own : await splitFromOpenShips(tx, open.own, lines);
  const created = await takeReady(context, siteId, orders, lines, apart);
  const ships = [...continued.map((id) => ({ id, orders: orders.map((order) => order.id) })), ...created];
  const shipIds = ships.map(({ id }) => id);
  if (ships.length === 0) {
    if (apart) return new Map();
    throw openElsewhere('ship', 'The rest to ship', open) ?? (await nothingToShip(tx, orders, lines));
  }
  if (!apart && orders.length + open.sharing.length > 1) {
    const createdIds = created.map(({ id }) => id);
    await assertOneParcelOnShips(tx, shipIds, createdIds);
  }
  for (const ship of ships) {
    const own = orders.filter(({ id }) => ship.orders.includes(id));
    const perPallet = Math.min(...own.map((order) => order.cartons_per_pallet ?? Number.POSITIVE_INFINITY));
    if (Number.isFinite(perPallet)) await palletize(context, ship.id, perPallet);
  }
  await finishShips(context, shipIds, lines, details, apart);
  return new Map(ships.flatMap((ship) => ship.orders.map((order) => [order, ship.id] as const)));
}

const noShips: OpenShips = { own: [], shared: [], sharing: [] };
