import type { Sendings } from '../queue/entry.ts';
import type { Move } from './judge.ts';
import type { PackedCarton } from './units.ts';

/**
 * Returns what a move sends. Lots and serial numbers tell the service which order the units belong to: the page
 * only guesses it.
 */
export function sendingOf(
  packId: number,
  { cartonId, fromCartonId, partId, orderId, qty, lot, serial }: Move,
  cartons: readonly PackedCarton[],
  isScanned: boolean,
): Sendings['moveItem'] {
  const from = cartons.find(({ id }) => id === fromCartonId);
  const tracking = serial !== null ? [{ serial }] : lot !== null ? [{ lot, qty }] : null;
  return {
    pack_id: packId,
    body: {
      ...{ add_carton_id: cartonId, part_id: partId, qty },
      ...(tracking ? { tracking } : { order_id: orderId }),
      ...(from && { subtract_location_id: from.locationId }),
    },
    order_id: orderId,
    is_scanned: isScanned,
  };
}
