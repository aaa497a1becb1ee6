import { useQuery } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { orderKey } from '../order.ts';

/** What an order has of goods and cartons, for the words that say what becomes of them. */
export interface Goods {
  /** Units that are picked and not picked up. */
  readonly picked: number;
  readonly pickedUp: number;
  /** Units that are neither picked up nor canceled. */
  readonly left: number;
  /** Cartons at the site with goods of the order, and those of them with a label. */
  readonly cartons: number;
  readonly labels: number;
}

/** Counts the goods of an order. It reads all lines: only a dialog that needs the numbers asks for them. */
export const useGoods = (orderId: number, isWanted: boolean) =>
  useQuery({ queryKey: [...orderKey(orderId), 'goods'], queryFn: () => goodsOf(orderId), enabled: isWanted });

async function goodsOf(orderId: number): Promise<Goods> {
  const sum = { picked: 0, pickedUp: 0, left: 0 };
  for await (const line of client.salesorderline.each({ where: { salesorder_id: orderId } })) {
    if (line.part_id === null) continue;
    sum.picked += line.qty_picked - line.qty_picked_up;
    sum.pickedUp += line.qty_picked_up;
    sum.left += line.qty - line.qty_picked_up - line.qty_canceled;
  }
  const { data } = await client.carton.list({ filter: `contents.order_id = ${orderId} && status.name != "Locked"` });
  return {
    ...sum,
    cartons: data.length,
    labels: data.filter(({ tracking_number }) => tracking_number !== null).length,
  };
}
