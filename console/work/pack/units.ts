import type { ScannedPart } from '../part-codes.ts';

/** The units of a part that an order has on a pack. */
export interface PackedLine {
  readonly part: ScannedPart;
  readonly orderId: number;
  readonly order: string;
  readonly qty: number;
  /** Of them, those that are in no carton; scans that are not sent yet have taken theirs. */
  readonly loose: number;
}

/** Units of a part in a carton. */
export interface Content {
  readonly partId: number;
  readonly orderId: number;
  readonly qty: number;
}

/** A carton of a pack with what is in it, the scans included that are not sent yet. */
export interface PackedCarton {
  readonly id: number;
  /** The number on its label. */
  readonly name: string;
  readonly codes: readonly string[];
  readonly isOpen: boolean;
  /** Where its units are, for the service. */
  readonly locationId: number;
  readonly contents: readonly Content[];
}

/** What somebody has checked by a scan of the units that were in a carton already, by carton and part. */
export type CheckedUnits = ReadonlyMap<string, number>;

export const checkKey = (cartonId: number, partId: number): string => `${cartonId}/${partId}`;

/** Returns the units of a part in a carton. */
export const unitsIn = ({ contents }: PackedCarton, partId: number): number =>
  contents.filter((content) => content.partId === partId).reduce((sum, { qty }) => sum + qty, 0);

/** Returns the units of all cartons that nobody has checked. */
export function uncheckedUnits(cartons: readonly PackedCarton[], checked: CheckedUnits): number {
  const keys = new Map<string, number>();
  for (const { id, contents } of cartons) {
    for (const { partId, qty } of contents) {
      const key = checkKey(id, partId);
      keys.set(key, (keys.get(key) ?? 0) + qty);
    }
  }
  return [...keys].reduce((sum, [key, qty]) => sum + Math.max(0, qty - (checked.get(key) ?? 0)), 0);
}
