import type { Row } from '../platform/database/row.ts';
/** The values of an order that decide which pick it goes into. */
export interface Groupable extends Row<'salesorder', 'id' | 'site_id'> {
  /** The value that the orders of a group share, such as the customer. An order with null is a group of its own. */
  readonly key: string | null;
  readonly lines: number;
  /** Null if a part of the order has no weight. */
  readonly weight_g: number | null;
}

/** The maximum size of a group; undefined is no limit. */
export interface GroupLimits {
  readonly maxOrders?: number | undefined;
  readonly maxLines?: number | undefined;
  readonly maxWeightG?: number | undefined;
}

export interface OrderGroup {
  readonly key: string | null;
  readonly orders: Groupable[];
  lines: number;
  /** Null if the weight of one of its orders is unknown. */
  weight_g: number | null;
}

/**
 * Groups orders with the same key and site, and keeps their sequence. When the next order exceeds a limit of the group, a new
 * group starts. An order is never divided: an order that exceeds the limits alone is a group of its own. With a weight limit,
 * an order of unknown weight is one, too.
 * @returns the groups in the sequence of their first orders
 */
export function groupOrders(orders: readonly Groupable[], limits: GroupLimits): OrderGroup[] {
  const groups: OrderGroup[] = [];
  const filling = new Map<string, OrderGroup>();
  for (const order of orders) {
    const alone = order.key === null || (limits.maxWeightG !== undefined && order.weight_g === null);
    const shelf = `${order.site_id} ${order.key}`;
    const group = alone ? undefined : filling.get(shelf);
    if (group && fits(group, order, limits)) {
      add(group, order);
      continue;
    }
    const fresh: OrderGroup = { key: order.key, orders: [], lines: 0, weight_g: 0 };
    add(fresh, order);
    groups.push(fresh);
    if (!alone) filling.set(shelf, fresh);
  }
  return groups;
}

function fits(group: OrderGroup, order: Groupable, { maxOrders, maxLines, maxWeightG }: GroupLimits): boolean {
  return (
    group.orders.length + 1 <= (maxOrders ?? Number.POSITIVE_INFINITY) &&
    group.lines + order.lines <= (maxLines ?? Number.POSITIVE_INFINITY) &&
    (group.weight_g ?? 0) + (order.weight_g ?? 0) <= (maxWeightG ?? Number.POSITIVE_INFINITY)
  );
}

function add(group: OrderGroup, order: Groupable): void {
  group.orders.push(order);
  group.lines += order.lines;
  group.weight_g = group.weight_g === null || order.weight_g === null ? null : group.weight_g + order.weight_g;
}
