import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { operation } from '../../platform/database/operation.ts';
import type { TaskDetails } from '../packing/carton-details.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import { finishShips } from './finish-ships.ts';
import { palletize } from './pallets.ts';
import { lockWithSharing } from './sharing.ts';
import { splitFromOpenShips } from './split-from-open.ts';
import { nothingToShip, takeReady } from './take.ts';

export interface PerformShip {
  orderIds: readonly number[];
  /** Only cartons that hold something of these lines; of orders without a pack step, only so much of them. */
  lines?: readonly LineDetail[] | null;
  /** Set on the cartons that go. */
  details?: TaskDetails;
}

/**
 * Does the Ship task for orders at once: goes on with ships that were begun, puts cartons onto pallets where the plan says so,
 * finishes.
 * @returns id of the ship
 */
export const performShip = operation('task.ship', async (context, input: PerformShip) => {
  const { tx } = context;
  const { orderIds, lines = null } = input;
  const { orders, begun } = await lockWithSharing(tx, orderIds, lineIdsOf(lines));
  const { siteId } = mayBeWorkedOn(orders, 'ship');
  const own = lines === null ? begun.own : await splitFromOpenShips(tx, begun.own, lines);
  const made = await takeReady(context, siteId, orders, lines);
  const shipIds = [...own, ...(made === null ? [] : [made])];
  if (shipIds.length === 0) {
    throw openElsewhere('ship', 'What is ready', begun) ?? nothingToShip(orders, lines);
  }
  const perPallet = Math.min(...orders.map((order) => order.cartons_per_pallet ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(perPallet)) for (const shipId of shipIds) await palletize(context, shipId, perPallet);
  await finishShips(context, shipIds, lines, input.details);
  return shipIds.at(-1)!;
});
