import type { Placement } from '../../../lib/drawing/carton.ts';
import { packingOrder } from '../../../lib/drawing/packing-order.ts';

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

/**
 * Returns the number of the unit to highlight in a drawing with a row for each part: the last one of the part.
 * @param contents in the order of their rows; a part may have several
 */
export function litInRows(
  contents: readonly { readonly part_id: number; readonly qty: number }[],
  litPart: number | null,
): number | undefined {
  const quantities = new Map<number, number>();
  for (const { part_id, qty } of contents) quantities.set(part_id, (quantities.get(part_id) ?? 0) + qty);
  let last = 0;
  for (const [partId, qty] of quantities) {
    // A part that is measured is one unit of the drawing.
    last += Number.isInteger(qty) ? qty : 1;
    if (partId === litPart) return last;
  }
  return undefined;
}
