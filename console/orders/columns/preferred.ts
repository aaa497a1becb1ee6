import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';

const name = 'orders.columns';
const queryKey = ['preference', name] as const;

/** Returns the columns that the user chose on an earlier visit, and a function that keeps others; null if there are none. */
export function usePreferredColumns() {
  const queries = useQueryClient();
  const { data, isPending } = useQuery({ queryKey, queryFn: readColumns, staleTime: Number.POSITIVE_INFINITY });
  const keep = async (columns: readonly string[]) => {
    queries.setQueryData(queryKey, columns);
    await client.preference.update({ name, value: columns });
  };
  // Without an answer the usual columns serve: an order list is of use without its preference.
  return { columns: data ?? null, isPending, keep };
}

async function readColumns(): Promise<readonly string[] | null> {
  const { data } = await client.preference.list({ where: { name } });
  const value: unknown = data[0]?.value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  return isList ? (value as string[]) : null;
}
