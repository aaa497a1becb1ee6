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
import type { Content, PackedCarton, PackedLine } from './units.ts';

export const packKey = (id: number) => ['work', 'pack', id] as const;

/** The list of a pack in the queue of scans. */
export const listOf = (id: number) => `pack/${id}`;

const relations = {
  lines: null,
  'lines.part.aliases': 'part.read',
  'lines.order': 'salesorder.read',
  'cartons.contents': 'carton.read',
  'cartons.cartontype': 'cartontype.read',
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

/** Returns a function that brings the carton of an answer up to date, before anything is read again. */
export function useTakeCarton(id: number): (answer: Carton) => void {
  const queries = useQueryClient();
  return useCallback((answer) => takeCarton(queries, id, answer), [queries, id]);
}

function takeCarton(queries: QueryClient, id: number, answer: Carton): void {
  queries.setQueriesData<Pack>({ queryKey: packKey(id) }, (pack) =>
    pack?.cartons
      ? {
          ...pack,
          cartons: pack.cartons.map((carton) => (carton.id === answer.id ? { ...carton, ...answer } : carton)),
        }
      : pack,
  );
}

type MoveEntry = Entry<'moveItem'>;

const movesOf = (waiting: readonly Entry[]) =>
  waiting.filter((entry): entry is MoveEntry => entry.kind === 'moveItem').map(({ sending }) => sending.body);

/** Returns the cartons of a pack, with the scans that are not sent yet. */
export function cartonsOf(pack: Pack, waiting: readonly Entry[]): PackedCarton[] {
  const moves = movesOf(waiting);
  return (pack.cartons ?? [])
    .filter(({ status_id }) => status_id !== cartonState.void)
    .map((carton) => {
      const own = { ...carton, pack };
      const sent = (carton.contents ?? []).map(({ part_id, order_id, qty }) => ({
        partId: part_id,
        orderId: order_id,
        qty,
      }));
      const unsent = moves
        .filter(({ add_carton_id }) => add_carton_id === carton.id)
        .map(({ part_id, order_id, qty }) => ({ partId: part_id ?? 0, orderId: order_id ?? 0, qty: Number(qty) }));
      const contents: Content[] = [...sent, ...unsent];
      return {
        id: carton.id,
        name: nameOf(own),
        codes: codesOf(own),
        isOpen: carton.status_id === cartonState.open,
        contents,
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
