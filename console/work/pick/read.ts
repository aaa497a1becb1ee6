import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Location, Pick, PickLine } from '../../../client/browser.ts';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import { embedOf, usePermits } from '../../ground/session.ts';
import { scannedPart } from '../part-codes.ts';
import type { Entry } from '../queue/entry.ts';
import { settledRead } from '../settled-read.ts';
import { exact, type Line, type Place, type Take } from './lines.ts';

export const pickKey = (id: number) => ['work', 'pick', id] as const;

/** The list of a pick in the queue of scans. */
export const listOf = (id: number) => `pick/${id}`;

const relations = {
  lines: null,
  notes: null,
  'lines.part': 'part.read',
  'lines.part.aliases': 'part.read',
  'lines.location': 'location.read',
  'lines.order': 'salesorder.read',
  rest: null,
  'rest.part': 'part.read',
  'rest.location': 'location.read',
};

/** The states of a pick. */
export const pickState = { open: 1, finished: 2, void: 3 } as const;

/** Reads a pick with its lines and all codes of their parts and places: they are needed to judge scans. */
export function usePick(id: number) {
  const embed = embedOf(relations, usePermits());
  const lineIds = useRef<ReadonlySet<number>>(new Set());
  const orderIds = useRef<ReadonlySet<number>>(new Set());
  const isOfPick = useCallback(
    ({ object, object_id, order_ids }: Change) =>
      (object === 'pick' && object_id === id) ||
      (object === 'pickline' && lineIds.current.has(object_id)) ||
      // An order that is voided leaves the pick.
      ((object === 'salesorder' || object === 'putback') && order_ids.some((order) => orderIds.current.has(order))),
    [id],
  );
  useFreshAfter(pickKey(id), isOfPick);
  const reading = useQuery({
    queryKey: [...pickKey(id), embed],
    queryFn: (): Promise<Pick> => settledRead(listOf(id), () => client.pick.get(id, { embed })),
  });
  const { data } = reading;
  useEffect(() => {
    lineIds.current = new Set(data?.lines?.map((line) => line.id));
    orderIds.current = new Set([...(data?.lines ?? []), ...(data?.put_back ?? [])].map((one) => one.order_id));
  }, [data]);
  return reading;
}

/** Returns a function that brings the line of an answer up to date, before anything is read again. */
export function useTakeAnswer(id: number): (answer: PickLine) => void {
  const queries = useQueryClient();
  return useCallback((answer) => takeAnswer(queries, id, answer), [queries, id]);
}

function takeAnswer(queries: QueryClient, id: number, answer: PickLine): void {
  queries.setQueriesData<Pick>({ queryKey: pickKey(id) }, (pick) =>
    pick?.lines
      ? { ...pick, lines: pick.lines.map((line) => (line.id === answer.id ? { ...line, ...answer } : line)) }
      : pick,
  );
}

/** Returns the lines of a pick, with the scans that are not sent yet. */
export function useLines(pick: Pick | undefined, waiting: readonly Entry[]): Line[] {
  return useMemo(() => (pick?.lines ?? []).map((line) => lineOf(line, waiting)), [pick, waiting]);
}

function lineOf(line: PickLine, waiting: readonly Entry[]): Line {
  const scans = waiting
    .filter((entry): entry is Entry<'count'> => entry.kind === 'count')
    .filter(({ sending }) => sending.pickline_id === line.id)
    .map(({ sending }) => sending.body);
  const unsent = exact(scans.reduce((sum, { qty }) => sum + Number(qty ?? 1), 0));
  // A commit ends the count. The uncommitted rest is a separate line.
  const isCommitted = line.finished || line.qty_committed > 0;
  const counts = summed([...line.counts.map(unitsAt), ...scans.map((scan) => unitsOfScan(scan, line.location_id))]);
  const place = placeOf(line.location ?? null, line.location_id);
  return {
    id: line.id,
    part: scannedPart(line.part, line.part_id),
    place,
    home: place,
    order: line.order?.number ?? `${line.order_id}`,
    qty: line.qty,
    counted: isCommitted ? line.qty : exact(line.qty_counted + unsent),
    unsent,
    isWaiting: scans.length > 0,
    isFinished: isCommitted,
    take: line.take.map(unitsAt),
    counts,
    serials: counts.flatMap(({ serial }) => (serial === null ? [] : [serial])),
  };
}

const unitsOfScan = ({ location_id, lot, serial, qty }: Entry<'count'>['sending']['body'], home: number | null) => ({
  locationId: Number(location_id ?? home ?? 0),
  lot: lot ?? null,
  serial: serial ?? null,
  qty: Number(qty ?? 1),
});

/** Adds up units of the same place, lot and serial number. Those that were taken back are gone. */
function summed(units: readonly Take[]): Take[] {
  const sums = new Map<string, Take>();
  for (const one of units) {
    const key = JSON.stringify([one.serial === null && one.locationId, one.serial === null && one.lot, one.serial]);
    const before = sums.get(key) ?? { ...one, qty: 0 };
    sums.set(key, { ...before, qty: exact(before.qty + one.qty) });
  }
  return [...sums.values()].filter(({ qty }) => qty !== 0);
}

/** Returns units as the service names them: those that a line takes, or that are counted, or free. */
export const unitsAt = ({ location_id, lot, serial, qty }: PickLine['take'][number]): Take => ({
  locationId: location_id,
  lot,
  serial,
  qty,
});

/** Returns a place by its name. Without the right to read places, there is only its id. */
export function placeOf(location: Location | null, id: number | null): Place | null {
  if (id === null) return null;
  return { id, name: location?.name ?? `${id}`, barcode: location?.barcode ?? null };
}
