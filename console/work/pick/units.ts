import { grouped } from '../../../lib/grouped.ts';
import type { Count, Verdict } from './judge.ts';
import { exact, type Line, openUnits } from './lines.ts';

/** Units of a part that people count, as a scan names them. */
export interface Units {
  /** The line that the scan is about. */
  readonly line: Line;
  /** The open lines of the part that the picker can fill here, in the order that scans fill them. */
  readonly open: readonly Line[];
  readonly units: number;
  readonly lot: string | null;
  readonly serial: string | null;
  /** All lines of the pick. */
  readonly lines: readonly Line[];
}

/** Judges units that are named by a scan, and asks for the lot or the serial number that they lack. */
export function judgeUnits({ line, open, units, lot, serial, lines }: Units): Verdict {
  const { tracking } = line.part;
  if (tracking === 'serial' && serial !== null) return judgeSerial(line, serial, lines);
  const ofLot = tracking === 'lot' && lot !== null ? open.filter((one) => takesLot(one, lot)) : open;
  if (lot !== null && ofLot.length === 0) return { kind: 'wrong', wrong: { why: 'other-lot', line, lot } };
  const filled = spread(ofLot, units);
  if (filled === null) {
    const [first = []] = placesOf(ofLot);
    return { kind: 'wrong', wrong: { why: 'too-many', line: first[0] ?? line, units, open: openOf(first) } };
  }
  const isNamed = tracking === 'none' || (tracking === 'lot' && lot !== null);
  if (!isNamed) return { kind: 'ask', line, pending: { lineId: line.id, units, lot } };
  const ofUnits = { lot: tracking === 'lot' ? lot : null, serial: null };
  return { kind: 'count', counts: filled.map(({ line: of, qty }) => countOf(of, { ...ofUnits, qty })) };
}

/** Another unit of the part is as good as one that is reserved: the service exchanges them. */
function judgeSerial(line: Line, serial: string, lines: readonly Line[]): Verdict {
  const ofPart = lines.filter(({ part }) => part.id === line.part.id);
  if (ofPart.some(({ serials }) => serials.includes(serial))) {
    return { kind: 'wrong', wrong: { why: 'serial-twice', line, serial } };
  }
  const own = ofPart.find((one) => openUnits(one) > 0 && one.take.some((unit) => unit.serial === serial)) ?? line;
  return { kind: 'count', counts: [countOf(own, { qty: 1, lot: null, serial })] };
}

const takesLot = ({ take }: Line, lot: string) => take.some((units) => units.lot === lot);

/** Returns a count of a line, at the place where its units are taken. */
export const countOf = (line: Line, units: Pick<Count, 'qty' | 'lot' | 'serial'>): Count => ({
  lineId: line.id,
  locationId: line.place?.id ?? null,
  ...units,
});

const openOf = (lines: readonly Line[]) => exact(lines.reduce((sum, line) => sum + openUnits(line), 0));

/** Returns lines by their places, in their order: the units of a case are at one place. */
const placesOf = (open: readonly Line[]): Line[][] => [...grouped(open, ({ place }) => place?.id).values()];

/**
 * Gives units to lines of the first place that can take them all: to one line if it can, or else to several, which are of several orders.
 * @returns null if no place can
 */
function spread(open: readonly Line[], units: number): { readonly line: Line; readonly qty: number }[] | null {
  const there = placesOf(open).find((lines) => openOf(lines) >= units);
  if (!there) return null;
  const single = there.find((line) => openUnits(line) >= units);
  if (single) return [{ line: single, qty: units }];
  let left = units;
  return there.flatMap((line) => {
    const qty = Math.min(left, openUnits(line));
    left = exact(left - qty);
    return qty > 0 ? [{ line, qty }] : [];
  });
}
