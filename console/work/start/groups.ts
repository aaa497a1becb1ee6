/** The contents of a new pick: chosen orders, or all pickable lines for customers, to countries, or of parts. */
export const groupings = ['order', 'customer', 'destination', 'part'] as const;

export type Grouping = (typeof groupings)[number];

/** Units to pick of one order. */
export interface OpenUnits {
  readonly order_id: number;
  readonly qty: number;
}

/** Units to pick that belong together. */
export interface Group<Key> {
  readonly key: Key;
  readonly name: string;
  readonly orders: number;
  readonly qty: number;
}

/**
 * Groups units, in the order of their first rows: orders that leave first are at the top.
 * @param keyOf the group; null for units that belong to none
 */
export function groupsOf<Row extends OpenUnits, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key | null,
  nameOf: (row: Row) => string,
): Group<Key>[] {
  const groups = new Map<Key, { name: string; orders: Set<number>; qty: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key) ?? { name: nameOf(row), orders: new Set(), qty: 0 };
    group.orders.add(row.order_id);
    group.qty += row.qty;
    groups.set(key, group);
  }
  return [...groups].map(([key, { name, orders, qty }]) => ({ key, name, orders: orders.size, qty }));
}
