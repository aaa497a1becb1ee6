import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReturnOrder } from '../../client/browser.ts';
import { Pages } from '../common/pages.tsx';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { Search } from '../orders/search/search.tsx';
import { expressionOf } from '../orders/search/text.ts';
import { type RecordsAddress, recordsAddress } from '../setup/records/address.ts';
import { type Column, RecordTable } from '../setup/records/table.tsx';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { ReturnBadge } from './badge.tsx';
import { OrderLink, ReturnLink } from './link.tsx';
import { ofReturns, returnsKey } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

const perPage = 50;
/** The newest first. */
const usual = '-id';
const relations = { salesorder: 'salesorder.read', customer: 'customer.read', site: 'site.read' };
/** The fields that a search by words covers. */
const words = ['number', 'salesorder.number', 'customer.name'];

/** All returns: searched, sorted, and read again after each change. */
export function ReturnsPage() {
  const texts = useReturnTexts();
  const { orders } = useTexts();
  const navigate = useNavigate();
  const { filter = '', sort = usual, page = 1 } = recordsAddress(useSearch({ strict: false }));
  const [isFaulty, setFaulty] = useState(false);
  const expression = expressionOf(filter, words);
  const embed = embedOf(relations, usePermits());
  const columns = useColumns();
  const queryKey = [...returnsKey, 'list'];
  useTitle(texts.title);
  useFreshAfter(queryKey, ofReturns);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, expression, sort, page, embed],
    queryFn: () =>
      client.returnorder.list({ ...(expression ? { filter: expression } : {}), embed, sort, page, perPage }),
    placeholderData: keepPreviousData,
  });
  const change = (next: RecordsAddress) =>
    void navigate({
      to: '.',
      search: ((before: object) => recordsAddress({ ...before, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Stack maw={1100}>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Search
        resource="returnorder"
        label={texts.search}
        hint={texts.searchHint}
        isSought
        text={filter}
        onSearch={(text) => change({ filter: text, page: 1 })}
        onFault={setFaulty}
      />
      {isFaulty && <Text size="sm">{orders.beforeFault}</Text>}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <Text size="sm" role="status">
          {texts.count(data.total)}
        </Text>
      )}
      {data?.total === 0 && <Text size="sm">{expression === undefined ? texts.empty : texts.noMatch}</Text>}
      {data && data.total > 0 && (
        <RecordTable
          label={texts.title}
          columns={columns}
          rows={data.data}
          sort={sort}
          usual={usual}
          onSort={(next) => change({ sort: next === usual ? '' : next, page: 1 })}
        />
      )}
      {data && <Pages page={page} last={data.last_page} />}
    </Stack>
  );
}

function useColumns(): readonly Column<ReturnOrder>[] {
  const { columns } = useReturnTexts();
  const { language } = useLanguage();
  return [
    { title: columns.number, sort: 'number', cell: (one) => <ReturnLink of={one} /> },
    { title: columns.state, sort: 'status_id', cell: (one) => <ReturnBadge of={one} /> },
    { title: columns.order, cell: (one) => <OrderLink of={one} /> },
    { title: columns.customer, cell: ({ customer, customer_id: id }) => customer?.name ?? id },
    { title: columns.reason, isSecondary: true, cell: ({ reason }) => reason },
    { title: columns.site, isSecondary: true, cell: ({ site, site_id: id }) => site?.name ?? id },
    {
      title: columns.created,
      sort: 'created_at',
      isSecondary: true,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={moment(at, language)}>
          {ago(at, language)}
        </time>
      ),
    },
  ];
}
