import type { Barcode } from '../../../lib/barcodes/read.ts';
import { carriedUnit } from '../codes.ts';
import { unitsOf } from '../part-codes.ts';
import type { Pending, Verdict } from './judge.ts';
import { exact, type Line, lotsOf, openUnits } from './lines.ts';
import { countOf } from './units.ts';

/** Parts that cannot be counted, such as cable: a scan names them, and a person enters the amount. */

/** @param open the open lines of the part that the picker can fill here, in the order that scans fill them */
export function judgeMeasured(code: Barcode, open: readonly Line[], line: Line): Verdict {
  const lot = line.part.tracking === 'lot' ? carriedUnit(code, 'lot', open.flatMap(lotsOf)) : null;
  const question = weighing(open, line, { units: amountOf(code, line), lot });
  return question ?? { kind: 'wrong', wrong: { why: 'other-lot', line, lot: lot ?? '' } };
}

/** Asks how much there is of a line, or of the one that takes the lot. @returns null if none takes it */
export function weighing(
  open: readonly Line[],
  line: Line,
  { units, lot }: Pick<Pending, 'units' | 'lot'>,
): (Verdict & { readonly kind: 'weigh' }) | null {
  const own = lot === null ? line : open.find((one) => lotsOf(one).includes(lot));
  if (!own) return null;
  const lots = own.part.tracking === 'lot' ? lotsOf(own) : [];
  // A single lot needs no choice.
  const [only = null] = lots.length === 1 ? lots : [];
  return { kind: 'weigh', line: own, pending: { lineId: own.id, units, lot: lot ?? only } };
}

/** Kilograms of a unit, by its name. */
const weights: Readonly<Record<string, number>> = { mg: 1e-6, g: 1e-3, kg: 1, t: 1e3 };

/** Returns how much a code says: the net weight of GS1, or the units of an article such as a reel. Null if it does not. */
function amountOf(code: Barcode, { part }: Line): number | null {
  const weight = weights[part.unit.toLowerCase()];
  const kilograms = code.gs1?.weight_kg ?? null;
  if (kilograms !== null && weight !== undefined) return exact(Number(kilograms) / weight);
  const units = unitsOf(code, part);
  return units === 1 && (code.gs1?.qty ?? null) === null ? null : units;
}

/** Judges how much a person says. */
export function judgeAmount(amount: number, { lot }: Pending, line: Line): Verdict {
  if (line.part.tracking === 'lot' && lot === null) return { kind: 'wrong', wrong: { why: 'no-lot', line } };
  const qty = exact(amount);
  if (qty > openUnits(line)) return { kind: 'wrong', wrong: { why: 'too-much', line } };
  return { kind: 'count', counts: [countOf(line, { qty, lot, serial: null })] };
}
