import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { sessionQuery, usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { BulkRuns } from './bulk-runs.tsx';
import { OrdersSummary } from './orders-summary.tsx';
import { FailingWebhooks } from './webhooks.tsx';

/**
 * Today: the orders that are not done, bulk runs under way, and webhooks that fail. It shows the parts that the
 * user may read, and updates automatically.
 */
export function TodayPage() {
  const texts = useTexts();
  const { data: session, error, refetch } = useQuery(sessionQuery);
  useTitle(texts.today.title);
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.today.title}
      </Title>
      {error && !session && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {session ? <Parts /> : !error && <Skeleton height={120} />}
    </Stack>
  );
}

function Parts() {
  const texts = useTexts();
  const permits = usePermits();
  const parts = [
    permits('webhook.read') && <FailingWebhooks key="webhooks" />,
    permits('bulkrun.read') && <BulkRuns key="bulk-runs" />,
    permits('salesorder.read') && <OrdersSummary key="orders" />,
  ].filter(Boolean);
  return parts.length === 0 ? <Text>{texts.today.noRights}</Text> : parts;
}
