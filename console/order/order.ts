import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanRecord, SalesOrderProgress } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { embedOf, usePermits } from '../ground/session.ts';

/** The key of all that is read about an order. The page reads it again after changes of the order. */
export const orderKey = (id: number) => ['order', id] as const;

/** What an order shows of other records, with the permission that each needs. */
const relations = {
  customer: 'customer.read',
  carrier: 'carrier.read',
  carrierservicelevel: 'carrierservicelevel.read',
  status: null,
};

const orderQuery = (id: number, embed: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'record', embed],
    queryFn: () => client.salesorder.get(id, { embed: embed as 'customer,carrier,carrierservicelevel,status' }),
  });

/** Reads an order without its lines, of which it may have thousands. */
export const useOrder = (id: number) => useQuery(orderQuery(id, embedOf(relations, usePermits())));

/** Reads where an order is, what it waits for, and the calls that move it. */
export const useProgress = (id: number) =>
  useQuery({ queryKey: [...orderKey(id), 'progress'], queryFn: () => client.salesorder.progress(id) });

/** Reads the plan of an order with its reasons: the pinned one, or the one that a draft would get now. */
export const usePlan = (id: number) =>
  useQuery({ queryKey: [...orderKey(id), 'plan'], queryFn: () => client.salesorder.plan(id) });

/** Returns a function that reads an order again, for calls of the page itself: it does not wait for the report of the change. */
export function useReread(id: number): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: orderKey(id) });
}

export type OrderRecord = NonNullable<ReturnType<typeof useOrder>['data']>;
export type Progress = SalesOrderProgress;
export type StepName = Progress['steps'][number]['step'];
export type Reason = PlanRecord['reasons'][number];

/** What the parts of the page know about the order. */
export interface Shown {
  readonly order: OrderRecord;
  readonly progress: Progress;
}
