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

/** A line of a pick with what is counted of it, the scans included that are not sent yet. */
export interface Line {
  readonly id: number;
  readonly part: ScannedPart;
  readonly place: Place | null;
  readonly order: string;
  readonly qty: number;
  readonly counted: number;
  /** Of what is counted, the units that the service does not know of yet. */
  readonly unsent: number;
  readonly isFinished: boolean;
  readonly take: readonly Take[];
  /** What the service has counted, by place, lot and serial number. */
  readonly counts: readonly Take[];
  /** Serial numbers that are counted. */
  readonly serials: readonly string[];
}

/** Units of a line that nobody has counted. */
export const openUnits = ({ qty, counted, isFinished }: Line): number => (isFinished ? 0 : Math.max(0, qty - counted));

/** Names of places as people read them: A-2 comes before A-10. The printed pick list has the same order. */
const natural = new Intl.Collator('en', { numeric: true });

/** A place where something is to be picked, with its lines. Lines without stock have none. */
export interface Stop {
  readonly place: Place | null;
  readonly lines: readonly Line[];
}

/** Returns the stops of a pick in walking order. */
export function stopsOf(lines: readonly Line[]): Stop[] {
  const stops = new Map<number, Line[]>();
  for (const line of lines) {
    const id = line.place?.id ?? 0;
    stops.set(id, [...(stops.get(id) ?? []), line]);
  }
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
