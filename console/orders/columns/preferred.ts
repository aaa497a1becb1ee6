import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { useIsFirstDone } from '../first-done.ts';

const name = 'orders.columns';
const queryKey = ['preference', name] as const;
/** A copy in the browser, so that the list need not wait for the preference. */
const copy = 'conveyor-orders-columns';

/**
 * Returns the columns that the user chose on an earlier visit, and a function that keeps others; null without such
 * a choice.
 */
export function usePreferredColumns() {
  const queries = useQueryClient();
  const isFirstDone = useIsFirstDone();
  // Without an answer the copy or the usual columns serve: the list is of use without its preference.
  const { data = copied() } = useQuery({
    queryKey,
    queryFn: readColumns,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isFirstDone,
  });
  const keep = async (columns: readonly string[]) => {
    queries.setQueryData(queryKey, columns);
    localStorage.setItem(copy, JSON.stringify(columns));
    await client.preference.update({ name, value: columns });
  };
  return { columns: data, keep };
}

async function readColumns(): Promise<readonly string[] | null> {
  const { data } = await client.preference.list({ where: { name } });
  const columns = namesOf(data[0]?.value);
  localStorage.setItem(copy, JSON.stringify(columns));
  return columns;
}

function copied(): readonly string[] | null {
  try {
    return namesOf(JSON.parse(localStorage.getItem(copy) ?? 'null'));
  } catch {
    return null;
  }
}

/** Returns the names in a value, which another program may have written. */
function namesOf(value: unknown): readonly string[] | null {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  return isList ? value : null;
}
