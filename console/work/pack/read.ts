import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Carton, Pack } from '../../../client/browser.ts';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import { embedOf, usePermits } from '../../ground/session.ts';
import { codesOf, nameOf } from '../checklist/carton.ts';
import { scannedPart } from '../part-codes.ts';
import type { Entry } from '../queue/entry.ts';
import { settledRead } from '../settled-read.ts';
import { type Units, unitsOf, withoutUnits } from './moved-units.ts';
import type { PackedCarton, PackedLine } from './units.ts';

export const packKey = (id: number) => ['work', 'pack', id] as const;

/** The list of a pack in the queue of scans. */
export const listOf = (id: number) => `pack/${id}`;

const relations = {
  lines: null,
  'lines.part.aliases': 'part.read',
  'lines.order': 'salesorder.read',
  'cartons.contents': 'carton.read',
  'cartons.cartontype': ['carton.read', 'cartontype.read'],
};

/** The states of a pack, and of a carton that can still be filled. */
export const packState = { open: 1, finished: 2, void: 3 } as const;
export const cartonState = { open: 1, void: 4 } as const;

/** Reads a pack with its lines, its cartons and what is in them. */
export function usePack(id: number) {
  const embed = embedOf(relations, usePermits());
  const cartonIds = useRef<ReadonlySet<number>>(new Set());
  const isOfPack = useCallback(
    ({ object, object_id }: Change) =>
      (object === 'pack' && object_id === id) || (object === 'carton' && cartonIds.current.has(object_id)),
    [id],
  );
  useFreshAfter(packKey(id), isOfPack);
  const reading = useQuery({
    queryKey: [...packKey(id), embed],
    queryFn: (): Promise<Pack> => settledRead(listOf(id), () => client.pack.get(id, { embed })),
  });
  const { data } = reading;
  useEffect(() => {
    cartonIds.current = new Set(data?.cartons?.map((carton) => carton.id));
  }, [data]);
  return reading;
}

type MoveEntry = Entry<'moveItem'>;
type MoveBody = MoveEntry['sending']['body'];

/** Returns a function that brings both cartons of a move up to date, before anything is read again: the answer has the one that got units. */
export function useTakeMove(id: number): (answer: Carton, move: MoveBody) => void {
  const queries = useQueryClient();
  return useCallback((answer, move) => takeMove(queries, id, answer, move), [queries, id]);
}

function takeMove(queries: QueryClient, id: number, answer: Carton, move: MoveBody): void {
  const afterMove = (carton: Carton): Carton => {
    if (carton.id === answer.id) return { ...carton, ...answer };
    if (carton.location_id !== move.subtract_location_id) return carton;
    return { ...carton, contents: withoutUnits(carton.contents ?? [], unitsOf(move)), placements: null };
  };
  queries.setQueriesData<Pack>({ queryKey: packKey(id) }, (pack) =>
    pack?.cartons ? { ...pack, cartons: pack.cartons.map(afterMove) } : pack,
  );
}

const movesOf = (waiting: readonly Entry[]) =>
  waiting.filter((entry): entry is MoveEntry => entry.kind === 'moveItem').map(({ sending }) => sending.body);

/** Returns the cartons of a pack, with the scans that are not sent yet. */
export function cartonsOf(pack: Pack, waiting: readonly Entry[]): PackedCarton[] {
  const moves = movesOf(waiting);
  return (pack.cartons ?? [])
    .filter(({ status_id }) => status_id !== cartonState.void)
    .map((carton) => {
      const own = { ...carton, pack };
      // The moves that are not sent yet, in their order: what came in may have left again.
      let contents: readonly Units[] = carton.contents ?? [];
      for (const move of moves) {
        if (move.add_carton_id === carton.id) contents = [...contents, unitsOf(move)];
        if (move.subtract_location_id === carton.location_id) contents = withoutUnits(contents, unitsOf(move));
      }
      return {
        id: carton.id,
        name: nameOf(own),
        codes: codesOf(own),
        isOpen: carton.status_id === cartonState.open,
        locationId: carton.location_id,
        contents: contents.map(({ part_id, order_id, qty }) => ({ partId: part_id, orderId: order_id, qty })),
      };
    });
}

/** Returns the lines of a pack with the units that are in no carton. */
export function linesOf(pack: Pack, cartons: readonly PackedCarton[]): PackedLine[] {
  const packed = new Map<string, number>();
  for (const { partId, orderId, qty } of cartons.flatMap(({ contents }) => contents)) {
    const key = `${orderId}/${partId}`;
    packed.set(key, (packed.get(key) ?? 0) + qty);
  }
  const lines = new Map<string, PackedLine>();
  for (const { part, part_id, order, order_id, qty } of pack.lines ?? []) {
    const key = `${order_id}/${part_id}`;
    const before = lines.get(key)?.qty ?? 0;
    const whole = before + qty;
    lines.set(key, {
      ...{ part: scannedPart(part, part_id), orderId: order_id, order: order?.number ?? `${order_id}`, qty: whole },
      loose: Math.max(0, whole - (packed.get(key) ?? 0)),
    });
  }
  return [...lines.values()];
}
