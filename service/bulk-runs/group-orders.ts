/** An order as far as it decides which pick it goes into. */
export interface Groupable {
  readonly id: number;
  readonly site_id: number;
  /** What orders of one group share, such as the customer; null where the order has none, and so goes by itself. */
  readonly key: string | null;
  readonly lines: number;
  /** Null where nobody knows. */
  readonly weight_g: number | null;
}

/** How large a group may be; undefined for no limit. */
export interface GroupLimits {
  readonly maxOrders?: number | undefined;
  readonly maxLines?: number | undefined;
  readonly maxWeightG?: number | undefined;
}

export interface OrderGroup {
  readonly key: string | null;
  readonly orders: Groupable[];
  lines: number;
  /** Null where the weight of an order in it is unknown. */
  weight_g: number | null;
}

/**
 * Puts orders together that share a key and a site, in their order: a group is filled until the next order would be too much for
 * it, and then another one begins. An order is never divided: one that is too large alone is a group by itself, and where weights
 * are limited so is one of unknown weight.
 * @returns the groups in the order of their first orders
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
    const begun: OrderGroup = { key: order.key, orders: [], lines: 0, weight_g: 0 };
    add(begun, order);
    groups.push(begun);
    if (!alone) filling.set(shelf, begun);
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
