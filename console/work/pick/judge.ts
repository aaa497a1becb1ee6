import type { Barcode } from '../../../lib/barcodes/read.ts';
import { carriedUnit, isText, unitOf } from '../codes.ts';
import { unitsOf } from '../part-codes.ts';
import { isMeasured, type Line, nextStop, openUnits, type Place, stopsOf } from './lines.ts';
import { judgeMeasured, weighing } from './measured.ts';
import { judgeUnits } from './units.ts';

/** Where the picker is, and what they have scanned of units whose lot, serial number or amount is to come. */
export interface Situation {
  readonly lines: readonly Line[];
  /** The place where the picker is. */
  readonly atPlace: number | null;
  /** Whether they have scanned or chosen the place. Otherwise it follows from what they count. */
  readonly isSure: boolean;
  readonly pending: Pending | null;
}

/** Units of a part that wait for their lot or serial number, or for a person who says how much there is. */
export interface Pending {
  readonly lineId: number;
  /** Units that the scan of the part stands for, such as a case. Null for a part that is measured and whose code does not say how much. */
  readonly units: number | null;
  /** The lot of a measured part, if it is known. */
  readonly lot: string | null;
}

/** Units of a line that a scan counts. */
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
  /** More units in one scan, such as a case, than are open at a place. */
  | { readonly why: 'too-many'; readonly line: Line; readonly units: number; readonly open: number }
  /** A person says more of a part than is open. */
  | { readonly why: 'too-much'; readonly line: Line }
  | { readonly why: 'no-lot'; readonly line: Line }
  | { readonly why: 'other-lot'; readonly line: Line; readonly lot: string }
  | { readonly why: 'serial-twice'; readonly line: Line; readonly serial: string }
  /** The part is to be taken at another place than the one that was scanned. */
  | { readonly why: 'other-place'; readonly line: Line; readonly here: Place }
  /** Nothing is to be picked at the place any more. */
  | { readonly why: 'done-here'; readonly place: Place }
  | { readonly why: 'nothing-to-undo' }
  /** All units are counted: the line is committed. */
  | { readonly why: 'picked'; readonly line: Line };

export type Verdict =
  /** Of several lines where one scan stands for units of several orders. */
  | { readonly kind: 'count'; readonly counts: readonly Count[] }
  | { readonly kind: 'place'; readonly place: Place }
  /** The next scan is to be the lot or the serial number. */
  | { readonly kind: 'ask'; readonly line: Line; readonly pending: Pending }
  /** The part is sold by weight or length: a person says how much. */
  | { readonly kind: 'weigh'; readonly line: Line; readonly pending: Pending }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  /** Nothing of this pick has the code. The service may know what it is. */
  | { readonly kind: 'unknown' };

/** Judges a scan by the loaded data, without the service. A code that the pick knows is no lot and no serial number. */
export function judge(code: Barcode, situation: Situation): Verdict {
  const { lines, pending } = situation;
  const place = placeOf(code, lines);
  if (place) return judgePlace(place, lines);
  const verdict = judgePart(code, situation);
  const line = lines.find(({ id }) => id === pending?.lineId);
  return verdict.kind === 'unknown' && line && pending ? judgeAnswer(code, line, pending, situation) : verdict;
}

/** Takes back the last count. */
export function judgeUndo(last: readonly Count[], lines: readonly Line[]): Verdict {
  if (last.length === 0) return wrong({ why: 'nothing-to-undo' });
  const counted = lines.filter(({ id }) => last.some(({ lineId }) => lineId === id));
  const picked = counted.find((line) => openUnits(line) === 0);
  if (picked) return wrong({ why: 'picked', line: picked });
  return { kind: 'count', counts: last.map((count) => ({ ...count, qty: -count.qty })) };
}

const wrong = (why: Wrong): Verdict => ({ kind: 'wrong', wrong: why });

function placeOf(code: Barcode, lines: readonly Line[]): Place | null {
  const isCode = ({ name, barcode }: Place) => isText(code, name) || (barcode !== null && isText(code, barcode));
  return lines.find(({ place }) => place !== null && isCode(place))?.place ?? null;
}

function judgePlace(place: Place, lines: readonly Line[]): Verdict {
  const isOpen = lines.some((line) => line.place?.id === place.id && openUnits(line) > 0);
  return isOpen ? { kind: 'place', place } : wrong({ why: 'done-here', place });
}

function judgePart(code: Barcode, situation: Situation): Verdict {
  const ofPart = situation.lines.filter(({ part }) => unitsOf(code, part) !== null);
  const [first] = ofPart;
  if (!first) return { kind: 'unknown' };
  const [next] = inWalkingOrder(ofPart, situation);
  if (!next) return wrong({ why: 'all-counted', line: first });
  const here = placeOfWork(situation);
  const open = inWalkingOrder(ofPart, situation, here);
  const [line] = open;
  if (!line) return here ? wrong({ why: 'other-place', line: next, here }) : { kind: 'unknown' };
  if (isMeasured(line)) return judgeMeasured(code, open, line);
  const units = { line, open, units: unitsOf(code, line.part) ?? 1, lines: situation.lines };
  const lot = carriedUnit(code, 'lot', namesOf(open, 'lot'));
  const serial = carriedUnit(code, 'serial', namesOf(open, 'serial'));
  return judgeUnits({ ...units, lot, serial });
}

/** A scan after the one of a part whose lot or serial number is to come. */
function judgeAnswer(code: Barcode, line: Line, { units, lot }: Pending, situation: Situation): Verdict {
  const { tracking, id } = line.part;
  if (tracking === 'none') return { kind: 'unknown' };
  const open = inWalkingOrder(
    situation.lines.filter(({ part }) => part.id === id),
    situation,
    placeOfWork(situation),
  );
  const named = unitOf(code, tracking, namesOf(open, tracking));
  if (isMeasured(line))
    return weighing(open, line, { units, lot: named }) ?? wrong({ why: 'other-lot', line, lot: named });
  const tracked = tracking === 'lot' ? { lot: named, serial: null } : { lot, serial: named };
  return judgeUnits({ line, open, units: units ?? 1, lines: situation.lines, ...tracked });
}

/** Returns the lots or serial numbers that lines take, and the counted ones. */
const namesOf = (lines: readonly Line[], tracking: 'lot' | 'serial') =>
  lines.flatMap(({ take, serials }) => [
    ...take.map((units) => units[tracking]),
    ...(tracking === 'serial' ? serials : []),
  ]);

/** Returns the place that the picker has scanned, as long as something is open there. They take nothing elsewhere then. */
function placeOfWork({ lines, atPlace, isSure }: Situation): Place | null {
  const place = isSure ? nextStop(stopsOf(lines), atPlace)?.place : null;
  return place?.id === atPlace ? (place ?? null) : null;
}

/**
 * Returns the open lines among some, in the order that scans fill them: lines at the picker's place come first.
 * @param here only lines at this place
 */
function inWalkingOrder(lines: readonly Line[], { lines: all, atPlace }: Situation, here: Place | null = null): Line[] {
  const stops = stopsOf(all);
  const next = nextStop(stops, atPlace)?.place?.id;
  const walk = stops.flatMap((stop) => stop.lines);
  const isNext = (line: Line) => Number(line.place?.id !== next);
  return lines
    .filter((line) => openUnits(line) > 0 && (here === null || line.place?.id === here.id))
    .sort((a, b) => isNext(a) - isNext(b) || walk.indexOf(a) - walk.indexOf(b));
}
