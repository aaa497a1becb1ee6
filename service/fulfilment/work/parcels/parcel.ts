import { addressParts, type PlainAddress } from '../../../../lib/addresses/ship-to.ts';
import { grouped } from '../../../../lib/grouped.ts';

/** How the goods of an order are sent: what the label of a carton says. A value that is not set is null. */
export interface Parcel {
  readonly order_id: number;
  /** The number of the order. */
  readonly number: string;
  /** The ship-to address of the order. */
  readonly address: PlainAddress;
  readonly carrier: string | null;
  readonly service_level: string | null;
  /** Whether the operators' file lets the carrier take goods for several addresses in one carton. */
  readonly is_mixed: boolean;
}

/** A difference between two orders. */
export type Difference = 'address' | 'carrier' | 'service level';

/** An address without one of these is not complete, and so it is another one than an address that has it. */
const places = ['address_1', 'address_2', 'city', 'postal_code'] as const;
/** An address may lack these, because the rest of it says the same. */
const additions = ['name', 'region', 'country'] as const;

/**
 * Returns what keeps the goods of two orders out of one carton: a carton is a parcel, with one label. A value that is not set fits
 * all others, and so does every value where the operators' file allows mixed cartons for the carriers of the orders.
 */
export function differenceOf(one: Parcel, other: Parcel): Difference | null {
  const carried = [one, other].filter(({ carrier }) => carrier !== null);
  if (carried.length > 0 && carried.every(({ is_mixed }) => is_mixed)) return null;
  if (!isSameAddress(one.address, other.address)) return 'address';
  if (differ(one.carrier, other.carrier)) return 'carrier';
  return differ(one.service_level, other.service_level) ? 'service level' : null;
}

function isSameAddress(one: PlainAddress, other: PlainAddress): boolean {
  if (!isKnown(one) || !isKnown(other)) return true;
  return (
    places.every((field) => comparable(one[field]) === comparable(other[field])) &&
    additions.every((field) => !differ(one[field], other[field]))
  );
}

/** A name alone is no address. */
const isKnown = ({ name: _name, ...address }: PlainAddress): boolean =>
  Object.values(address).some((value) => comparable(value) !== '');

const differ = (one: string | null, other: string | null): boolean =>
  comparable(one) !== '' && comparable(other) !== '' && comparable(one) !== comparable(other);

/** People write one address with other capitals and blanks, such as `12 209 BERLIN`. */
const comparable = (text: string | null): string => (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '');

/** Returns the orders in groups, each of which fits into one carton. */
export function groupedByParcel(parcels: readonly Parcel[]): number[][] {
  const groups: Parcel[][] = [];
  for (const parcel of parcels) {
    const own = groups.find((group) => group.every((other) => differenceOf(parcel, other) === null));
    if (own) own.push(parcel);
    else groups.push([parcel]);
  }
  return groups.map((group) => group.map(({ order_id }) => order_id));
}

/** Orders whose goods go into one carton, whichever of them are in it. */
export interface ParcelOfOrders {
  readonly order_ids: readonly number[];
  /** The other orders whose goods may be in a carton with these. A value that is not set fits all others. */
  readonly fits_with: readonly number[];
}

/** Returns the orders in groups that say the same on a label, each with the others that it fits. */
export function parcelsOfOrders(parcels: readonly Parcel[]): ParcelOfOrders[] {
  const groups = [
    ...grouped(parcels, ({ order_id: _id, number: _number, ...label }) => JSON.stringify(label)).values(),
  ];
  const idsOf = (group: readonly Parcel[]) => group.map(({ order_id }) => order_id);
  return groups.map((group) => {
    const [first] = group;
    const fitting = groups.filter(
      (other) => other !== group && first && other[0] && differenceOf(first, other[0]) === null,
    );
    return { order_ids: idsOf(group), fits_with: fitting.flatMap(idsOf) };
  });
}

export interface Conflict {
  readonly parcel: Parcel;
  /** The goods that were in the carton before. */
  readonly other: Parcel;
  readonly difference: Difference;
}

/** Returns the first goods that do not fit to those before them. */
export function firstConflict(parcels: readonly Parcel[]): Conflict | null {
  for (const [place, parcel] of parcels.entries()) {
    for (const other of parcels.slice(0, place)) {
      const difference = differenceOf(parcel, other);
      if (difference) return { parcel, other, difference };
    }
  }
  return null;
}

/** Returns what keeps the goods apart, in words. */
export const conflictWords = ({ parcel, other, difference }: Conflict): string =>
  differenceWords[difference](parcel, other);

const differenceWords: Readonly<Record<Difference, (parcel: Parcel, other: Parcel) => string>> = {
  address: (parcel, other) => `it goes to ${addressWords(parcel)}, and ${other.number} to ${addressWords(other)}`,
  carrier: (parcel, other) => `it goes with ${parcel.carrier}, and ${other.number} with ${other.carrier}`,
  'service level': (parcel, other) =>
    `its service level is ${parcel.service_level}, and that of ${other.number} is ${other.service_level}`,
};

const addressWords = ({ address }: Parcel): string => addressParts(address).join(', ');
