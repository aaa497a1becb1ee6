/** Units of a part that belong to an order. */
export interface Share {
  readonly orderId: number;
  readonly qty: number;
}

/**
 * Shares the units of a scan among orders: one order gets all of them if it can, and else each order as many as it lacks.
 * @param rows what orders have; an order may have several rows
 * @param units null for a measured part: all units of an order move together
 * @param isFirst whether an order comes first, so that its units stay together
 * @returns what each order gives; null if all together have fewer
 */
export function sharesOf(
  rows: readonly Share[],
  units: number | null,
  isFirst: (orderId: number) => boolean,
): readonly Share[] | null {
  const quantities = new Map<number, number>();
  for (const { orderId, qty } of rows) quantities.set(orderId, (quantities.get(orderId) ?? 0) + qty);
  const orders = [...quantities]
    .map(([orderId, qty]) => ({ orderId, qty }))
    .filter(({ qty }) => qty > 0)
    .sort((a, b) => Number(isFirst(b.orderId)) - Number(isFirst(a.orderId)));
  if (units === null) return orders.length > 0 ? orders.slice(0, 1) : null;
  const whole = orders.find(({ qty }) => qty >= units);
  if (whole) return [{ orderId: whole.orderId, qty: units }];
  let left = units;
  const shares = orders.flatMap(({ orderId, qty }) => {
    const share = Math.min(left, qty);
    left -= share;
    return share > 0 ? [{ orderId, qty: share }] : [];
  });
  return left > 0 ? null : shares;
}
