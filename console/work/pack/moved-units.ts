import type { Sendings } from '../queue/entry.ts';

/** Units of an order's part, by the names of the service. */
export interface Units {
  readonly part_id: number;
  readonly order_id: number;
  readonly qty: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

/** Units that a call moves. */
export interface Moved extends Units {
  readonly cartonId: number;
  /** Where the carton is that they leave; null for units that are in none. */
  readonly fromLocationId: number | null;
  readonly isScanned: boolean;
}

const numberOrNull = (value: unknown) => (value === undefined ? null : Number(value));

/** Returns the units that a call moves. */
export function movedBy({ body, order_id, is_scanned = false }: Sendings['moveItem']): Moved {
  const { lot = null, serial = null } = body.tracking?.[0] ?? {};
  return {
    ...{ part_id: Number(body.part_id), order_id: Number(body.order_id ?? order_id), qty: Number(body.qty) },
    ...{ lot, serial, cartonId: Number(body.add_carton_id), fromLocationId: numberOrNull(body.subtract_location_id) },
    isScanned: is_scanned,
  };
}

/** The service finds units by their serial number or lot; of the others it knows the order. */
function isOf(row: Units, { part_id, order_id, lot, serial }: Units): boolean {
  if (row.part_id !== part_id) return false;
  if (serial !== null) return row.serial === serial;
  return lot !== null ? row.lot === lot : row.order_id === order_id;
}

/** Returns the contents of a carton that some units have left. An order may have a part in several rows, such as one for each lot. */
export function withoutUnits<Row extends Units>(rows: readonly Row[], moved: Units): Row[] {
  let left = moved.qty;
  return rows.flatMap((row) => {
    if (!isOf(row, moved)) return [row];
    const taken = Math.min(left, row.qty);
    left -= taken;
    return taken < row.qty ? [{ ...row, qty: row.qty - taken }] : [];
  });
}
