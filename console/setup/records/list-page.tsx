import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Pages } from '../../common/pages.tsx';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { Search } from '../../orders/search/search.tsx';
import { both, expressionOf } from '../../orders/search/text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { SetupHead } from '../head.tsx';
import { type RecordsAddress, recordsAddress } from './address.ts';
import { changesOf, type Kept, type Kind, type KindTexts, keyOf, type Values } from './kind.ts';
import { ToNew } from './links.tsx';
import { type Column, RecordTable } from './table.tsx';
import { useRecordTexts } from './texts/use-texts.ts';

const perPage = 50;

/** The present contents of the list. */
export interface Shown {
  /** The expression of the search; undefined for all records. */
  readonly filter: string | undefined;
  readonly total: number;
}

interface RecordListProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly columns: readonly Column<R>[];
  /** The records that the page is about, as an expression; all by default. */
  readonly within?: string;
  /** Actions on the records that the search finds. */
  readonly actions?: (shown: Shown) => ReactNode;
  /** Content above the search. */
  readonly children?: ReactNode;
}

/** All records of a kind: searched, sorted, and read again after each change. Search, order and page are in the address. */
export function RecordList<R extends Kept, V extends Values>(props: RecordListProps<R, V>) {
  const { kind, texts, columns, within, actions, children } = props;
  const common = useRecordTexts();
  const { orders } = useTexts();
  const [isFaulty, setFaulty] = useState(false);
  const { filter = '', sort = kind.sort, page = 1 } = recordsAddress(useSearch({ strict: false }));
  const expression = expressionOf(filter, kind.words);
  const change = useAddress();
  const { data, error, refetch } = useRecords(kind, {
    filter: within ? both(expression, within) : expression,
    sort,
    page,
  });
  return (
    <Stack maw={1100}>
      <SetupHead title={texts.title}>
        <ToNew {...{ kind, texts }} />
      </SetupHead>
      {children}
      <Search
        resource={kind.name}
        label={common.search}
        hint={common.searchHint}
        text={filter}
        onSearch={(text) => change({ filter: text, page: 1 })}
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
      {data?.total === 0 && <Text size="sm">{expression === undefined ? texts.empty : common.noMatch}</Text>}
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
    </Stack>
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

interface Wanted {
  readonly filter: string | undefined;
  readonly sort: string;
  readonly page: number;
}

function useRecords<R extends Kept, V extends Values>(kind: Kind<R, V>, { filter, sort, page }: Wanted) {
  const embed = embedOf(kind.embed ?? {}, usePermits());
  const queryKey = [...keyOf(kind), 'list'];
  useFreshAfter(queryKey, changesOf(kind));
  return useQuery({
    queryKey: [...queryKey, filter, sort, page, embed],
    queryFn: () =>
      kind.calls(client).list({ ...(filter ? { filter } : {}), ...(embed ? { embed } : {}), sort, page, perPage }),
    placeholderData: keepPreviousData,
  });
}
