import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { assertRelease, endHold } from './hold.ts';
import { assertNotRefused } from './plugin-hold.ts';

/**
 * Ends the hold of an order, by decision of a person.
 * @throws order.release-by-group; order.refused-by-plugin for an order whose plan a plugin refuses
 */
export const release = operation('salesorder.release', async (context, orderId: number) => {
  const order = await lockOrder(context.tx, orderId);
  if (order.held_at === null) return;
  await assertRelease(context, order);
  await assertNotRefused(context.tx, order);
  await endHold(context, orderId);
});
