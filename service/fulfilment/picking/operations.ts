import { lockOrders, lockRecord } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { exchangeExpired } from './exchange-expired.ts';
import { finishPicks } from './finish-picks.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { pickStates } from './states.ts';
import { nothingToPick, type PickChoice, takePicklines } from './take.ts';

/**
 * Makes one pick of what is reserved for the orders and on no pick yet (spec 4.4, design page §5).
 * @returns id of the pick
 * @throws stock.short where there is open work, but no stock for any of it; pick.nothing-left where there is none
 */
export const createPick = operation('pick.create', async (context, choice: PickChoice) => {
  const orders = await lockOrders(context.tx, choice.orderIds);
  const { siteId } = mayBeWorkedOn(orders, 'pick');
  await exchangeExpired(context, siteId, choice.orderIds);
  const [pickId] = await takePicklines(context, siteId, choice);
  if (pickId === undefined) throw await nothingToPick(context, orders);
  return pickId;
});

/**
 * Finishes a pick: what was committed is booked, uncommitted lines go back to their orders. Repeating it changes nothing.
 */
export const finishPick = operation('pick.finish', async (context, pickId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfPick(context.tx, pickId));
  const pick = await lockRecord(context.tx, 'pick', pickId);
  if (pickStates.repeated('finish', pick)) return;
  await finishPicks(context, [pickId], orders);
});
