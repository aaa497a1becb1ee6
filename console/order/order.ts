import { useQuery } from '@tanstack/react-query';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { client } from '../ground/client.ts';

/** The key of all that is read about an order. */
export const orderKey = (id: number) => ['order', id] as const;

/** Reads an order with what its page shows of it, and reads it again after changes. */
export function useOrder(id: number) {
  const queryKey = [...orderKey(id), 'record'];
  useFreshAfterOrders(queryKey);
  return useQuery({
    queryKey,
    queryFn: () => client.salesorder.get(id, { embed: 'customer,carrier,carrierservicelevel,status,lines.part' }),
  });
}

/** Reads where an order is, what it waits for, and the calls that move it; again after changes. */
export function useProgress(id: number) {
  const queryKey = [...orderKey(id), 'progress'];
  useFreshAfterOrders(queryKey);
  return useQuery({ queryKey, queryFn: () => client.salesorder.progress(id) });
}
