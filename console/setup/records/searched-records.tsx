import { Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { Pages } from '../../common/pages.tsx';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { Search } from '../../orders/search/search.tsx';
import { both, expressionOf } from '../../orders/search/text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type RecordsAddress, recordsAddress } from './address.ts';
import type { Kept, Kind, KindTexts, RecordCalls, Values } from './kind.ts';
import { type Column, RecordTable } from './table.tsx';
import type { RecordTexts } from './texts/en.ts';

const perPage = 50;

/** The present contents of the list. */
export interface Shown {
  /** The expression of the search; undefined for all records. */
  readonly filter: string | undefined;
  readonly total: number;
}

/** The members of a kind of record that a list needs. */
interface Listed<R extends Kept> extends Pick<Kind<R, Values>, 'name' | 'embed' | 'words' | 'sort'> {
  readonly calls: (client: Client) => Pick<RecordCalls<R>, 'list'>;
}

interface SearchedRecordsProps<R extends Kept> {
  readonly kind: Listed<R>;
  readonly texts: Pick<KindTexts, 'title' | 'empty' | 'count'> & Pick<RecordTexts, 'search' | 'searchHint' | 'noMatch'>;
  readonly columns: readonly Column<R>[];
  /** Beginning of the query key. */
  readonly queryKey: readonly string[];
  /** Whether a change concerns the records. The same function each time. */
  readonly concerns: (change: Change) => boolean;
  /** The records that the page is about, as an expression; all by default. */
  readonly within?: string | undefined;
  /** Actions on the records that the search finds. */
  readonly actions?: ((shown: Shown) => ReactNode) | undefined;
  /** Whether the search has the focus. */
  readonly isSought?: boolean;
}

/** Records: searched, sorted, and read again after each change. Search, order and page are in the address. */
export function SearchedRecords<R extends Kept>(props: SearchedRecordsProps<R>) {
  const { kind, texts, columns, queryKey, concerns, within, actions, isSought = false } = props;
  const { orders } = useTexts();
  const [isFaulty, setFaulty] = useState(false);
  const { filter: text = '', sort = kind.sort, page = 1 } = recordsAddress(useSearch({ strict: false }));
  const expression = expressionOf(text, kind.words);
  const filter = within ? both(expression, within) : expression;
  const embed = embedOf(kind.embed ?? {}, usePermits());
  const change = useAddress();
  useFreshAfter(queryKey, concerns);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, filter, sort, page, embed],
    queryFn: () =>
      kind.calls(client).list({ ...(filter ? { filter } : {}), ...(embed ? { embed } : {}), sort, page, perPage }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Search
        resource={kind.name}
        label={texts.search}
        hint={texts.searchHint}
        isSought={isSought}
        text={text}
        onSearch={(next) => change({ filter: next, page: 1 })}
        onFault={setFaulty}
      />
      {isFaulty && <Text size="sm">{orders.beforeFault}</Text>}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {texts.count(data.total)}
          </Text>
          {actions?.({ filter: expression, total: data.total })}
        </Group>
      )}
      {data?.total === 0 && <Text size="sm">{expression === undefined ? texts.empty : texts.noMatch}</Text>}
      {data && data.total > 0 && (
        <RecordTable
          label={texts.title}
          columns={columns}
          rows={data.data}
          sort={sort}
          usual={kind.sort}
          onSort={(next) => change({ sort: next === kind.sort ? '' : next, page: 1 })}
        />
      )}
      {data && <Pages page={page} last={data.last_page} />}
    </>
  );
}

/** Returns a function that changes the address of the list. Empty values are removed from it. */
function useAddress(): (change: RecordsAddress) => void {
  const navigate = useNavigate();
  return (change) => {
    const search = (before: object) => recordsAddress({ ...before, ...change });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
}
