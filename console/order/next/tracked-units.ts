/** Units of a part with lots or serial numbers, as an adjustment names them. */
export interface TrackedUnits {
  readonly lot?: string;
  readonly serial?: string;
  readonly qty?: number;
  readonly expires_on?: string;
}

/**
 * Returns the units that a text names: a serial number a line, or a lot a line with its quantity. One lot alone has all units.
 * @param expires the common expiry date of the units; empty without a date
 */
export function unitsOf(text: string, kind: string, qty: number, expires: string): TrackedUnits[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const day = expires === '' ? {} : { expires_on: expires };
  if (kind === 'none') return [];
  if (kind !== 'lot') return lines.map((serial) => ({ serial, ...day }));
  return lines.map((line) => {
    const [, lot = line, own] = /^(.*\S)\s+(\d+(?:\.\d+)?)$/.exec(line) ?? [];
    return { lot, qty: own ? Number(own) : qty, ...day };
  });
}
