import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Customer, quoted, type SalesOrder } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { usePermits } from '../ground/session.ts';

/** Pause in typing until the service is called, in milliseconds. */
const restOfTyping = 150;
const ordersShown = 6;
const customersShown = 3;

export interface Found {
  readonly orders: readonly SalesOrder[];
  readonly customers: readonly Customer[];
  /** Whether the first order has exactly the number that was typed. */
  readonly isExact: boolean;
}

/** Searches orders and customers by what somebody types. Only records that the user may list are looked for. */
export function useFoundRecords(typed: string) {
  const permits = usePermits();
  const [settled] = useDebouncedValue(typed.trim(), restOfTyping);
  const [mayOrders, mayCustomers] = [permits('salesorder.read'), permits('customer.read')];
  const isSearched = settled !== '' && mayOrders;
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette', settled, mayCustomers],
    queryFn: ({ signal }) => find(settled, mayCustomers, signal),
    enabled: isSearched,
    staleTime: 5_000,
  });
  const isSearching = mayOrders && typed.trim() !== '' && (typed.trim() !== settled || isFetching);
  return { found: isSearched ? data : undefined, error: isSearched ? error : null, isSearching };
}

async function find(words: string, mayCustomers: boolean, signal: AbortSignal): Promise<Found> {
  const text = quoted(words);
  const fields = ['number', ...(mayCustomers ? ['customer.name'] : []), 'ship_to_name'];
  const filter = fields.map((field) => `${field} % ${text}`).join(' || ');
  const [exact, similar, customers] = await Promise.all([
    client.salesorder.list({ filter: `number = ${text}`, perPage: 1 }, { signal }),
    client.salesorder.list({ filter, sort: '-id', perPage: ordersShown }, { signal }),
    mayCustomers
      ? client.customer.list({ filter: `name % ${text}`, perPage: customersShown }, { signal })
      : { data: [] as Customer[] },
  ]);
  const ids = new Set(exact.data.map(({ id }) => id));
  const others = similar.data.filter(({ id }) => !ids.has(id));
  return {
    orders: [...exact.data, ...others].slice(0, ordersShown),
    customers: customers.data,
    isExact: exact.data.length > 0,
  };
}
