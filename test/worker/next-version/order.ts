import type { OrderInput, OrderOutcome } from '../../../workflows/contract/order.ts';
import { order as before } from '../../../workflows/order/workflow.ts';
import { call } from '../../../workflows/shared/calls.ts';

/** Does something first that no order of this version did: their histories cannot be replayed with it. */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  await call('look', [input.orderId], 'Look first, as the next version does');
  return before(input);
}
