import type { OrderInput, OrderOutcome } from '../../../workflows/contract/order.ts';
import { order as before } from '../../../workflows/order/workflow.ts';
import { call } from '../../../workflows/shared/calls.ts';

/** Makes a call first that orders of this version do not make: their histories cannot be replayed with it. */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  await call('readProgress', [input.orderId], 'Read first, as the next version does');
  return before(input);
}
