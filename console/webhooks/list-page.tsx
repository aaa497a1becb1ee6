import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Pages } from '../common/pages.tsx';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { WebhookCard } from './card.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { logKey, ofWebhooks, readLastAttempts, useEvents, webhooksKey } from './webhooks.ts';

const perPage = 25;
const listKey = [...webhooksKey, 'list'] as const;
/** Milliseconds between two reads: attempts cause no events. */
const interval = 5_000;

/** All webhooks with their events, their states, and the results of their last attempts. */
export function WebhooksPage() {
  const texts = useWebhookTexts();
  const { page = 1 } = useSearch({ from: '/frame/setup/webhooks' });
  useTitle(texts.title);
  useFreshAfter(listKey, ofWebhooks);
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey, page],
    queryFn: () => client.webhook.list({ sort: 'id', page, perPage }),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  });
  const events = useEvents();
  const attempts = useLastAttempts(data?.data.map(({ id }) => id) ?? []);
  return (
    <Stack maw={1000}>
      <Head />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {events.error && <ProblemNotice error={events.error} onRetry={() => void events.refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.total === 0 && <Text>{texts.empty}</Text>}
      {data?.data.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          events={events.data ?? []}
          attempt={attempts && (attempts.get(webhook.id) ?? null)}
        />
      ))}
      {data && <Pages page={page} last={data.last_page} />}
    </Stack>
  );
}

function Head() {
  const texts = useWebhookTexts();
  const permits = usePermits();
  return (
    <Group justify="space-between" gap="xs">
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Group gap="xs">
        {permits('webhooklog.read') && (
          <Button variant="default" renderRoot={(props) => <Link to="/setup/webhooks/log" {...props} />}>
            {texts.log}
          </Button>
        )}
        {permits('webhook.create') && (
          <Button renderRoot={(props) => <Link to="/setup/webhooks/new" {...props} />}>{texts.create}</Button>
        )}
      </Group>
    </Group>
  );
}

/** Returns the last attempts by webhook; undefined until they are read, and for a user who may not see the log. */
function useLastAttempts(ids: readonly number[]) {
  const permits = usePermits();
  const { data } = useQuery({
    queryKey: [...logKey, 'last', ids],
    queryFn: () => readLastAttempts(ids),
    enabled: ids.length > 0 && permits('webhooklog.read'),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  });
  return data;
}
