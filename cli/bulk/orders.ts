import type { BulkRunOrder, Client, SalesOrder } from '../../client/client.ts';

export type OrderOfRun = BulkRunOrder & { order: SalesOrder | null };

export interface OrdersOfRun {
  readonly total: number;
  readonly orders: readonly OrderOfRun[];
}

export interface OrdersAsked {
  readonly outcome?: string;
  readonly filter?: string;
  readonly limit: number;
}

/** The orders of a run in the order in which they are done. */
export async function ordersOf(client: Client, run: number, asked: OrdersAsked): Promise<OrdersOfRun> {
  const { outcome, filter, limit } = asked;
  const orders: OrderOfRun[] = [];
  for (let page = 1; ; page += 1) {
    const perPage = Math.min(100, limit);
    const where = outcome === undefined ? {} : { outcome };
    const found = await client.bulkrun.order.list(run, {
      filter,
      where,
      embed: 'order',
      sort: 'unit,id',
      perPage,
      page,
    });
    orders.push(...(found.data as OrderOfRun[]).slice(0, limit - orders.length));
    if (orders.length >= limit || page >= found.last_page) return { total: found.total, orders };
  }
}

/** The first orders that failed or have warnings. */
export async function troubles(client: Client, run: number): Promise<readonly OrderOfRun[]> {
  const { orders } = await ordersOf(client, run, { filter: 'outcome IN ("failed", "warned")', limit: 5 });
  return orders;
}
