import type { BulkRunOrder, Client, SalesOrder } from '../../client/client.ts';
import { type FirstRecords, firstRecords } from '../output/first-records.ts';

export type OrderOfRun = BulkRunOrder & { order: SalesOrder | null };

export interface OrderQuery {
  readonly outcome?: string;
  readonly filter?: string;
  readonly limit: number;
}

/** Returns the orders of a run in the order of processing. */
export function ordersOf(
  client: Client,
  run: number,
  { outcome, filter, limit }: OrderQuery,
): Promise<FirstRecords<OrderOfRun>> {
  const query = { filter, where: outcome === undefined ? {} : { outcome }, embed: 'order', sort: 'unit,id' } as const;
  return firstRecords(limit, (page) => client.bulkrun.order.list(run, { ...query, ...page }));
}

/** Returns the first five orders that failed or have warnings. */
export async function failuresOf(client: Client, run: number): Promise<readonly OrderOfRun[]> {
  const { records } = await ordersOf(client, run, { filter: 'outcome IN ("failed", "warned")', limit: 5 });
  return records;
}
