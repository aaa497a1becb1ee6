import type { PackedCarton } from './units.ts';

/** Returns whether the goods of two orders may be in one carton. */
export type IsOneParcel = (one: number, other: number) => boolean;

/** Returns whether the goods of an order may be added to the contents of a carton. */
export const fitsInto = (orderId: number, { contents }: PackedCarton, isOneParcel: IsOneParcel): boolean =>
  contents.every((content) => isOneParcel(orderId, content.orderId));

/** Returns an open carton for the goods of an order: one with goods of its parcel or else an empty one. */
export function cartonFor(
  orderId: number,
  cartons: readonly PackedCarton[],
  isOneParcel: IsOneParcel,
): PackedCarton | undefined {
  const fitting = cartons.filter((carton) => carton.isOpen && fitsInto(orderId, carton, isOneParcel));
  return fitting.find(({ contents }) => contents.length > 0) ?? fitting[0];
}
