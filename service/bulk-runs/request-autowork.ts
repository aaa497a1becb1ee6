import { requestAutowork } from '../autowork/operations.ts';
import { lockOrder } from '../inventory/stock/locks.ts';
import type { OrderAction } from '../orders/lifecycle/operations.ts';
import { orderStates } from '../orders/states.ts';
import type { BulkOptions } from './schema.ts';

/** Asks for an autowork of the order, which the engine does with its carrier's bookings. The order comes to what that comes to. */
export function askAutowork({ task_ids }: BulkOptions): OrderAction {
  return {
    idle: (order) => (orderStates.repeated('autowork', order) ? `Order ${order.number} is Fulfilled already.` : null),
    async perform(context, orderId) {
      const { site_id } = await lockOrder(context.tx, orderId);
      const body = { task_ids, site_id, full_auto: undefined, line_details: undefined };
      const { id } = await requestAutowork.within(context, { orderId, body, path: `/salesorder/${orderId}/autowork` });
      return { autoworkId: id };
    },
  };
}
