import { Button, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFreshAfterOrders } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { type Grouping, groupings } from './groups.ts';
import { groupCalls } from './pick-groups.ts';
import { addressOf, callsOf, type OpenList, type Step } from './steps.ts';
import { Waiting } from './waiting.tsx';

interface QueueProps {
  readonly step: Step;
  readonly siteId: number;
}

/** Number of entries shown at first, and added by each tap. */
const few = 50;

/** The work that waits for a step at a site: the open lists, and the orders that are not on a list. */
export function Queue({ step, siteId }: QueueProps) {
  const { by = 'order' } = useSearch({ from: '/frame/work' });
  return (
    <Stack gap="md">
      <Lists step={step} siteId={siteId} />
      {step === 'pick' && <GroupingChoice by={by} />}
      {step === 'pick' && by !== 'order' ? (
        <Groups key={by} by={by} siteId={siteId} />
      ) : (
        <Orders step={step} siteId={siteId} />
      )}
    </Stack>
  );
}

/** Reads what a queue shows, and again after changes of orders. */
function useQueued<T>(key: readonly unknown[], read: () => Promise<T>) {
  const queryKey = ['work', 'queue', ...key];
  useFreshAfterOrders(queryKey);
  return useQuery({ queryKey, queryFn: read, placeholderData: keepPreviousData });
}

function Lists({ step, siteId }: QueueProps) {
  const texts = useWorkTexts();
  const [most, setMost] = useState(few);
  const key = [step, siteId, 'lists', most];
  const { data, error, refetch } = useQueued(key, () => callsOf[step].lists(client, siteId, most));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  if (data.total === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.openLists(data.total)}
      </Title>
      <ul className="queue">
        {data.data.map((list) => (
          <li key={list.id}>
            <ListLink step={step} list={list} />
          </li>
        ))}
      </ul>
      {data.total > data.data.length && (
        <Button size="lg" variant="default" onClick={() => setMost(most + few)}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function ListLink({ step, list: { id, number, workers = [] } }: { readonly step: Step; readonly list: OpenList }) {
  const texts = useWorkTexts();
  return (
    <Link className="entry" to={addressOf(step, id)}>
      <Text fw={700}>{texts.listNames[step](number)}</Text>
      {workers.length > 0 && <Text size="sm">{texts.workedBy(workers.map(({ name }) => name).join(', '))}</Text>}
    </Link>
  );
}

function Orders({ step, siteId }: QueueProps) {
  const texts = useWorkTexts();
  const [most, setMost] = useState(few);
  const calls = callsOf[step];
  const { data, error, refetch } = useQueued([step, siteId, 'orders', most], () => calls.orders(client, siteId, most));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <Waiting
      step={step}
      title={texts.waitingOrders(data.total)}
      entries={data.data.map(({ order_id, number, qty }) => ({
        key: `${order_id}`,
        label: texts.orderToDo[step](number, qty),
      }))}
      begin={texts.beginWith[step]}
      create={(to, keys) => calls.create(to, keys.map(Number))}
      onMore={data.total > data.data.length ? () => setMost(most + few) : undefined}
    />
  );
}

/** The grouping of one pick. */
function GroupingChoice({ by }: { readonly by: Grouping }) {
  const texts = useWorkTexts();
  const navigate = useNavigate();
  return (
    <NativeSelect
      size="lg"
      label={texts.grouping.label}
      value={by}
      data={groupings.map((value) => ({ value, label: texts.grouping.names[value] }))}
      onChange={({ currentTarget }) => {
        const chosen = groupings.find((value) => value === currentTarget.value);
        void navigate({ to: '/work', search: { step: 'pick', ...(chosen && { by: chosen }) }, replace: true });
      }}
    />
  );
}

function Groups({ by, siteId }: { readonly by: Exclude<Grouping, 'order'>; readonly siteId: number }) {
  const texts = useWorkTexts();
  const calls = groupCalls[by];
  const withNames = usePermits()(calls.names);
  const { data, error, refetch } = useQueued(['pick', siteId, by, withNames], () =>
    calls.read(client, siteId, withNames),
  );
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <Waiting
      step="pick"
      title={texts.grouping.titles[by]}
      entries={data.map(({ key, name, orders, qty }) => ({ key, label: texts.grouping.entry(name, orders, qty) }))}
      begin={texts.grouping.begin}
      create={(to, keys) => calls.create(to, siteId, keys)}
    />
  );
}
