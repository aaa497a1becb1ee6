import { useQuery } from '@tanstack/react-query';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { embedOf, usePermits } from '../ground/session.ts';

/** The key of all that is read about an order. */
export const orderKey = (id: number) => ['order', id] as const;

/** What an order shows of other records, with the permission that each needs. */
const relations = {
  customer: 'customer.read',
  carrier: 'carrier.read',
  carrierservicelevel: 'carrierservicelevel.read',
  status: null,
  'lines.part': 'part.read',
};

/** Reads an order with what its page shows of it, and reads it again after changes. */
export function useOrder(id: number) {
  const embed = embedOf(relations, usePermits());
  const queryKey = [...orderKey(id), 'record', embed];
  useFreshAfterOrders(queryKey);
  return useQuery({
    queryKey,
    queryFn: () => client.salesorder.get(id, { embed }),
  });
}

/** Reads where an order is, what it waits for, and the calls that move it; again after changes. */
export function useProgress(id: number) {
  const queryKey = [...orderKey(id), 'progress'];
  useFreshAfterOrders(queryKey);
  return useQuery({ queryKey, queryFn: () => client.salesorder.progress(id) });
}
