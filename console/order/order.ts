import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanRecord, SalesOrder, SalesOrderProgress } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { embedOf, usePermits } from '../ground/session.ts';

/** The key of all that is read about an order. The page reads it again after changes of the order. */
export const orderKey = (id: number) => ['order', id] as const;

/** Embedded records of an order, each with its permission. */
const relations = {
  customer: 'customer.read',
  carrier: 'carrier.read',
  carrierservicelevel: 'carrierservicelevel.read',
};

/**
 * Time that an answer counts as current, in milliseconds: the parts of the page that need the same answer share one
 * read.
 */
const staleTime = 2_000;

/**
 * Reads an order with the related records that the user may read, and without its lines, since it may have
 * thousands.
 */
export function useOrder(id: number) {
  const embed = embedOf(relations, usePermits());
  return useQuery({
    queryKey: [...orderKey(id), 'record', embed],
    queryFn: (): Promise<SalesOrder> => client.salesorder.get(id, { embed }),
    staleTime,
  });
}

/** Reads where an order is, what it waits for, and the calls that move it. */
export const useProgress = (id: number) =>
  useQuery({ queryKey: [...orderKey(id), 'progress'], queryFn: () => client.salesorder.progress(id), staleTime });

/** Reads the plan of an order with its reasons: the pinned one, or the one that a draft would get now. */
export const usePlan = (id: number) =>
  useQuery({ queryKey: [...orderKey(id), 'plan'], queryFn: () => client.salesorder.plan(id), staleTime });

/** Returns a function that reads an order again, for calls of the page itself: it does not wait for the report of the change. */
export function useReread(id: number): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: orderKey(id) });
}

export type OrderRecord = SalesOrder;
export type Progress = SalesOrderProgress;
export type StepName = Progress['steps'][number]['step'];
export type Reason = PlanRecord['reasons'][number];

/** Data of the order for the parts of the page. */
export interface Shown {
  readonly order: OrderRecord;
  readonly progress: Progress;
}
