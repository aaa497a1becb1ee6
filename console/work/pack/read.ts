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
import { type Moved, movedBy, type Units, withoutUnits } from './moved-units.ts';
import type { Content, PackedCarton, PackedLine } from './units.ts';

export const packKey = (id: number) => ['work', 'pack', id] as const;

/** The list of a pack in the queue of scans. */
export const listOf = (id: number) => `pack/${id}`;

const relations = {
  lines: null,
  notes: null,
  'lines.part.aliases': 'part.read',
  'lines.order': 'salesorder.read',
  'cartons.contents': 'carton.read',
  'cartons.cartontype': ['carton.read', 'cartontype.read'],
};

/** The states of a pack, and of a carton that can still be filled. */
export const packState = { open: 1, finished: 2, void: 3 } as const;
export const cartonState = { open: 1, void: 4 } as const;

/** Reads a pack with its lines, its cartons and their contents. */
export function usePack(id: number) {
  const embed = embedOf(relations, usePermits());
  const known = useRef({ cartonIds: new Set<number>(), orderIds: new Set<number>() });
  const isOfPack = useCallback(
    ({ object, object_id, order_ids }: Change) => {
      if (object === 'pack') return object_id === id;
      const { cartonIds, orderIds } = known.current;
      // An order that is voided leaves the pack.
      if (object === 'salesorder' || object === 'putback') return order_ids.some((order) => orderIds.has(order));
      // A carton that somebody else takes is unknown here, and its orders are not.
      return object === 'carton' && (cartonIds.has(object_id) || order_ids.some((order) => orderIds.has(order)));
    },
    [id],
  );
  useFreshAfter(packKey(id), isOfPack);
  const reading = useQuery({
    queryKey: [...packKey(id), embed],
    queryFn: (): Promise<Pack> => settledRead(listOf(id), () => client.pack.get(id, { embed })),
  });
  const { data } = reading;
  useEffect(() => {
    known.current = {
      cartonIds: new Set(data?.cartons?.map((carton) => carton.id)),
      orderIds: new Set([...(data?.lines ?? []), ...(data?.put_back ?? [])].map((one) => one.order_id)),
    };
  }, [data]);
  return reading;
}

/** Returns a function that brings both cartons of a move up to date, before anything is read again: the answer has the one that got units. */
export function useTakeMove(id: number): (answer: Carton, moved: Moved) => void {
  const queries = useQueryClient();
  return useCallback((answer, moved) => takeMove(queries, id, answer, moved), [queries, id]);
}

function takeMove(queries: QueryClient, id: number, answer: Carton, moved: Moved): void {
  const afterMove = (carton: Carton): Carton => {
    if (carton.id === answer.id) return { ...carton, ...answer };
    if (carton.location_id !== moved.fromLocationId) return carton;
    return { ...carton, contents: withoutUnits(carton.contents ?? [], moved), placements: null };
  };
  queries.setQueriesData<Pack>({ queryKey: packKey(id) }, (pack) =>
    pack?.cartons ? { ...pack, cartons: pack.cartons.map(afterMove) } : pack,
  );
}

/** Returns the moves of a pack that are not sent yet, in their order. */
export const unsentMoves = (id: number, waiting: readonly Entry[]): Moved[] =>
  waiting
    .filter((entry): entry is Entry<'moveItem'> => entry.kind === 'moveItem' && entry.list === listOf(id))
    .map(({ sending }) => movedBy(sending));

/** Returns the cartons of a pack, with the scans that are not sent yet. */
export const cartonsOf = (pack: Pack, unsent: readonly Moved[]): PackedCarton[] =>
  (pack.cartons ?? [])
    .filter(({ status_id }) => status_id !== cartonState.void)
    .map((carton) => {
      const own = { ...carton, pack };
      return {
        id: carton.id,
        name: nameOf(own),
        codes: codesOf(own),
        isOpen: carton.status_id === cartonState.open,
        locationId: carton.location_id,
        contents: contentsOf(carton, unsent),
      };
    });

/** Units that entered may have left again. */
function contentsOf(carton: Carton, unsent: readonly Moved[]): Content[] {
  let rows: readonly (Units & { readonly isUnsent?: boolean })[] = carton.contents ?? [];
  for (const moved of unsent) {
    if (moved.cartonId === carton.id) rows = [...rows, { ...moved, isUnsent: true }];
    if (moved.fromLocationId === carton.location_id) rows = withoutUnits(rows, moved);
  }
  return rows.map(({ part_id, order_id, qty, lot, serial, isUnsent = false }) => ({
    ...{ partId: part_id, orderId: order_id, qty, lot, serial, isUnsent },
  }));
}

/** Returns the lines of a pack with the units that are in no carton. */
export function linesOf(pack: Pack, cartons: readonly PackedCarton[], unsent: readonly Moved[]): PackedLine[] {
  const keyOf = (orderId: number, partId: number) => `${orderId}/${partId}`;
  const packed = new Map<string, number>();
  for (const { partId, orderId, qty } of cartons.flatMap(({ contents }) => contents)) {
    const key = keyOf(orderId, partId);
    packed.set(key, (packed.get(key) ?? 0) + qty);
  }
  const left = unsent.filter(({ fromLocationId }) => fromLocationId === null);
  const lines = new Map<string, PackedLine>();
  for (const { part, part_id, order, order_id, qty } of pack.lines ?? []) {
    const key = keyOf(order_id, part_id);
    const whole = (lines.get(key)?.qty ?? 0) + qty;
    lines.set(key, {
      ...{ part: scannedPart(part, part_id), orderId: order_id, order: order?.number ?? `${order_id}`, qty: whole },
      loose: Math.max(0, whole - (packed.get(key) ?? 0)),
      unsent: left.filter((one) => keyOf(one.order_id, one.part_id) === key).reduce((sum, one) => sum + one.qty, 0),
    });
  }
  return [...lines.values()];
}
