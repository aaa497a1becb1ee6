import type { Barcode } from '../../../barcodes/read.ts';
import { type ScannedPart, unitsOf } from '../part-codes.ts';
import { type CheckedUnits, checkKey, type PackedCarton, type PackedLine, unitsIn } from './units.ts';

export interface Situation {
  readonly lines: readonly PackedLine[];
  readonly cartons: readonly PackedCarton[];
  /** The carton into which units go now. */
  readonly cartonId: number | null;
  /** The carton out of which units go into it; null for units that are in none. */
  readonly fromCartonId: number | null;
  readonly checked: CheckedUnits;
  /** The unit of a part with serial numbers that waits for its number. */
  readonly pendingPart: number | null;
  /** Kinds of cartons, whose codes are on their shelves. */
  readonly types: readonly { readonly id: number; readonly name: string }[];
}

/** Units that go into a carton. */
export interface Move {
  readonly cartonId: number;
  /** The carton that they leave; null for units that are in none. */
  readonly fromCartonId: number | null;
  readonly partId: number;
  readonly orderId: number;
  readonly qty: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

export type Wrong =
  | { readonly why: 'all-packed'; readonly part: ScannedPart }
  | { readonly why: 'too-many'; readonly part: ScannedPart; readonly units: number; readonly loose: number }
  | { readonly why: 'not-in-carton'; readonly part: ScannedPart; readonly carton: PackedCarton }
  | { readonly why: 'no-carton' }
  | { readonly why: 'closed-carton'; readonly carton: PackedCarton };

export type Verdict =
  | { readonly kind: 'move'; readonly move: Move; readonly part: ScannedPart; readonly isLast: boolean }
  /** Units that were in the carton already: the packer has them in their hands, and puts them in. */
  | { readonly kind: 'check'; readonly cartonId: number; readonly part: ScannedPart; readonly units: number }
  | { readonly kind: 'carton'; readonly carton: PackedCarton }
  | { readonly kind: 'new-carton'; readonly typeId: number }
  | { readonly kind: 'ask-serial'; readonly part: ScannedPart }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  | { readonly kind: 'unknown' };

/** Judges a scan of a pack by what is loaded, without the service. */
export function judge(code: Barcode, situation: Situation): Verdict {
  const { lines, cartons, types, pendingPart } = situation;
  const carton = cartons.find(({ codes }) => codes.some((one) => one.toLowerCase() === code.text.toLowerCase()));
  if (carton)
    return carton.isOpen ? { kind: 'carton', carton } : { kind: 'wrong', wrong: { why: 'closed-carton', carton } };
  const ofPart = lines.filter(({ part }) => unitsOf(code, part) !== null);
  const pending = lines.find(({ part }) => part.id === pendingPart)?.part;
  if (pending && ofPart.length === 0) {
    const ofPending = lines.filter(({ part }) => part.id === pending.id);
    return judgeUnits(
      { ofPart: ofPending, part: pending, units: 1, lot: null, serial: code.gs1?.serial ?? code.text },
      situation,
    );
  }
  const part = ofPart[0]?.part;
  if (!part) {
    const type = types.find(({ name }) => name.toLowerCase() === code.text.toLowerCase());
    return type ? { kind: 'new-carton', typeId: type.id } : { kind: 'unknown' };
  }
  const units = unitsOf(code, part) ?? 1;
  const { lot = null, serial = null } = code.gs1 ?? {};
  return judgeUnits({ ofPart, part, units, lot, serial }, situation);
}

interface Units {
  readonly ofPart: readonly PackedLine[];
  readonly part: ScannedPart;
  readonly units: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

function judgeUnits(scanned: Units, situation: Situation): Verdict {
  const { ofPart, part, units } = scanned;
  const from = situation.cartons.find(({ id }) => id === situation.fromCartonId);
  if (from && from.id !== situation.cartonId) return judgeFromCarton(scanned, from, situation);
  const loose = ofPart.reduce((sum, line) => sum + line.loose, 0);
  if (loose === 0) return judgeCheck(part, units, situation);
  const carton = situation.cartons.find(({ id, isOpen }) => id === situation.cartonId && isOpen);
  if (!carton) return { kind: 'wrong', wrong: { why: 'no-carton' } };
  if (asksSerial(scanned)) return { kind: 'ask-serial', part };
  const line = lineFor(carton, ofPart, units);
  if (!line) return { kind: 'wrong', wrong: { why: 'too-many', part, units, loose } };
  const qty = part.isWhole ? units : line.loose;
  const move = moveOf(scanned, { cartonId: carton.id, fromCartonId: null, orderId: line.orderId, qty });
  const allLoose = situation.lines.reduce((sum, one) => sum + one.loose, 0);
  return { kind: 'move', move, part, isLast: allLoose <= qty };
}

const asksSerial = ({ part, serial }: Units) => part.tracking === 'serial' && serial === null;

const moveOf = (
  { part, lot, serial }: Units,
  more: Pick<Move, 'cartonId' | 'fromCartonId' | 'orderId' | 'qty'>,
): Move => ({
  ...{ ...more, partId: part.id },
  ...{ lot: part.tracking === 'lot' ? lot : null, serial: part.tracking === 'serial' ? serial : null },
});

/** Judges units that leave one carton for another. */
function judgeFromCarton(scanned: Units, from: PackedCarton, { cartons, cartonId }: Situation): Verdict {
  const { part, units } = scanned;
  const target = cartons.find(({ id, isOpen }) => id === cartonId && isOpen);
  if (!target) return { kind: 'wrong', wrong: { why: 'no-carton' } };
  const inside = unitsIn(from, part.id);
  if (inside === 0) return { kind: 'wrong', wrong: { why: 'not-in-carton', part, carton: from } };
  if (asksSerial(scanned)) return { kind: 'ask-serial', part };
  const content = from.contents.find(({ partId, qty }) => partId === part.id && (!part.isWhole || qty >= units));
  if (!content) return { kind: 'wrong', wrong: { why: 'too-many', part, units, loose: inside } };
  const qty = part.isWhole ? units : content.qty;
  const move = moveOf(scanned, { cartonId: target.id, fromCartonId: from.id, orderId: content.orderId, qty });
  return { kind: 'move', move, part, isLast: false };
}

/** Returns the line of which units go into a carton: of an order that is in it already, so that orders stay together. */
function lineFor(carton: PackedCarton, ofPart: readonly PackedLine[], units: number): PackedLine | undefined {
  const possible = ofPart.filter((line) => line.loose >= (line.part.isWhole ? units : 0) && line.loose > 0);
  return possible.find(({ orderId }) => carton.contents.some((content) => content.orderId === orderId)) ?? possible[0];
}

/** A part that is in cartons already is checked, in the carton at hand first. */
function judgeCheck(part: ScannedPart, units: number, { cartons, cartonId, checked }: Situation): Verdict {
  const left = (carton: PackedCarton) => unitsIn(carton, part.id) - (checked.get(checkKey(carton.id, part.id)) ?? 0);
  const atHand = [...cartons].sort((a, b) => Number(b.id === cartonId) - Number(a.id === cartonId));
  const carton = atHand.find((one) => left(one) >= (part.isWhole ? units : Number.MIN_VALUE));
  if (carton) return { kind: 'check', cartonId: carton.id, part, units: part.isWhole ? units : left(carton) };
  const most = Math.max(0, ...cartons.map(left));
  if (most > 0) return { kind: 'wrong', wrong: { why: 'too-many', part, units, loose: most } };
  return { kind: 'wrong', wrong: { why: 'all-packed', part } };
}
