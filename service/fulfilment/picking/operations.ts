import { lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { pickStates } from '../../platform/states/states.ts';
import { type MadeByOrder, madeByOrder, workableOrders } from '../work/skipped-orders.ts';
import { assertNotCounted } from './counted-lines.ts';
import { finishPicks } from './finish-picks.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { makePick, nothingToPick, takePicklines } from './take.ts';

export { cancelPicked } from './cancel-picked.ts';
export { cancelUnpicked } from './cancel-unpicked.ts';
export { endPicks } from './end-picks.ts';
export { pickedToCancel } from './picked-to-cancel.ts';
export { shortageOf } from './shortage.ts';

/** Makes a pick for each of the orders. They are locked, may be picked, and their units were reserved in this transaction. */
export async function createPicks(
  context: OperationContext,
  siteId: number,
  orderIds: readonly number[],
): Promise<void> {
  await takePicklines(context, siteId, { orderIds, apart: true });
}

/**
 * Makes one pick of the units that are reserved for the orders and on no pick yet. Orders of which nothing can be picked are left
 * out.
 * @throws the refusal if nothing can be picked of any order
 */
export const pickOrders = operation(
  'pick.create',
  async (context, orderIds: readonly number[]): Promise<MadeByOrder> => {
    const { tx } = context;
    const orders = workableOrders(await lockOrders(tx, orderIds), 'pick');
    const id = await makePick(context, orders.workable);
    if (id === null) throw await nothingToPick(context, orders.workable);
    return madeByOrder({ id, orderIds: await ordersOfPick(tx, id) }, orders, (order) =>
      nothingToPick(context, [order]),
    );
  },
);

/**
 * Finishes a pick: committed lines are booked, other lines return to their orders. Repeating it changes nothing.
 * @throws pick.counted while units are in somebody's hands: on their way back to the order they would be on the shelf
 */
export const finishPick = operation('pick.finish', async (context, pickId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfPick(context.tx, pickId));
  const pick = await lockRecord(context.tx, 'pick', pickId);
  if (pickStates.repeated('finish', pick)) return;
  await assertNotCounted(context.tx, pickId);
  await finishPicks(context, [pickId], orders);
});
