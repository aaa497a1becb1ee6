import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { readNames } from '../../orders/search/names.ts';
import { both } from '../../orders/search/text.ts';

/** How many records of a kind that changed lately match a filter. */
export interface Matches {
  readonly object: string;
  /** Null for records without a time. */
  readonly matching: Count | null;
  readonly all: Count | null;
}

interface Count {
  readonly total: number;
  readonly isAtLeast: boolean;
}

/** Times for counting records: the first one that they have. */
const times = ['updated_at', 'created_at'];
/** Milliseconds without a key until the count begins. */
const pause = 300;

const countOf = ({ total, total_is_estimate, total_at_least }: Page<unknown>): Count =>
  total_is_estimate ? { total: total_at_least ?? 0, isAtLeast: true } : { total, isAtLeast: false };

type Lists = Readonly<
  Record<string, { list?: (query: object, options: { signal: AbortSignal }) => Promise<Page<unknown>> } | undefined>
>;

async function count(object: string, filter: string, signal: AbortSignal): Promise<Matches> {
  const { resources } = await readNames(object);
  const time = times.find((name) => resources[object]?.fields[name] !== undefined);
  const list = (client as unknown as Lists)[object]?.list;
  if (!time || !list) return { object, matching: null, all: null };
  const recent = `${time} >= now-7d`;
  const query = { perPage: 0, counting: 'estimate' };
  const [matching, all] = await Promise.all([
    list({ ...query, filter: both(filter, recent) }, { signal }),
    list({ ...query, filter: recent }, { signal }),
  ]);
  return { object, matching: countOf(matching), all: countOf(all) };
}

/** Counts the records of the last seven days that match a filter, once somebody stops typing. @param filter a correct one; null for none */
export function useMatches(objects: readonly string[], filter: string | null) {
  const [settled] = useDebouncedValue(filter, pause);
  const isSettled = settled === filter && filter !== null && objects.length > 0;
  return useQuery({
    queryKey: ['webhook', 'matches', objects, settled],
    queryFn: ({ signal }) => Promise.all(objects.map((object) => count(object, settled ?? '', signal))),
    enabled: isSettled,
  });
}
