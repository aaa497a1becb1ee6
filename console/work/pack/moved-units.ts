/** Units of an order's part, by the names of the service. */
export interface Units {
  readonly part_id: number;
  readonly order_id: number;
  readonly qty: number;
}

/** Returns the units that the body of a move names. */
export const unitsOf = (body: Partial<Record<'part_id' | 'order_id' | 'qty', unknown>>): Units => ({
  part_id: Number(body.part_id),
  order_id: Number(body.order_id),
  qty: Number(body.qty),
});

/** Returns the contents of a carton that some units have left. An order may have a part in several rows, such as one for each lot. */
export function withoutUnits<Row extends Units>(rows: readonly Row[], moved: Units): Row[] {
  let left = moved.qty;
  return rows.flatMap((row) => {
    if (row.part_id !== moved.part_id || row.order_id !== moved.order_id) return [row];
    const taken = Math.min(left, row.qty);
    left -= taken;
    return taken < row.qty ? [{ ...row, qty: row.qty - taken }] : [];
  });
}
