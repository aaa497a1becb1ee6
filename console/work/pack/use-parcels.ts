import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import type { IsOneParcel } from './parcels.ts';

/** Reads which orders of a pack may share a carton. Until it is known, the page supposes that all may, and the service refuses others. */
export function useParcels(packId: number): IsOneParcel {
  const isOfParcels = useCallback(
    ({ object, object_id }: Change) => object === 'salesorder' || (object === 'pack' && object_id === packId),
    [packId],
  );
  const queryKey = ['work', 'parcels', packId];
  useFreshAfter(queryKey, isOfParcels);
  const { data } = useQuery({ queryKey, queryFn: () => client.pack.parcels(packId) });
  return useMemo(() => {
    const fitting = new Map<number, ReadonlySet<number>>();
    for (const { order_ids, fits_with } of data ?? []) {
      const all = new Set([...order_ids, ...fits_with]);
      for (const id of order_ids) fitting.set(id, all);
    }
    return (one, other) => one === other || (fitting.get(one)?.has(other) ?? true);
  }, [data]);
}
