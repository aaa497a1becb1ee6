import type { ScannedPart } from '../part-codes.ts';

/** The units of a part that an order has on a pack. */
export interface PackedLine {
  readonly part: ScannedPart;
  readonly orderId: number;
  readonly order: string;
  readonly qty: number;
  /** Of them, those that are in no carton; scans that are not sent yet have taken theirs. */
  readonly loose: number;
  /** Units that have left for a carton, and the service does not know of it yet. */
  readonly unsent: number;
}

/** Units of a part in a carton. */
export interface Content {
  readonly partId: number;
  readonly orderId: number;
  readonly qty: number;
  readonly lot: string | null;
  readonly serial: string | null;
  /** Whether the service does not know yet that they are here. */
  readonly isUnsent: boolean;
}

/** A carton of a pack with its contents, including the unsent scans. */
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

/** The units that a scan has checked, by carton and part. */
export type CheckedUnits = ReadonlyMap<string, number>;

export const checkKey = (cartonId: number, partId: number): string => `${cartonId}/${partId}`;

/** Returns the units of a part in a carton. */
export const unitsIn = ({ contents }: PackedCarton, partId: number): number =>
  contents.filter((content) => content.partId === partId).reduce((sum, { qty }) => sum + qty, 0);

/** Returns the unchecked units of a part in a carton. */
export const uncheckedIn = (carton: PackedCarton, partId: number, checked: CheckedUnits): number =>
  Math.max(0, unitsIn(carton, partId) - (checked.get(checkKey(carton.id, partId)) ?? 0));

/** Returns the cartons, the one at hand first. */
export const atHandFirst = (cartons: readonly PackedCarton[], cartonId: number | null): PackedCarton[] =>
  [...cartons].sort((a, b) => Number(b.id === cartonId) - Number(a.id === cartonId));

const partsIn = ({ contents }: PackedCarton) => [...new Set(contents.map(({ partId }) => partId))];

/** Returns the unchecked units of all cartons. */
export const uncheckedUnits = (cartons: readonly PackedCarton[], checked: CheckedUnits): number =>
  cartons
    .flatMap((carton) => partsIn(carton).map((partId) => uncheckedIn(carton, partId, checked)))
    .reduce((sum, units) => sum + units, 0);

/** Returns the parts in a carton with their units. */
export const partsOf = (
  carton: PackedCarton,
  lines: readonly PackedLine[],
): { readonly id: number; readonly part: string; readonly qty: number }[] =>
  partsIn(carton).map((id) => ({
    ...{ id, qty: unitsIn(carton, id) },
    part: lines.find(({ part }) => part.id === id)?.part.number ?? `${id}`,
  }));

/** Returns the unchecked units of a carton by part. */
export const uncheckedPartsIn = (carton: PackedCarton, checked: CheckedUnits, lines: readonly PackedLine[]) =>
  partsOf(carton, lines)
    .map((one) => ({ ...one, qty: uncheckedIn(carton, one.id, checked) }))
    .filter(({ qty }) => qty > 0);

/** Returns a carton with unchecked units, and their part. */
export function nextToCheck(
  cartons: readonly PackedCarton[],
  checked: CheckedUnits,
): { readonly carton: PackedCarton; readonly partId: number } | undefined {
  for (const carton of cartons) {
    const partId = partsIn(carton).find((id) => uncheckedIn(carton, id, checked) > 0);
    if (partId !== undefined) return { carton, partId };
  }
  return undefined;
}

export interface CheckedMove {
  readonly cartonId: number;
  /** The carton that the units leave; null for units that are in none. */
  readonly fromCartonId: number | null;
  readonly partId: number;
  readonly qty: number;
  readonly isScanned: boolean;
}

/**
 * Returns the checked units after units have moved. A person who scans units has looked at them. It is unknown
 * which units have left their carton. They count as checked ones, so that no unchecked unit passes for checked.
 */
export function checkedAfter(
  checked: CheckedUnits,
  { cartonId, fromCartonId, partId, qty, isScanned }: CheckedMove,
): CheckedUnits {
  const next = new Map(checked);
  const add = (id: number, units: number) => {
    const key = checkKey(id, partId);
    next.set(key, Math.max(0, (next.get(key) ?? 0) + units));
  };
  if (fromCartonId !== null) add(fromCartonId, -qty);
  if (isScanned) add(cartonId, qty);
  return next;
}
