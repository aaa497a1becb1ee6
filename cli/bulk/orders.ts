import type { BulkRunOrder, Client, SalesOrder } from '../../client/client.ts';

export type OrderOfRun = BulkRunOrder & { order: SalesOrder | null };

export interface OrdersOfRun {
  readonly total: number;
  readonly orders: readonly OrderOfRun[];
}

export interface OrderQuery {
  readonly outcome?: string;
  readonly filter?: string;
  readonly limit: number;
}

/** Returns the orders of a run in the order of processing. */
export async function ordersOf(client: Client, run: number, query: OrderQuery): Promise<OrdersOfRun> {
  const { outcome, filter, limit } = query;
  const orders: OrderOfRun[] = [];
  for (let page = 1; ; page += 1) {
    const perPage = Math.min(100, limit);
    const where = outcome === undefined ? {} : { outcome };
    const answer = await client.bulkrun.order.list(run, {
      filter,
      where,
      embed: 'order',
      sort: 'unit,id',
      perPage,
      page,
    });
    orders.push(...(answer.data as OrderOfRun[]).slice(0, limit - orders.length));
    if (orders.length >= limit || page >= answer.last_page) return { total: answer.total, orders };
  }
}

/** Returns the first five orders that failed or have warnings. */
export async function failuresOf(client: Client, run: number): Promise<readonly OrderOfRun[]> {
  const { orders } = await ordersOf(client, run, { filter: 'outcome IN ("failed", "warned")', limit: 5 });
  return orders;
}
