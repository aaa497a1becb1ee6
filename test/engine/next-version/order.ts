import { call } from '../../../workflows/calls.ts';
import type { OrderInput, OrderOutcome } from '../../../workflows/input.ts';
import { order as before } from '../../../workflows/order.ts';

/** Does something first that no order of this version did: their histories cannot be replayed with it. */
export async function order(input: OrderInput): Promise<OrderOutcome> {
  await call('look', [input.orderId], 'Look first, as the next version does');
  return before(input);
}
