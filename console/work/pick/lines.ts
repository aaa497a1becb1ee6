import { grouped } from '../../../lib/grouped.ts';
import type { ScannedPart } from '../part-codes.ts';

export interface Place {
  readonly id: number;
  readonly name: string;
  readonly barcode: string | null;
}

/** Units that a line takes at a place. */
export interface Take {
  readonly locationId: number;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly qty: number;
}

/** A line of a pick with its counts, including the unsent scans. */
export interface Line {
  readonly id: number;
  readonly part: ScannedPart;
  /** Where its units are taken. */
  readonly place: Place | null;
  /** Where they are reserved: somebody may take them elsewhere. */
  readonly home: Place | null;
  readonly order: string;
  readonly qty: number;
  readonly counted: number;
  /** The counted units that the service does not know yet. */
  readonly unsent: number;
  /** Whether scans of it wait to be sent. They may cancel each other out. */
  readonly isWaiting: boolean;
  readonly isFinished: boolean;
  readonly take: readonly Take[];
  /** The counts by place, lot and serial number, including the unsent scans. */
  readonly counts: readonly Take[];
  /** Serial numbers that are counted. */
  readonly serials: readonly string[];
}

/** Removes what binary numbers add to decimals: 0.3 − 0.2 is 0.1. Quantities have six digits after the point. */
export const exact = (qty: number): number => Number(qty.toFixed(6));

/** The uncounted units of a line. */
export const openUnits = ({ qty, counted, isFinished }: Line): number =>
  isFinished ? 0 : Math.max(0, exact(qty - counted));

/** Uncounted units of a lot that the line takes; all open units of the line for no lot. */
export function openOfLot(line: Line, lot: string | null): number {
  const sum = (units: readonly Take[]) =>
    units.reduce((total, one) => total + (lot === null || one.lot === lot ? one.qty : 0), 0);
  const open = openUnits(line);
  const left = exact(sum(line.take) - sum(line.counts));
  return lot !== null && left > 0 ? Math.min(open, left) : open;
}

/** Whether a person says how much of a line there is: a scan stands for a whole unit. A unit with a serial number is one. */
export const isMeasured = ({ part, qty }: Line): boolean =>
  part.tracking !== 'serial' && (!part.isWhole || !Number.isInteger(qty));

/** The lots that a line takes. */
export const lotsOf = ({ take }: Pick<Line, 'take'>): readonly string[] => [
  ...new Set(take.flatMap(({ lot }) => (lot === null ? [] : [lot]))),
];

/** A place where units of a line are taken instead of the reserved ones. */
export interface Elsewhere {
  readonly place: Place;
  /** The units that are free there, with their lots and serial numbers. */
  readonly take: readonly Take[];
}

/** Returns a line whose units are taken elsewhere. */
export const takenAt = (line: Line, elsewhere: Elsewhere | undefined): Line =>
  elsewhere ? { ...line, ...elsewhere } : line;

/** Names of places as people read them: A-2 comes before A-10. The printed pick list has the same order. */
const natural = new Intl.Collator('en', { numeric: true });

/** A place where something is to be picked, with its lines. Lines without stock have none. */
export interface Stop {
  readonly place: Place | null;
  readonly lines: readonly Line[];
}

/** Returns the stops of a pick in walking order. */
export function stopsOf(lines: readonly Line[]): Stop[] {
  const stops = grouped(lines, ({ place }) => place?.id);
  const byPart = (a: Line, b: Line) => natural.compare(a.part.number, b.part.number) || a.id - b.id;
  return [...stops.values()]
    .map((of) => ({ place: of[0]?.place ?? null, lines: of.sort(byPart) }))
    .sort(
      (a, b) =>
        Number(a.place === null) - Number(b.place === null) ||
        natural.compare(a.place?.name ?? '', b.place?.name ?? ''),
    );
}

/** Returns the stop where the picker goes next: the place that they scanned last, as long as something is open there. */
export function nextStop(stops: readonly Stop[], atPlace: number | null): Stop | undefined {
  const open = stops.filter(({ place, lines }) => place !== null && lines.some((line) => openUnits(line) > 0));
  return open.find(({ place }) => place?.id === atPlace) ?? open[0];
}
