import type { Barcode } from '../../../lib/barcodes/read.ts';
import { carriedUnit, isText, unitOf } from '../codes.ts';
import { type ScannedPart, unitsOf } from '../part-codes.ts';
import { cartonFor, fitsInto, type IsOneParcel } from './parcels.ts';
import { type Share, sharesOf } from './shares.ts';
import { atHandFirst, type CheckedUnits, type PackedCarton, type PackedLine, uncheckedIn } from './units.ts';

/** Units of a part that wait for their lot or serial number. */
export interface Pending {
  readonly partId: number;
  readonly units: number;
}

export interface Situation {
  readonly lines: readonly PackedLine[];
  readonly cartons: readonly PackedCarton[];
  /** The carton into which units go now. */
  readonly cartonId: number | null;
  /** The carton that the units leave; null for units outside cartons. */
  readonly fromCartonId: number | null;
  readonly checked: CheckedUnits;
  readonly pending: Pending | null;
  readonly isOneParcel: IsOneParcel;
  /** Kinds of cartons, whose codes are on their shelves. */
  readonly types: readonly { readonly id: number; readonly name: string }[];
}

/** Units that go into a carton. */
export interface Move {
  readonly cartonId: number;
  /** The carton that they leave; null for units that are in none. */
  readonly fromCartonId: number | null;
  readonly partId: number;
  /** Of units with a lot or a serial number the service knows the order, and the page supposes it. */
  readonly orderId: number;
  readonly qty: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

export type Wrong =
  | { readonly why: 'all-packed'; readonly part: ScannedPart }
  | { readonly why: 'too-many'; readonly part: ScannedPart; readonly units: number; readonly loose: number }
  | { readonly why: 'too-many-to-check'; readonly part: ScannedPart; readonly units: number; readonly most: number }
  /** `unit` is the lot or the serial number that the carton has not, though it has the part. */
  | {
      readonly why: 'not-in-carton';
      readonly part: ScannedPart;
      readonly unit: string | null;
      readonly carton: PackedCarton;
    }
  | {
      readonly why: 'serial-twice';
      readonly part: ScannedPart;
      readonly serial: string;
      readonly carton: PackedCarton;
    }
  | { readonly why: 'no-carton' }
  /** The carton at hand is another parcel. The goods go into `carton`, or into a new one. */
  | { readonly why: 'other-parcel'; readonly order: string; readonly carton: PackedCarton | undefined }
  | { readonly why: 'choose-target'; readonly carton: PackedCarton }
  | { readonly why: 'closed-carton'; readonly carton: PackedCarton };

export type Verdict =
  /** A case may be of units for several orders: each order has its move. */
  | { readonly kind: 'move'; readonly moves: readonly Move[]; readonly part: ScannedPart }
  /** Units that were in the carton already: the packer has them in their hands, and puts them in. */
  | { readonly kind: 'check'; readonly cartonId: number; readonly part: ScannedPart; readonly units: number }
  | { readonly kind: 'carton'; readonly carton: PackedCarton }
  | { readonly kind: 'new-carton'; readonly typeId: number }
  /** Asks for the lot or the serial number. */
  | { readonly kind: 'ask'; readonly part: ScannedPart; readonly units: number }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  | { readonly kind: 'unknown' };

const isWrong = (wrong: Wrong): Verdict => ({ kind: 'wrong', wrong });

/** Judges a scan of a pack by the loaded data, without the service. */
export function judge(code: Barcode, situation: Situation): Verdict {
  const { lines, cartons, types, pending } = situation;
  const carton = cartons.find(({ codes }) => codes.some((one) => isText(code, one)));
  if (carton) return carton.isOpen ? { kind: 'carton', carton } : isWrong({ why: 'closed-carton', carton });
  const ofPart = lines.filter(({ part }) => unitsOf(code, part) !== null);
  const ofPending = lines.filter(({ part }) => part.id === pending?.partId);
  const unnamed = ofPending[0]?.part;
  if (pending && unnamed && ofPart.length === 0) {
    const known = unitsInCartons(cartons, unnamed);
    const named = { lot: unitOf(code, 'lot', known.lots), serial: unitOf(code, 'serial', known.serials) };
    return judgeUnits(scannedUnits(ofPending, unnamed, pending.units, named), situation);
  }
  const part = ofPart[0]?.part;
  if (!part) {
    const type = types.find(({ name }) => isText(code, name));
    return type ? { kind: 'new-carton', typeId: type.id } : { kind: 'unknown' };
  }
  const known = unitsInCartons(cartons, part);
  const named = { lot: carriedUnit(code, 'lot', known.lots), serial: carriedUnit(code, 'serial', known.serials) };
  return judgeUnits(scannedUnits(ofPart, part, unitsOf(code, part) ?? 1, named), situation);
}

/** Returns the lots and serial numbers of the units of a part in cartons. */
function unitsInCartons(cartons: readonly PackedCarton[], part: ScannedPart) {
  const contents = cartons.flatMap((carton) => carton.contents).filter(({ partId }) => partId === part.id);
  return { lots: contents.map(({ lot }) => lot), serials: contents.map(({ serial }) => serial) };
}

interface Units {
  readonly ofPart: readonly PackedLine[];
  readonly part: ScannedPart;
  readonly units: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

type Named = { readonly lot?: string | null; readonly serial?: string | null };

/** A serial number is of one unit, whatever code it came with. */
function scannedUnits(ofPart: readonly PackedLine[], part: ScannedPart, units: number, named: Named): Units {
  const { lot = null, serial = null } = named;
  if (part.tracking === 'serial') return { ofPart, part, units: 1, lot: null, serial };
  return { ofPart, part, units, lot: part.tracking === 'lot' ? lot : null, serial: null };
}

function judgeUnits(scanned: Units, situation: Situation): Verdict {
  const { ofPart, part, units, serial } = scanned;
  const { cartons, cartonId, fromCartonId } = situation;
  const from = cartons.find(({ id }) => id === fromCartonId);
  if (from) {
    return from.id === cartonId
      ? isWrong({ why: 'choose-target', carton: from })
      : judgeFromCarton(scanned, from, situation);
  }
  const loose = ofPart.reduce((sum, line) => sum + line.loose, 0);
  if (loose === 0) return judgeCheck(scanned, situation);
  const carton = cartons.find(({ id, isOpen }) => id === cartonId && isOpen);
  if (!carton) return isWrong({ why: 'no-carton' });
  const rows = ofPart.filter((line) => line.loose > 0).map(({ orderId, loose: qty }) => ({ orderId, qty }));
  const own = ofOneParcel(rows, carton, situation);
  if (own.length === 0) return isWrong(otherParcel(rows[0]?.orderId, situation));
  const shares = sharesOf(own, part.isWhole ? units : null, hasOrder(carton));
  if (!shares) return isWrong({ why: 'too-many', part, units, loose: own.reduce((sum, { qty }) => sum + qty, 0) });
  if (isUnnamed(scanned)) return { kind: 'ask', part, units };
  const isIn = ({ contents }: PackedCarton) =>
    contents.some((content) => content.partId === part.id && content.serial === serial);
  const before = serial === null ? undefined : cartons.find(isIn);
  if (before && serial !== null) return isWrong({ why: 'serial-twice', part, serial, carton: before });
  return { kind: 'move', part, moves: movesOf(scanned, shares, carton, null) };
}

/** Returns the units that may go into a carton together. Those of orders that are in it come first. */
function ofOneParcel<Row extends { readonly orderId: number }>(
  rows: readonly Row[],
  carton: PackedCarton,
  { isOneParcel }: Pick<Situation, 'isOneParcel'>,
): Row[] {
  const own: Row[] = [];
  const isIn = hasOrder(carton);
  for (const row of [...rows].sort((a, b) => Number(isIn(b.orderId)) - Number(isIn(a.orderId)))) {
    if (fitsInto(row.orderId, carton, isOneParcel) && own.every((one) => isOneParcel(one.orderId, row.orderId)))
      own.push(row);
  }
  return own;
}

/** Returns where the units of an order go that are another parcel than the carton at hand. */
export function otherParcel(
  orderId: number | undefined,
  { lines, cartons, fromCartonId, isOneParcel }: Pick<Situation, 'lines' | 'cartons' | 'fromCartonId' | 'isOneParcel'>,
): Wrong {
  const order = lines.find((line) => line.orderId === orderId)?.order ?? '';
  const others = cartons.filter(({ id }) => id !== fromCartonId);
  return {
    why: 'other-parcel',
    order,
    carton: orderId === undefined ? undefined : cartonFor(orderId, others, isOneParcel),
  };
}

const isUnnamed = ({ part, lot, serial }: Units) =>
  (part.tracking === 'serial' && serial === null) || (part.tracking === 'lot' && lot === null);

/** Orders that are in a carton already come first, so that they stay together. */
const hasOrder = (carton: PackedCarton) => (orderId: number) =>
  carton.contents.some((content) => content.orderId === orderId);

const movesOf = (
  { part, lot, serial }: Units,
  shares: readonly Share[],
  target: PackedCarton,
  from: PackedCarton | null,
): Move[] =>
  shares.map(({ orderId, qty }) => ({
    ...{ cartonId: target.id, fromCartonId: from?.id ?? null, partId: part.id, orderId, qty },
    ...{ lot, serial },
  }));

/** Judges units that leave one carton for another. */
function judgeFromCarton(scanned: Units, from: PackedCarton, situation: Situation): Verdict {
  const { cartons, cartonId } = situation;
  const { part, units } = scanned;
  const target = cartons.find(({ id, isOpen }) => id === cartonId && isOpen);
  if (!target) return isWrong({ why: 'no-carton' });
  const inside = from.contents.filter(({ partId }) => partId === part.id);
  if (inside.length === 0) return isWrong({ why: 'not-in-carton', part, unit: null, carton: from });
  const named = part.tracking === 'lot' ? { ...scanned, lot: scanned.lot ?? onlyLot(inside) } : scanned;
  if (isUnnamed(named)) return { kind: 'ask', part, units };
  const { lot, serial } = named;
  const rows = inside.filter((row) => (lot === null || row.lot === lot) && (serial === null || row.serial === serial));
  if (rows.length === 0) return isWrong({ why: 'not-in-carton', part, unit: serial ?? lot, carton: from });
  const own = ofOneParcel(rows, target, situation);
  if (own.length === 0) return isWrong(otherParcel(rows[0]?.orderId, situation));
  const shares = sharesOf(own, part.isWhole ? units : null, hasOrder(target));
  if (shares) return { kind: 'move', part, moves: movesOf(named, shares, target, from) };
  return isWrong({ why: 'too-many', part, units, loose: own.reduce((sum, { qty }) => sum + qty, 0) });
}

/** If all units of a carton have one lot, it needs no question. */
function onlyLot(contents: readonly { readonly lot: string | null }[]): string | null {
  const lots = new Set(contents.map(({ lot }) => lot));
  return lots.size === 1 ? (contents[0]?.lot ?? null) : null;
}

/** A part that is in cartons already is checked, in the carton at hand first. */
function judgeCheck({ part, units }: Units, { cartons, cartonId, checked }: Situation): Verdict {
  const left = (carton: PackedCarton) => uncheckedIn(carton, part.id, checked);
  const carton = atHandFirst(cartons, cartonId).find((one) => left(one) >= (part.isWhole ? units : Number.MIN_VALUE));
  if (carton) return { kind: 'check', cartonId: carton.id, part, units: part.isWhole ? units : left(carton) };
  const most = Math.max(0, ...cartons.map(left));
  return isWrong(most > 0 ? { why: 'too-many-to-check', part, units, most } : { why: 'all-packed', part });
}
