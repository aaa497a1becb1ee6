import type { Client, SalesOrder } from '../../client/client.ts';
import { table } from '../output/table.ts';
import { count, type Terminal } from '../output/terminal.ts';

export interface OrderList {
  readonly total: number;
  readonly orders: readonly SalesOrder[];
}

/** Returns the newest orders, at most `limit`. */
export async function listOrders(client: Client, filter: string | undefined, limit: number): Promise<OrderList> {
  const orders: SalesOrder[] = [];
  for (let page = 1; ; page += 1) {
    const perPage = Math.min(100, limit);
    const answer = await client.salesorder.list({
      filter,
      embed: 'customer,carrier,status',
      sort: '-id',
      perPage,
      page,
    });
    orders.push(...answer.data.slice(0, limit - orders.length));
    if (orders.length >= limit || page >= answer.last_page) return { total: answer.total, orders };
  }
}

export function listTable({ total, orders }: OrderList, terminal: Terminal): string {
  const rows = orders.map((order) => [
    String(order.id),
    order.number,
    order.customer?.name ?? '',
    order.carrier?.name ?? '',
    order.held_at === null ? (order.status?.name ?? '') : `${order.status?.name}, held: ${order.hold_reason}`,
    order.total.toFixed(2),
  ]);
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'order', atMost: 16 },
    { title: 'customer', atMost: 30 },
    { title: 'carrier', atMost: 22 },
    { title: 'status', wraps: true },
    { title: 'total', align: 'right' as const },
  ];
  const more = total > orders.length ? `\n${count(orders.length)} of ${count(total)}; --limit shows more.\n` : '';
  return rows.length === 0 ? 'No orders.\n' : table(columns, rows, terminal) + more;
}
