import { Anchor, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { Search } from '../orders/search/search.tsx';
import { expressionOf, wordsOfOrders } from '../orders/search/text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type BulkAction, isAction, offeredActions } from './actions.ts';
import { runsKey } from './run.ts';
import { StartForm } from './start-form.tsx';
import { useBulkRunPageTexts } from './texts/use-texts.ts';

/** A new run: which orders, how many they are now, what to do with them, a dry run, and the start. */
export function NewBulkRunPage() {
  const texts = useBulkRunPageTexts();
  const { bulkRuns, orders, search } = useTexts();
  const permits = usePermits();
  const navigate = useNavigate();
  const address = useSearch({ from: '/frame/bulkruns/new' });
  const { select = '' } = address;
  const [isFaulty, setFaulty] = useState(false);
  useTitle(texts.newTitle);
  const actions = offeredActions(permits);
  const action = actions.find((one) => one === address.action) ?? actions[0];
  const expression = expressionOf(select, wordsOfOrders(permits('customer.read')));
  const change = (next: { readonly action?: BulkAction; readonly select?: string }) =>
    void navigate({ to: '/bulkruns/new', search: { ...address, ...next }, replace: true });
  if (action === undefined) return <Text>{texts.noRights}</Text>;
  return (
    <Stack maw={840}>
      <Title order={1} size="h2">
        {texts.newTitle}
      </Title>
      <Search
        resource="salesorder"
        label={orders.search}
        hint={search.hint}
        text={select}
        onSearch={(text) => change({ select: text })}
        onFault={setFaulty}
      />
      {expression === undefined && <Text size="sm">{texts.which}</Text>}
      {expression !== undefined && permits('salesorder.read') && <Matching filter={expression} />}
      <NativeSelect
        label={texts.action}
        maw={320}
        value={action}
        data={actions.map((value) => ({ value, label: bulkRuns.actions[value] }))}
        onChange={({ currentTarget }) => isAction(currentTarget.value) && change({ action: currentTarget.value })}
      />
      {expression !== undefined && !isFaulty && (
        <StartForm
          key={`${action} ${expression}`}
          action={action}
          target={{ select: expression }}
          onStarted={(id) => void navigate({ to: '/bulkruns/$id', params: { id: String(id) } })}
        />
      )}
    </Stack>
  );
}

/** How many orders match, as somebody types. A link shows them as a list. */
function Matching({ filter }: { readonly filter: string }) {
  const texts = useBulkRunPageTexts();
  const { bulkRuns } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: [...runsKey, 'matching', filter],
    queryFn: ({ signal }) => client.salesorder.list({ filter, perPage: 0, counting: 'estimate' }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Text size="sm">{texts.counting}</Text>;
  const isAtLeast = data.total_is_estimate ?? false;
  return (
    <Text size="sm" aria-live="polite">
      {texts.matching(isAtLeast ? (data.total_at_least ?? 0) : data.total, isAtLeast)}{' '}
      <Anchor inherit renderRoot={(props) => <Link to="/orders" search={{ filter }} {...props} />}>
        {bulkRuns.asSearch}
      </Anchor>
    </Text>
  );
}
