import { useQuery } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { orderKey } from '../order.ts';

/** Goods and cartons of an order, to describe the effects of a decision on them. */
export interface Goods {
  /** Units that are picked and not picked up. */
  readonly picked: number;
  readonly pickedUp: number;
  /** Units that are neither picked up nor canceled. */
  readonly left: number;
  /** Cartons at the site with goods of the order, and the cartons with a label among them. */
  readonly cartons: number;
  readonly labels: number;
  /** Units on picks that are counted but not committed: the pickers hold them. */
  readonly counted: number;
  /** The people who have counted them, and the people at work on picks and packs of the order. */
  readonly people: readonly string[];
}

/** Counts the goods of an order. It reads all lines: only a dialog that needs the numbers asks for them. */
export function useGoods(orderId: number, isWanted: boolean) {
  const permits = usePermits();
  return useQuery({
    queryKey: [...orderKey(orderId), 'goods'],
    queryFn: async () => ({ ...(await goodsOf(orderId)), ...(await handsOf(orderId, permits)) }),
    enabled: isWanted,
  });
}

async function goodsOf(orderId: number): Promise<Omit<Goods, 'counted' | 'people'>> {
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

/** Counts what people have in their hands, which no line of the order says, as far as the user may see it. */
async function handsOf(
  orderId: number,
  permits: (permission: string) => boolean,
): Promise<Pick<Goods, 'counted' | 'people'>> {
  const people = new Set<string>();
  let counted = 0;
  const filter = `status.name = "Open" && lines[order_id = ${orderId}]`;
  const open = async (kind: 'pick' | 'pack') => {
    if (!permits(`${kind}.read`)) return [];
    const { data } = await client[kind].list({ filter, ...(kind === 'pick' && { embed: 'lines' }) });
    for (const { workers } of data) for (const { name } of workers) people.add(name);
    return data;
  };
  for (const pick of await open('pick')) {
    for (const line of 'lines' in pick ? (pick.lines ?? []) : []) {
      if (line.order_id !== orderId || !('counts' in line)) continue;
      counted += line.qty_counted;
      for (const { name } of line.counts) if (name !== null) people.add(name);
    }
  }
  await open('pack');
  return { counted: Number(counted.toFixed(6)), people: [...people] };
}
