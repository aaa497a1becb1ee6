import type { Placement } from '../../../drawing/carton.ts';
import { packingOrder } from '../../../drawing/packing-order.ts';

/** How far a drawing has built up, and the unit that was scanned last. Units have numbers from 1 in the packing order. */
export interface PictureStep {
  readonly upto: number;
  readonly lit?: number;
}

/**
 * Returns how far a carton is packed, whose units have places. A scan is of the next unit of its part in the packing order. A unit is
 * drawn once all are in that come before it: until then only its outline shows where it goes.
 * @param checked the units of each part that were scanned
 * @param litPart the part that was scanned last
 */
export function pictureStep(
  placements: readonly Placement[],
  checked: ReadonlyMap<number, number>,
  litPart: number | null,
): PictureStep {
  const left = new Map(checked);
  const order = packingOrder(placements).map((index) => placements[index]?.part_id ?? 0);
  const isIn = order.map((partId) => {
    const units = left.get(partId) ?? 0;
    left.set(partId, units - 1);
    return units > 0;
  });
  const firstMissing = isIn.indexOf(false);
  const upto = firstMissing < 0 ? order.length : firstMissing;
  const lit = order.findLastIndex((partId, index) => partId === litPart && isIn[index]) + 1;
  return lit > 0 ? { upto, lit } : { upto };
}
