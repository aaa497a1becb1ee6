import type { Barcode } from '../../../barcodes/read.ts';
import { unitsOf } from '../part-codes.ts';
import { type Line, nextStop, openUnits, type Place, stopsOf } from './lines.ts';

/** Where the picker is, and what they have scanned of a unit whose lot or serial number is to come. */
export interface Situation {
  readonly lines: readonly Line[];
  /** The place whose code was scanned last. */
  readonly atPlace: number | null;
  /** A unit of a tracked part that waits for its lot or serial number. */
  readonly pending: { readonly lineId: number; readonly units: number } | null;
}

/** Units that a scan counts. */
export interface Count {
  readonly lineId: number;
  readonly qty: number;
  readonly locationId: number | null;
  readonly lot: string | null;
  readonly serial: string | null;
}

/** Why a scan changes nothing. */
export type Wrong =
  | { readonly why: 'all-counted'; readonly line: Line }
  /** More units in one scan, such as a case, than are open. */
  | { readonly why: 'too-many'; readonly line: Line; readonly units: number }
  | { readonly why: 'other-lot'; readonly line: Line; readonly lot: string }
  | { readonly why: 'serial-twice'; readonly line: Line; readonly serial: string }
  /** Nothing is to be picked at the place any more. */
  | { readonly why: 'done-here'; readonly place: Place };

export type Verdict =
  | { readonly kind: 'count'; readonly count: Count; readonly line: Line; readonly isLast: boolean }
  | { readonly kind: 'place'; readonly place: Place }
  /** The next scan is to be the lot or the serial number. */
  | { readonly kind: 'ask'; readonly line: Line; readonly units: number }
  /** The part is sold by weight or length: a person says how much. */
  | { readonly kind: 'weigh'; readonly line: Line }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  /** Nothing of this pick has the code. The service may know what it is. */
  | { readonly kind: 'unknown' };

/** Judges a scan by what is loaded, without the service. */
export function judge(code: Barcode, situation: Situation): Verdict {
  const pending = situation.lines.find(({ id }) => id === situation.pending?.lineId);
  if (pending && situation.pending && pending.part.tracking !== 'none' && !isOwnPart(code, pending)) {
    return judgeTracking(code, pending, situation.pending.units, situation);
  }
  const place = placeOf(code, situation.lines);
  if (place) return judgePlace(place, situation.lines);
  return judgePart(code, situation);
}

/** Whether a person says how much of a line there is: a scan stands for a whole unit. */
export const isMeasured = ({ part, qty }: Line): boolean => !part.isWhole || !Number.isInteger(qty);

const isOwnPart = (code: Barcode, { part }: Line) => unitsOf(code, part) !== null;

function placeOf(code: Barcode, lines: readonly Line[]): Place | null {
  const isCode = ({ name, barcode }: Place) => barcode === code.text || name.toLowerCase() === code.text.toLowerCase();
  return lines.find(({ place }) => place !== null && isCode(place))?.place ?? null;
}

function judgePlace(place: Place, lines: readonly Line[]): Verdict {
  const isOpen = lines.some((line) => line.place?.id === place.id && openUnits(line) > 0);
  return isOpen ? { kind: 'place', place } : { kind: 'wrong', wrong: { why: 'done-here', place } };
}

function judgePart(code: Barcode, situation: Situation): Verdict {
  const { lines } = situation;
  const ofPart = lines.filter((line) => isOwnPart(code, line));
  const [first] = ofPart;
  if (!first) return { kind: 'unknown' };
  const units = unitsOf(code, first.part) ?? 1;
  const open = inWalkingOrder(ofPart, situation).filter((line) => openUnits(line) > 0);
  if (open.length === 0) return { kind: 'wrong', wrong: { why: 'all-counted', line: first } };
  const line = open.find((one) => openUnits(one) >= units);
  if (!line) return { kind: 'wrong', wrong: { why: 'too-many', line: open[0] ?? first, units } };
  if (isMeasured(line)) return { kind: 'weigh', line };
  const { lot = null, serial = null } = code.gs1 ?? {};
  const tracked = line.part.tracking === 'lot' ? lot : line.part.tracking === 'serial' ? serial : '';
  if (tracked === null) return { kind: 'ask', line, units };
  return judgeTracked({ ofPart: open, line, units, tracked }, situation);
}

/** A scan that follows the one of a tracked part. */
function judgeTracking(code: Barcode, line: Line, units: number, situation: Situation): Verdict {
  const { lot = null, serial = null } = code.gs1 ?? {};
  const tracked = (line.part.tracking === 'lot' ? lot : serial) ?? code.text;
  const open = situation.lines.filter((one) => one.part.id === line.part.id && openUnits(one) > 0);
  return judgeTracked({ ofPart: open, line, units, tracked }, situation);
}

interface Tracked {
  readonly ofPart: readonly Line[];
  readonly line: Line;
  readonly units: number;
  /** The lot or serial number; empty for a part without. */
  readonly tracked: string;
}

function judgeTracked({ ofPart, line, units, tracked }: Tracked, { lines, atPlace }: Situation): Verdict {
  const { tracking } = line.part;
  if (tracking === 'none') return counting(line, { units, lot: null, serial: null }, lines, atPlace);
  if (tracking === 'serial') {
    if (lines.some(({ part, serials }) => part.id === line.part.id && serials.includes(tracked))) {
      return { kind: 'wrong', wrong: { why: 'serial-twice', line, serial: tracked } };
    }
    // Another unit of the part is as good: the service exchanges it.
    const own = ofPart.find(({ take }) => take.some(({ serial }) => serial === tracked)) ?? line;
    return counting(own, { units: 1, lot: null, serial: tracked }, lines, atPlace);
  }
  const own = ofPart.find((one) => openUnits(one) >= units && one.take.some(({ lot }) => lot === tracked));
  if (!own) return { kind: 'wrong', wrong: { why: 'other-lot', line, lot: tracked } };
  return counting(own, { units, lot: tracked, serial: null }, lines, atPlace);
}

interface Units {
  readonly units: number;
  readonly lot: string | null;
  readonly serial: string | null;
}

function counting(line: Line, { units, lot, serial }: Units, lines: readonly Line[], atPlace: number | null): Verdict {
  const open = lines.reduce((sum, one) => sum + openUnits(one), 0);
  const isHere = atPlace !== null && line.take.some(({ locationId }) => locationId === atPlace);
  const locationId = isHere ? atPlace : (line.place?.id ?? null);
  return {
    kind: 'count',
    line,
    count: { lineId: line.id, qty: units, locationId, lot, serial },
    isLast: open <= units,
  };
}

/** Returns lines in the order in which scans fill them: those of the place where the picker is first. */
function inWalkingOrder(lines: readonly Line[], { lines: all, atPlace }: Situation): Line[] {
  const stops = stopsOf(all);
  const here = nextStop(stops, atPlace)?.place?.id;
  const walk = stops.flatMap((stop) => stop.lines);
  const isHere = (line: Line) => Number(line.place?.id !== here);
  return [...lines].sort((a, b) => isHere(a) - isHere(b) || walk.indexOf(a) - walk.indexOf(b));
}
