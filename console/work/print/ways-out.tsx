import { NextCalls } from '../../order/next/next-calls.tsx';
import { useOrder, useProgress } from '../../order/order.ts';

/** The calls that move an order whose carrier refused, as its page has them: another address, another carrier, another try. */
export function WaysOut({ orderId }: { readonly orderId: number }) {
  const { data: order } = useOrder(orderId);
  const { data: progress } = useProgress(orderId);
  return order && progress ? <NextCalls order={order} progress={progress} /> : null;
}
