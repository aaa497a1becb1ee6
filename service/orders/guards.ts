import type { LockedOrder } from '../database/locks.ts';
import { problem } from '../problems.ts';
import { orderStatus } from './work.ts';

const names: Record<number, string> = {
  1: 'Draft',
  2: 'Issued',
  3: 'In Progress',
  4: 'Fulfilled',
  5: 'Closed Short',
  6: 'Void',
};

export const statusName = (order: Pick<LockedOrder, 'status_id'>): string => names[order.status_id] ?? '';

export const isOpen = (order: Pick<LockedOrder, 'status_id'>): boolean =>
  order.status_id === orderStatus.issued || order.status_id === orderStatus.inProgress;

/** New work is only for orders that are issued, not held, and all of one site (design page §5, §8). */
export function mayBeWorkedOn(orders: readonly LockedOrder[]): { siteId: number } {
  for (const order of orders) {
    if (!isOpen(order)) {
      const todo = order.status_id === orderStatus.draft ? ' Issue it first.' : '';
      throw problem('order.state', `Order ${order.number} is ${statusName(order)}.${todo}`, { order_id: order.id });
    }
    if (order.held_at !== null) {
      throw problem('order.held', `Order ${order.number} is on hold: ${order.hold_reason}. Release it first.`, {
        order_id: order.id,
      });
    }
  }
  const sites = new Set(orders.map((order) => order.site_id));
  if (sites.size > 1) throw problem('order.sites-differ', 'Orders of different sites cannot share one record.');
  return { siteId: orders[0]!.site_id };
}
